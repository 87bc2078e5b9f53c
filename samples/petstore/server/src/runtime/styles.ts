// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
import type { Argument } from "./types.js";

/** A parameter or a field of a form, with OpenAPI's defaults for its place; without one, as in a query. */
export type StyledParameter = Argument & { readonly name: string };

/** A name and its value, both encoded. */
export type Pair = readonly [name: string, value: string];

type Encode = (text: string) => string;

/** Whether there is nothing to write: null, undefined, an empty array or object, or one of nulls alone. */
export function isAbsent(value: unknown): boolean {
  return typeof value === "object" && value !== null
    ? Object.values(value).every(isNothing)
    : isNothing(value);
}

/** A value as text: scalars plainly, everything else as JSON. */
export function toText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A value for a path or a header: `simple`, `label`, `matrix`, delimited. https://www.rfc-editor.org/rfc/rfc6570#section-3.2 */
export function serializeText(
  value: unknown,
  writing: StyledParameter,
): string {
  const { explode = false, style = "" } = writing;
  if (style === "matrix")
    return serializePairs(value, { ...writing, style: "form", explode })
      .map(([name, text]) => (text === "" ? `;${name}` : `;${name}=${text}`))
      .join("");
  const encode = encoderOf(writing);
  const flat = flatten(value, explode, encode);
  if (style === "label") return `.${flat.join(explode ? "." : ",")}`;
  const kind = style.replace("Delimited", "");
  const sign = { space: " ", pipe: "|", tab: "\t" }[kind];
  return flat.join(sign ? encode(sign) : ",");
}

/**
 * A value for a query, a cookie or a form: `form`, `cookie`, `deepObject` and the delimited ones.
 * What the specification leaves undefined is written as most servers read it: nested values as `a[b][0]=`,
 * arrays of scalars within exploded objects repeated, `explode` of the delimited styles like `form`; an object
 * with others in it, not exploded, as JSON of the whole.
 */
export function serializePairs(
  value: unknown,
  writing: StyledParameter,
): Pair[] {
  const { name, style = "form", explode = style === "form" } = writing;
  const encode = encoderOf(writing);
  if (style === "deepObject" || typeof value !== "object" || value === null)
    return bracketPairs(name, value, encode);
  if (!explode && style === "form" && isNested(value))
    return [[encode(name), encode(JSON.stringify(value))]];
  if (!explode)
    return [
      [encode(name), serializeText(value, { ...writing, style, explode })],
    ];
  const fields = Array.isArray(value)
    ? [[name, value] as const]
    : fieldsOf(value);
  return fields.flatMap(([key, field]) => fieldPairs(key, field, encode));
}

/** How values are encoded; names as well, delimiters not. */
function encoderOf({
  allowReserved,
  in: place,
  style,
}: StyledParameter): Encode {
  if (place === "header") return (text) => text;
  // All but what would end a cookie, or is no ASCII. https://spec.openapis.org/oas/v3.2.0#style-values
  if (style === "cookie") return (text) => escapeBut(text, /[^ -:<-~]/gu);
  if (!allowReserved || place === "cookie") return encodeComponent;
  return place === "path" ? encodePath : encodeQuery;
}

/** A field and its value: `a=1&a=2` for a list of scalars, else `a[b][0]=1`. */
export function fieldPairs(name: string, value: unknown, encode: Encode) {
  const items = [value].flat().filter((item) => !isNothing(item));
  return items.some((item) => typeof item === "object")
    ? bracketPairs(name, value, encode)
    : items.flatMap((item) => bracketPairs(name, item, encode));
}

/** `a[b][0]=1`, to any depth. */
function bracketPairs(name: string, value: unknown, encode: Encode): Pair[] {
  if (typeof value !== "object" || value === null)
    return [[encode(name), encode(toText(value))]];
  return fieldsOf(value).flatMap(([key, field]) =>
    bracketPairs(`${name}[${key}]`, field, encode),
  );
}

/** The parts of a value in order: items, or names and values of an object. */
function flatten(value: unknown, explode: boolean, encode: Encode): string[] {
  if (typeof value !== "object" || value === null)
    return [encode(toText(value))];
  return fieldsOf(value).flatMap(([key, field]) => {
    const text = encode(toText(field));
    if (Array.isArray(value)) return [text];
    return explode ? [`${encode(key)}=${text}`] : [encode(key), text];
  });
}

const fieldsOf = (value: object): [string, unknown][] =>
  Object.entries(value).filter(([, field]) => !isNothing(field));

const isNested = (value: object) =>
  !Array.isArray(value) &&
  fieldsOf(value).some(([, field]) => typeof field === "object");

const isNothing = (value: unknown) => value === null || value === undefined;

/** Percent-encodes everything but unreserved characters. https://www.rfc-editor.org/rfc/rfc3986#section-2.3 */
export function encodeComponent(text: string): string {
  if (/^[\w.~-]*$/.test(text)) return text;
  return encodeURIComponent(wellFormed(text)).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Leaves what is reserved or encoded, but `&` and `#` end a value, `+` reads as a blank, and URL parsers change `'`. */
export function encodeQuery(text: string): string {
  return escapeBut(text, /%[\da-f]{2}|[^\w\-.~:/?@!$()*,;=[\]]/giu);
}

/** The same for a path, where `/`, `?`, `#` and brackets end a segment or are not allowed. */
export function encodePath(text: string): string {
  return escapeBut(text, /%[\da-f]{2}|[^\w\-.~:@!$&'()*+,;=]/giu);
}

function escapeBut(text: string, others: RegExp): string {
  return wellFormed(text).replace(others, (found) =>
    found.length === 3 ? found : encodeComponent(found),
  );
}

/** Half a surrogate pair, which no encoding has, becomes U+FFFD. */
const wellFormed = (text: string) =>
  /[\ud800-\udfff]/.test(text)
    ? text.replace(/\p{Surrogate}/gu, "\ufffd")
    : text;
