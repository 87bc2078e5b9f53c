import { unescape } from "../../index.js";

/** A URI template, ready to match. */
export interface UriMatcher {
  /** As written. */
  readonly template: string;
  /** Names of the variables, in order. */
  readonly variables: readonly string[];
  /** The same for templates that match the same URIs. */
  readonly shape: string;
  /** Literal characters by segment; `Infinity` for a segment without variables. */
  readonly literalness: readonly number[];
  /** The variables of a URI, percent-decoded once; undefined where the URI has another shape. */
  match(uri: string): Record<string, string | string[]> | undefined;
}

/**
 * Compiles a template of RFC 6570 with the expressions `{name}` and, at the end, `{?a,b}`; throws on
 * others. A path variable takes one or more characters within its segment. Query variables may be
 * left out and come in any order; names that the template does not know are given as well, so that a
 * misspelt one is refused as a wrong argument. A variable in `lists` has several values: `?tag=a,b`.
 * Takes time in proportion to the length of the URI.
 * https://www.rfc-editor.org/rfc/rfc6570#section-3.2
 */
export function compileUriTemplate(
  template: string,
  lists: ReadonlySet<string>,
): UriMatcher {
  const [path = "", query = ""] = template.split(/\{\?([\w.,-]+)\}$/);
  const segments = normalizeUri(path).split("/").map(compileSegment);
  const variables = segments.flatMap(({ names }) => names);

  function match(uri: string) {
    const [path, query = ""] = cut(normalizeUri(uri).replace(/#.*/s, ""), "?");
    const texts = path.split("/");
    if (texts.length !== segments.length) return undefined;
    const found: [string, string][] = [];
    for (const [index, segment] of segments.entries()) {
      const values = matchSegment(segment, texts[index] ?? "");
      if (values === undefined) return undefined;
      segment.names.forEach((name, at) => found.push([name, values[at] ?? ""]));
    }
    return decodeAll([...found, ...queryPairs(query)], lists);
  }

  return {
    template,
    variables: [...variables, ...query.split(",").filter(Boolean)],
    shape: segments.map(({ literals }) => literals.join("{}")).join("/"),
    literalness: segments.map(({ literals, names }) =>
      names.length === 0 ? Infinity : literals.join("").length,
    ),
    match,
  };
}

/** Orders templates so that the first match is the most literal one: `pets://mine` goes before `pets://{petId}`. */
export function byLiteralness(a: UriMatcher, b: UriMatcher): number {
  for (const [index, literal] of a.literalness.entries()) {
    const other = b.literalness[index] ?? 0;
    if (literal !== other) return literal > other ? -1 : 1;
  }
  return 0;
}

/** One spelling for what is the same: the scheme in lower case, other than ASCII percent-encoded. */
export function normalizeUri(uri: string): string {
  return uri
    .replace(/^[^:/]*:/, (scheme) => scheme.toLowerCase())
    .replace(/[^\x21-\x7e]+/g, (text) =>
      encodeURI(Buffer.from(text).toString()),
    );
}

/** Literals around names: one more than names. */
interface Segment {
  readonly literals: readonly string[];
  readonly names: readonly string[];
}

function compileSegment(text: string): Segment {
  const pieces = text.split(/\{([\w.-]+)\}/);
  const literals = pieces.filter((_, index) => index % 2 === 0);
  const names = pieces.filter((_, index) => index % 2 === 1);
  if (/[{}]/.test(literals.join("")))
    throw new Error(
      `URI template: "${text}" has an expression other than {name}, or {?a,b} at the end.`,
    );
  return { literals, names };
}

/** Taking the first place for each literal leaves most to the rest, so there is nothing to try again. */
function matchSegment(
  { literals, names }: Segment,
  text: string,
): string[] | undefined {
  const [first = "", ...rest] = literals;
  if (names.length === 0) return text === first ? [] : undefined;
  const last = rest.pop() ?? "";
  const end = text.length - last.length;
  if (!text.startsWith(first) || !text.endsWith(last)) return undefined;
  const values: string[] = [];
  let start = first.length;
  for (const literal of rest) {
    const next = text.indexOf(literal, start + 1);
    if (next < 0) return undefined;
    values.push(text.slice(start, next));
    start = next + literal.length;
  }
  return start < end ? [...values, text.slice(start, end)] : undefined;
}

function queryPairs(query: string): [string, string][] {
  return query
    .split("&")
    .filter(Boolean)
    .map((pair) => {
      const [name, value = ""] = cut(pair.replaceAll("+", " "), "=");
      return [unescape(name) ?? name, value];
    });
}

function decodeAll(
  pairs: readonly [string, string][],
  lists: ReadonlySet<string>,
): Record<string, string | string[]> | undefined {
  const values = new Map<string, string[]>();
  for (const [name, text] of pairs) {
    const texts = lists.has(name) ? text.split(",") : [text];
    const decoded = texts.map(unescape).filter((value) => value !== undefined);
    if (decoded.length < texts.length) return undefined;
    const earlier = values.get(name);
    if (earlier === undefined) values.set(name, decoded);
    else for (const value of decoded) earlier.push(value);
  }
  return Object.fromEntries(
    [...values].map(([name, all]) => {
      const [only = ""] = all;
      return [name, lists.has(name) || all.length > 1 ? all : only];
    }),
  );
}

function cut(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
