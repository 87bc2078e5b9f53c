/** Plain data as JSON or YAML parsers return it. */
export interface JsonObject {
  [key: string]: unknown;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Own member of an object or item of an array; undefined for inherited names such as `constructor`. */
export function getMember(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  // Items of an array are members by their index.
  return Object.hasOwn(value, key) ? (value as JsonObject)[key] : undefined;
}

/** Sets an own member, even if its name is `__proto__`. */
export function setMember(
  target: JsonObject,
  key: string,
  value: unknown,
): void {
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

/** Copy of an object without the named members. */
export function omit(value: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(
    Object.entries(value).filter(([key]) => !keys.includes(key)),
  );
}

/** Copy without the members that are null, undefined, or an empty list or object. */
export function omitEmpty<Members extends object>(
  members: Members,
): { [Key in keyof Members]?: NonNullable<Members[Key]> } {
  const nonEmptyMembers: JsonObject = {};
  for (const [name, value] of Object.entries(members) as [string, unknown][]) {
    const isEmpty =
      value === undefined ||
      value === null ||
      (typeof value === "object" && Object.keys(value).length === 0);
    if (!isEmpty) setMember(nonEmptyMembers, name, value);
  }
  // A subset of the same members.
  return nonEmptyMembers as {
    [Key in keyof Members]?: NonNullable<Members[Key]>;
  };
}

/** Members of an object as `[name, value]`; empty for any other value. */
export function entriesOf(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : [];
}

export function toArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function toStrings(value: unknown): string[] {
  return toArray(value).filter((item) => typeof item === "string");
}

/** Untrusted value as text for messages and comparisons. An object becomes `an object`: its `toString` may be no function, and `[object Object]` says nothing. */
export function toWord(value: unknown): string {
  if (Array.isArray(value)) return value.map(toWord).join();
  const isPlain = isObject(value) && !(value instanceof RegExp);
  return isPlain ? "an object" : String(value);
}

/** JSON value as text: a string as it is, everything else as JSON. */
export function toJsonText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Text as it is, to be compared; empty if the value is not a text. `readText` is for what users and models read. */
export function readExactText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/**
 * Text for users and models. Lone surrogates and NUL, which would break a transport, become U+FFFD. Empty if the value
 * is not a text.
 */
export function readText(value: unknown): string {
  if (typeof value !== "string") return "";
  return /[\0\uD800-\uDFFF]/.test(value)
    ? value.replace(/[\0\p{Surrogate}]/gu, "\uFFFD")
    : value;
}
