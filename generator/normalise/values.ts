import { isObject } from "../json.js";

/** The members of an object; none of anything else. */
export function members(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : [];
}

/** The same without extensions, where names have a form that those can't be mistaken for. */
export function fields(value: unknown): [string, unknown][] {
  return members(value).filter(([name]) => !name.startsWith("x-"));
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textsOf(value: unknown): string[] {
  return listOf(value).filter((item) => typeof item === "string");
}

/**
 * Text for people and models, as it is written, except what would break a transport: halves of
 * surrogate pairs and NUL become U+FFFD. What is no text gives an empty one.
 */
export function readText(value: unknown): string {
  if (typeof value !== "string") return "";
  return /[\0\uD800-\uDFFF]/.test(value)
    ? value.replace(/[\0\p{Surrogate}]/gu, "\uFFFD")
    : value;
}
