/** What a document is made of: plain data, as JSON or YAML give it. */
export interface JsonObject {
  [key: string]: unknown;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The own member of an object or item of an array; names such as `constructor` find nothing that isn't there. */
export function member(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  // Items of an array are members by their index.
  return Object.hasOwn(value, key) ? (value as JsonObject)[key] : undefined;
}

/** Sets an own member, also where its name is `__proto__`. */
export function put(target: JsonObject, key: string, value: unknown): void {
  if (key === "__proto__") {
    Object.defineProperty(target, key, {
      value,
      configurable: true,
      enumerable: true,
      writable: true,
    });
  } else {
    target[key] = value;
  }
}

/** The object without some of its members. */
export function without(
  value: JsonObject,
  keys: readonly string[],
): JsonObject {
  return Object.fromEntries(
    Object.entries(value).filter(([key]) => !keys.includes(key)),
  );
}

/** The members that say something: no null, nothing undefined, no empty list or object. */
export function filled<Members extends object>(
  members: Members,
): { [Key in keyof Members]?: NonNullable<Members[Key]> } {
  const said = Object.entries(members).filter(
    ([, value]: [string, unknown]) =>
      value !== undefined &&
      value !== null &&
      (typeof value !== "object" || Object.keys(value).length > 0),
  );
  // The same members, but for some.
  return Object.fromEntries(said) as {
    [Key in keyof Members]?: NonNullable<Members[Key]>;
  };
}

/** The members of an object; none of anything else. */
export function members(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : [];
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textsOf(value: unknown): string[] {
  return listOf(value).filter((item) => typeof item === "string");
}

/** A value of others as `String` gives it, but for objects: what one holds as `toString` may be no function, and what it gives is no word. */
export function toWord(value: unknown): string {
  if (Array.isArray(value)) return value.map(toWord).join();
  const isPlain = isObject(value) && !(value instanceof RegExp);
  return isPlain ? "an object" : String(value);
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
