import { ArgumentError } from "../call/errors.js";
import { toFile } from "./files.js";
import { writeForm } from "./form.js";
import { kindOf, mediaType } from "../answer/media.js";
import { writeMultipart } from "./multipart.js";
import { own } from "../own.js";
import { toText } from "./styles.js";
import type { Args, BodyRecipe } from "../types.js";

/** A body and the Content-Type that describes it. */
export interface Body {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/**
 * Writes the body of a request from the arguments that are no parameters; undefined where there is none.
 * `folder` is where files may be read. Throws an `ArgumentError`.
 */
export async function buildBody(
  recipe: BodyRecipe,
  args: Args,
  folder: string | undefined,
): Promise<Body | undefined> {
  const value = bodyValue(recipe, args);
  if (value === undefined) return undefined;
  const { contentType, encoding = {} } = recipe;
  const type = mediaType(contentType);
  const kind = kindOf(type);
  if (value === null && kind !== "json") return undefined;
  switch (kind) {
    case "json":
      return text(contentType, JSON.stringify(value));
    case "lines":
      return text(contentType, writeLines(value, ""));
    case "sequence":
      return text(contentType, writeLines(value, "\x1e"));
    case "form":
      return text(contentType, writeForm(toObject(value), encoding));
    case "multipart":
      return writeMultipart(type, toObject(value), { encoding, folder });
    case "text":
    case "events":
      return text(contentType, writePlain(value, type));
    case "image":
    case "audio":
    case "binary": {
      if (type === "*/*" && !isFileLike(value)) {
        return text("application/json", JSON.stringify(value));
      }
      const file = await toFile(value, recipe.argument ?? "body", folder);
      const declared = type.includes("*") ? undefined : contentType;
      return {
        contentType: declared ?? file.contentType ?? "application/octet-stream",
        bytes: file.bytes,
      };
    }
  }
}

function bodyValue(recipe: BodyRecipe, args: Args): unknown {
  const { argument, names = {}, required } = recipe;
  if (argument !== undefined) {
    const given = own(args, argument);
    return given === undefined && required ? {} : given;
  }
  const properties = Object.entries(args).filter(
    ([, value]) => value !== undefined,
  );
  if (properties.length === 0 && !required) return undefined;
  return Object.fromEntries(
    properties.map(([name, value]) => [own(names, name) ?? name, value]),
  );
}

function text(contentType: string, content: string): Body {
  return { contentType, bytes: Buffer.from(content) };
}

function writeLines(value: unknown, prefix: string): string {
  if (typeof value === "string") return value;
  const lines = Array.isArray(value) ? (value as unknown[]) : [value];
  return lines.map((line) => `${prefix}${JSON.stringify(line)}\n`).join("");
}

function writePlain(value: unknown, type: string): string {
  if (typeof value === "object" && /xml$/.test(type)) {
    throw new ArgumentError("The body is XML: give it as text.");
  }
  return toText(value);
}

function toObject(value: unknown): Record<string, unknown> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return { ...value };
  }
  throw new ArgumentError(
    "The body is a form: give an object with its fields.",
  );
}

function isFileLike(value: unknown): boolean {
  return (
    typeof value === "string" ||
    (typeof value === "object" && value !== null && "data" in value)
  );
}
