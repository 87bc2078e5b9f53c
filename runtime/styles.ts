import type { Argument } from "./types.js";

/**
 * A parameter or a field of a form, with OpenAPI's defaults for its location; the defaults of a query if it has none.
 */
export type StyledParameter = Argument & { readonly name: string };

/** Name and value, both encoded. */
export type Pair = readonly [name: string, value: string];

type Encode = (text: string) => string;

/** True if there is nothing to write: null, undefined, an empty array or object, or one that holds only nulls. */
export function isAbsent(value: unknown): boolean {
  return typeof value === "object" && value !== null
    ? Object.values(value).every(isNullish)
    : isNullish(value);
}

/** Converts a value to text: a string unchanged, everything else as JSON. */
export function toText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/**
 * Serializes a value for a path or a header: `simple`, `label`, `matrix`, delimited.
 * https://www.rfc-editor.org/rfc/rfc6570#section-3.2
 */
export function serializeText(
  value: unknown,
  parameter: StyledParameter,
): string {
  const { explode = false, style = "" } = parameter;
  if (style === "matrix")
    return serializePairs(value, { ...parameter, style: "form", explode })
      .map(([name, text]) => (text === "" ? `;${name}` : `;${name}=${text}`))
      .join("");
  const encode = selectEncoder(parameter);
  const parts = flatten(value, explode, encode);
  if (style === "label") return `.${parts.join(explode ? "." : ",")}`;
  const kind = style.replace("Delimited", "");
  const delimiter = { space: " ", pipe: "|", tab: "\t" }[kind];
  return parts.join(delimiter ? encode(delimiter) : ",");
}

/**
 * Serializes a value for a query, a cookie or a form: `form`, `cookie`, `deepObject` and the delimited styles. Cases
 * that the specification leaves undefined follow most servers: nested values as `a[b][0]=`, arrays of scalars within
 * exploded objects repeated, `explode` of the delimited styles like `form`; an object that contains objects, not
 * exploded, as JSON.
 */
export function serializePairs(
  value: unknown,
  parameter: StyledParameter,
): Pair[] {
  const { name, style = "form", explode = style === "form" } = parameter;
  const encode = selectEncoder(parameter);
  if (style === "deepObject" || typeof value !== "object" || value === null)
    return toBracketPairs(name, value, encode);
  if (!explode && style === "form" && isNested(value))
    return [[encode(name), encode(JSON.stringify(value))]];
  if (!explode)
    return [
      [encode(name), serializeText(value, { ...parameter, style, explode })],
    ];
  const fields = Array.isArray(value)
    ? [[name, value] as const]
    : listFields(value);
  return fields.flatMap(([key, field]) => fieldPairs(key, field, encode));
}

/** Selects the encoder of values and names; delimiters stay. */
function selectEncoder({
  allowReserved,
  in: location,
  style,
}: StyledParameter): Encode {
  if (location === "header") return (text) => text;
  // Encodes only characters that would end a cookie, or are not ASCII. https://spec.openapis.org/oas/v3.2.0#style-values
  if (style === "cookie") return (text) => escapeMatches(text, /[^ -:<-~]/gu);
  if (!allowReserved || location === "cookie") return encodeComponent;
  return location === "path" ? encodePath : encodeQuery;
}

/** Serializes a field: `a=1&a=2` for a list of scalars, otherwise `a[b][0]=1`. */
export function fieldPairs(name: string, value: unknown, encode: Encode) {
  const items = [value].flat().filter((item) => !isNullish(item));
  return items.some((item) => typeof item === "object")
    ? toBracketPairs(name, value, encode)
    : items.flatMap((item) => toBracketPairs(name, item, encode));
}

/** Serializes to any depth: `a[b][0]=1`. */
function toBracketPairs(name: string, value: unknown, encode: Encode): Pair[] {
  if (typeof value !== "object" || value === null)
    return [[encode(name), encode(toText(value))]];
  return listFields(value).flatMap(([key, field]) =>
    toBracketPairs(`${name}[${key}]`, field, encode),
  );
}

/** Lists the parts of a value in order: items, or names and values of an object. */
function flatten(value: unknown, explode: boolean, encode: Encode): string[] {
  if (typeof value !== "object" || value === null)
    return [encode(toText(value))];
  return listFields(value).flatMap(([key, field]) => {
    const text = encode(toText(field));
    if (Array.isArray(value)) return [text];
    return explode ? [`${encode(key)}=${text}`] : [encode(key), text];
  });
}

const listFields = (value: object): [string, unknown][] =>
  Object.entries(value).filter(([, field]) => !isNullish(field));

const isNested = (value: object) =>
  !Array.isArray(value) &&
  listFields(value).some(([, field]) => typeof field === "object");

const isNullish = (value: unknown) => value === null || value === undefined;

/** Percent-encodes everything but unreserved characters. https://www.rfc-editor.org/rfc/rfc3986#section-2.3 */
export function encodeComponent(text: string): string {
  if (/^[\w.~-]*$/.test(text)) return text;
  return encodeURIComponent(toWellFormed(text)).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/**
 * Keeps reserved and encoded characters, except `&` and `#`, which end a value, `+`, which reads as a blank, and `'`,
 * which URL parsers change.
 */
export function encodeQuery(text: string): string {
  return escapeMatches(text, /%[\da-f]{2}|[^\w\-.~:/?@!$()*,;=[\]]/giu);
}

/**
 * Keeps reserved and encoded characters of a path, except `/`, `?` and `#`, which end a segment, and brackets, which
 * are not allowed.
 */
export function encodePath(text: string): string {
  return escapeMatches(text, /%[\da-f]{2}|[^\w\-.~:@!$&'()*+,;=]/giu);
}

function escapeMatches(text: string, unsafe: RegExp): string {
  return toWellFormed(text).replace(unsafe, (match) =>
    match.length === 3 ? match : encodeComponent(match),
  );
}

/** Replaces half of a surrogate pair, which has no encoding, by U+FFFD. */
const toWellFormed = (text: string) =>
  /[\ud800-\udfff]/.test(text)
    ? text.replace(/\p{Surrogate}/gu, "\ufffd")
    : text;
