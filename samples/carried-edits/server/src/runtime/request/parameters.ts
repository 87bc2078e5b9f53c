import { ArgumentError } from "../call/errors.js";
import { escape, escapePath, escapeQuery } from "./escape.js";
import { isAbsent, writePairs, writeText } from "./styles.js";
import type { Pair, Writing } from "./styles.js";
import type { ParameterLocation, ParameterRecipe } from "../types.js";

/** A parameter with every default filled in, and the value that was given. */
export interface Parameter extends ParameterRecipe, Writing {
  readonly name: string;
  readonly explode: boolean;
  readonly style: Writing["style"];
  readonly argument: string;
  readonly value: unknown;
}

/** Fills in the defaults. https://spec.openapis.org/oas/v3.1.1#fixed-fields-for-use-with-schema */
export function toParameter(
  argument: string,
  recipe: ParameterLocation | ParameterRecipe,
  value: unknown,
): Parameter {
  const full = typeof recipe === "string" ? { in: recipe } : recipe;
  const isText = full.in === "path" || full.in === "header";
  const { style = isText ? "simple" : "form", contentType } = full;
  return {
    name: argument,
    explode: style === "form",
    ...full,
    style,
    escape: escapeFor(full),
    argument,
    value:
      contentType === undefined || isAbsent(value)
        ? value
        : writeContent(contentType, value),
  };
}

/** A path parameter as it stands in the URL. Throws an `ArgumentError` where it would be empty. */
export function writePath(parameter: Parameter): string {
  const { name, argument, value } = parameter;
  const text = isAbsent(value) ? "" : writeText(name, value, parameter);
  if (text === "" || value === "") {
    throw new ArgumentError(
      `/${argument}: is part of the path and must not be empty. Give a value.`,
    );
  }
  return text;
}

/** A query parameter as encoded pairs; none where it is left out. */
export function writeQuery(
  parameter: Parameter,
  sendEmptyStrings: boolean,
): Pair[] {
  const { name, value, allowEmptyValue } = parameter;
  const isLeftOut =
    isAbsent(value) || (value === "" && !sendEmptyStrings && !allowEmptyValue);
  return isLeftOut ? [] : writePairs(name, value, parameter);
}

/** A cookie as encoded pairs; with `explode` each has a cookie of its own. */
export function writeCookie(parameter: Parameter): Pair[] {
  const { name, value } = parameter;
  return isAbsent(value) ? [] : writePairs(name, value, parameter);
}

/** A header's value; undefined where it is left out. Throws an `ArgumentError` for text that no header can hold. */
export function writeHeader(parameter: Parameter): string | undefined {
  const { name, argument, value } = parameter;
  if (isAbsent(value) || isForbidden(name)) return undefined;
  const text = writeText(name, value, parameter);
  // https://www.rfc-editor.org/rfc/rfc9110#section-5.5
  if (/^[\t\x20-\x7e\x80-\xff]*$/.test(text)) return text;
  throw new ArgumentError(
    `/${argument}: goes into the header ${name}, which can't hold line breaks, control characters or characters beyond Latin-1. Leave them out.`,
  );
}

function escapeFor({ in: location, allowReserved }: ParameterRecipe) {
  switch (location) {
    case "path":
      return allowReserved ? escapePath : escape;
    case "query":
    case "cookie":
      return allowReserved ? escapeQuery : escape;
    case "header":
      return (text: string) => text;
  }
}

/**
 * Headers that no argument can set: those which OpenAPI tells to ignore
 * (https://spec.openapis.org/oas/v3.1.1#parameter-name), and those which steer the connection.
 */
function isForbidden(name: string): boolean {
  return /^(accept|content-type|authorization|host|content-length|transfer-encoding|connection|keep-alive|te|trailer|upgrade|expect|proxy-.*)$/i.test(
    name,
  );
}

/** A `content` parameter: JSON in ASCII, since it may go into a header; other types as they are given. */
function writeContent(contentType: string, value: unknown): string {
  if (typeof value === "string" && !/json/i.test(contentType)) return value;
  return JSON.stringify(value).replace(
    /[\x7f-\uffff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
