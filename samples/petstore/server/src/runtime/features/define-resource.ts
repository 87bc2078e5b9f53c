// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
import { decodePercent } from "../index.js";
import type { Component, Definition, OperationTypes, Tool } from "../index.js";

/** Where something can be read: at one URI, or at every URI of one shape. */
export interface ResourceAddress {
  /** `resource://pets` */
  readonly uri?: string;
  /** RFC 6570 with simple and query expressions only: `pets://{petId}{?fields}`. Of one URI, the same with its optional arguments. */
  readonly uriTemplate?: string;
  readonly mimeType?: string;
}

/** What a resource says; one that is `of` a tool has the tool's words and handler. */
type Readable<
  Types extends OperationTypes,
  Where extends keyof ResourceAddress,
> = ResourceAddress &
  Required<Pick<ResourceAddress, Where>> &
  (
    | (Definition<Types> & { readonly of?: never })
    | (Partial<Definition<OperationTypes>> & { readonly of: Tool })
  );

export type Resource = Component & ResourceAddress;

/** A resource: something that can be read at one URI. */
export function defineResource<Types extends OperationTypes = OperationTypes>(
  definition: Readable<Types, "uri">,
): Resource {
  return toResource("resource", definition);
}

/** A resource template: what can be read at every URI of one shape. */
export function defineTemplate<Types extends OperationTypes = OperationTypes>(
  definition: Readable<Types, "uriTemplate">,
): Resource {
  return toResource("template", definition);
}

function toResource(kind: Component["kind"], definition: object): Resource {
  const { of, ...own } = definition as { readonly of?: Tool };
  return { ...of, ...own, kind } as Resource; // what it does not say, the tool does
}

/** A URI template, ready to match. */
export interface UriMatcher {
  /** The same for templates that match the same URIs. */
  readonly shape: string;
  /** Literal characters: the more, the earlier it is tried. */
  readonly literals: number;
  /** The variables of a URI, percent-decoded once; undefined where the URI has another shape. */
  match(uri: Uri): Record<string, string | string[]> | undefined;
}

/** The path of a URI, in one spelling, and the pairs of its query. */
export interface Uri {
  readonly path: string;
  readonly query: readonly Pair[];
}

type Pair = readonly [name: string, text: string];

export function splitUri(uri: string): Uri {
  const [plain = ""] = normalizeUri(uri).split("#");
  const [path = "", query = ""] = plain.split(/\?(.*)/s);
  const pairs = query.replaceAll("+", " ").split("&").filter(Boolean);
  const split = pairs.map((pair): Pair => {
    const [name = "", text = ""] = pair.split(/=(.*)/s);
    return [decodePercent(name) ?? name, text];
  });
  return { path, query: split };
}

/** One spelling for what is the same: the scheme in lower case, other than ASCII percent-encoded. */
export function normalizeUri(uri: string): string {
  return uri
    .replace(/^[^:/]*:/, (scheme) => scheme.toLowerCase())
    .replace(/[^\x21-\x7e]+/g, (text) =>
      encodeURI(Buffer.from(text).toString()),
    );
}

/**
 * Compiles a template of RFC 6570 with the expressions `{name}` and, at the end, `{?a,b}`; throws on others. A variable
 * of the path takes one or more characters within its segment; one that stands there twice has the same text in both
 * places. Those of the query may be left out and come in any order; unknown ones are given as well, so that a misspelt
 * one is refused. One in `lists` has several values: `?tag=a,b`. Takes time in proportion to the URI. https://www.rfc-editor.org/rfc/rfc6570#section-3.2
 */
export function compileUriTemplate(
  template: string,
  lists: ReadonlySet<string>,
): UriMatcher {
  const path = normalizeUri(template.replace(/\{\?[\w.,-]+\}$/, ""));
  const pieces = path.split(/\{([\w.-]+)\}/);
  const names = pieces.filter((_, index) => index % 2 === 1);
  const literals = pieces.filter((_, index) => index % 2 === 0);
  if (/[{}]/.test(literals.join("")))
    throw new Error(
      `URI template: "${template}" has an expression other than {name}, or {?a,b} at the end.`,
    );
  return {
    shape: literals.join("{}"),
    literals: literals.join("").length,
    match({ path, query }) {
      const texts = textsBetween(literals, path);
      const variables = new Map<string, string>();
      for (const [index, text] of texts?.entries() ?? []) {
        const name = names[index] ?? "";
        if ((variables.get(name) ?? text) !== text) return undefined;
        variables.set(name, text);
      }
      return texts && decoded([...variables, ...query], lists);
    },
  };
}

/** What stands between the literals. Taking the first place for each leaves most to the rest, so there is nothing to try again. */
function textsBetween(
  [first = "", ...rest]: readonly string[],
  path: string,
): string[] | undefined {
  if (!path.startsWith(first)) return undefined;
  const texts: string[] = [];
  let start = first.length;
  for (const [index, literal] of rest.entries()) {
    const isLast = index === rest.length - 1;
    const at = isLast
      ? path.length - literal.length
      : path.indexOf(literal, start + 1);
    const text = path.slice(start, at);
    if (at <= start || text.includes("/") || !path.startsWith(literal, at))
      return undefined;
    texts.push(text);
    start = at + literal.length;
  }
  return start === path.length ? texts : undefined;
}

/** Undefined where a value is no percent-encoding. */
function decoded(pairs: readonly Pair[], lists: ReadonlySet<string>) {
  const values = new Map<string, string[]>();
  for (const [name, text] of pairs) {
    const all = values.get(name) ?? [];
    for (const part of lists.has(name) ? text.split(",") : [text]) {
      const value = decodePercent(part);
      if (value === undefined) return undefined;
      all.push(value);
    }
    values.set(name, all);
  }
  return Object.fromEntries(
    [...values].map(([name, all]) => {
      const [only = "", ...others] = all;
      return [name, lists.has(name) || others.length > 0 ? all : only];
    }),
  );
}
