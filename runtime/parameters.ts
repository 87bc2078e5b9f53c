import { ArgumentError } from "./errors.js";
import { escape, escapePath, escapeQuery } from "./escape.js";
import { isAbsent, writePairs, writeText } from "./styles.js";
import type { Pair } from "./styles.js";
import type { ParameterLocation, ParameterRecipe } from "./types.js";

/** A parameter with its defaults, and the value that was given. */
export interface Parameter extends ParameterRecipe {
  readonly name: string;
  readonly argument: string;
  readonly value: unknown;
}

/** Fills in the defaults of a parameter. */
export function toParameter(
  argument: string,
  recipe: ParameterLocation | ParameterRecipe,
  value: unknown,
): Parameter {
  const full = typeof recipe === "string" ? { in: recipe } : recipe;
  return {
    name: argument,
    ...full,
    argument,
    value:
      full.contentType === undefined || isAbsent(value)
        ? value
        : writeContent(full.contentType, value),
  };
}

/** A path parameter as it stands in the URL. Throws an `ArgumentError` where it would be empty. */
export function writePath(parameter: Parameter): string {
  const { name, argument, value, allowReserved } = parameter;
  const text = isAbsent(value)
    ? ""
    : writeText(name, value, {
        style: parameter.style ?? "simple",
        explode: parameter.explode ?? false,
        escape: allowReserved ? escapePath : escape,
      });
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
  const { name, value, style = "form", allowReserved } = parameter;
  if (isAbsent(value)) return [];
  if (value === "" && !sendEmptyStrings && !parameter.allowEmptyValue) {
    return [];
  }
  return writePairs(name, value, {
    style,
    explode: parameter.explode ?? style === "form",
    escape: allowReserved ? escapeQuery : escape,
  });
}

/** A cookie as encoded pairs. https://spec.openapis.org/oas/v3.2.0#style-values says how `explode` is meant. */
export function writeCookie(parameter: Parameter): Pair[] {
  const { name, value, allowReserved } = parameter;
  if (isAbsent(value)) return [];
  return writePairs(name, value, {
    style: "form",
    explode: parameter.explode ?? true,
    escape: allowReserved ? escapeQuery : escape,
  });
}

/** A header's value; undefined where it is left out. Throws an `ArgumentError` for text that no header can hold. */
export function writeHeader(parameter: Parameter): string | undefined {
  const { name, argument, value } = parameter;
  if (isAbsent(value) || isForbidden(name)) return undefined;
  const text = writeText(name, value, {
    style: "simple",
    explode: parameter.explode ?? false,
    escape: (part) => part,
  });
  if (!isHeaderText(text)) {
    throw new ArgumentError(
      `/${argument}: goes into the header ${name}, which can't hold line breaks, control characters or characters beyond Latin-1. Leave them out.`,
    );
  }
  return text;
}

/** Whether text can be a header's value. https://www.rfc-editor.org/rfc/rfc9110#section-5.5 */
export function isHeaderText(text: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(text);
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
