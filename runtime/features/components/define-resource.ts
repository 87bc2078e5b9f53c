import { decodePercent } from "../../index.js";
import type {
  Component,
  Definition,
  OperationTypes,
  Tool,
} from "../../index.js";

/** Address of a resource: one URI, or a template of URIs. */
export interface ResourceAddress {
  /** URI without variables: `resource://pets`. */
  readonly uri?: string;
  /**
   * Template of RFC 6570 with simple and query expressions only: `pets://{petId}{?fields}`. Beside a `uri`, the same
   * URI with its optional arguments.
   */
  readonly uriTemplate?: string;
  readonly mimeType?: string;
}

/** Members of a resource; one that is `of` a tool takes the tool's descriptions and handler. */
type Readable<
  Types extends OperationTypes,
  Key extends keyof ResourceAddress,
> = ResourceAddress &
  Required<Pick<ResourceAddress, Key>> &
  (
    | (Definition<Types> & { readonly of?: never })
    | (Partial<Definition<OperationTypes>> & { readonly of: Tool })
  );

export type Resource = Component & ResourceAddress;

/** Defines a resource with one URI. */
export function defineResource<Types extends OperationTypes = OperationTypes>(
  definition: Readable<Types, "uri">,
): Resource {
  return toResource("resource", definition);
}

/** Defines a resource template, which reads every URI that matches it. */
export function defineTemplate<Types extends OperationTypes = OperationTypes>(
  definition: Readable<Types, "uriTemplate">,
): Resource {
  return toResource("template", definition);
}

function toResource(kind: Component["kind"], definition: object): Resource {
  const { of: tool, ...members } = definition as { readonly of?: Tool };
  return { ...tool, ...members, kind } as Resource; // the tool supplies the members that are missing
}

/** A compiled URI template. */
export interface UriMatcher {
  /** Key that templates share if they match the same URIs. */
  readonly shape: string;
  /** Number of literal characters; templates with more of them are tried first. */
  readonly literals: number;
  /** Returns the variables of a URI, percent-decoded once; undefined if the URI does not match. */
  match(uri: Uri): Record<string, string | string[]> | undefined;
}

/** Normalised path of a URI, and the pairs of its query. */
export interface Uri {
  readonly path: string;
  readonly query: readonly Pair[];
}

type Pair = readonly [name: string, text: string];

export function splitUri(uri: string): Uri {
  const [withoutFragment = ""] = normalizeUri(uri).split("#");
  const [path = "", query = ""] = withoutFragment.split(/\?(.*)/s);
  const pairs = query.replaceAll("+", " ").split("&").filter(Boolean);
  const decodedPairs = pairs.map((pair): Pair => {
    const [name = "", text = ""] = pair.split(/=(.*)/s);
    return [decodePercent(name) ?? name, text];
  });
  return { path, query: decodedPairs };
}

/** Normalises a URI: the scheme in lower case, characters beyond ASCII percent-encoded. */
export function normalizeUri(uri: string): string {
  return uri
    .replace(/^[^:/]*:/, (scheme) => scheme.toLowerCase())
    .replace(/[^\x21-\x7e]+/g, (text) =>
      encodeURI(Buffer.from(text).toString()),
    );
}

/**
 * Compiles a template of RFC 6570 with the expressions `{name}` and, at the end, `{?a,b}`; throws on others. A path
 * variable takes one or more characters within its segment; if it occurs twice, both strings have to be equal. Query
 * variables are optional and come in any order; unknown ones are returned as well, so that a misspelt one is refused. A
 * variable in `lists` has several values: `?tag=a,b`. Takes time in proportion to the URI.
 * https://www.rfc-editor.org/rfc/rfc6570#section-3.2
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
      `The URI template "${template}" may only have the expressions {name}, and {?a,b} at the end.`,
    );
  return {
    shape: literals.join("{}"),
    literals: literals.join("").length,
    match({ path, query }) {
      const texts = matchTexts(literals, path);
      const variables = new Map<string, string>();
      for (const [index, text] of texts?.entries() ?? []) {
        const name = names[index] ?? "";
        if ((variables.get(name) ?? text) !== text) return undefined;
        variables.set(name, text);
      }
      return texts && decodeVariables([...variables, ...query], lists);
    },
  };
}

/**
 * Finds the strings between the literals. The first position of each literal leaves the longest rest, so no backtracking
 * is needed.
 */
function matchTexts(
  [first = "", ...otherLiterals]: readonly string[],
  path: string,
): string[] | undefined {
  if (!path.startsWith(first)) return undefined;
  const texts: string[] = [];
  let start = first.length;
  for (const [index, literal] of otherLiterals.entries()) {
    const isLast = index === otherLiterals.length - 1;
    const position = isLast
      ? path.length - literal.length
      : path.indexOf(literal, start + 1);
    const text = path.slice(start, position);
    if (
      position <= start ||
      text.includes("/") ||
      !path.startsWith(literal, position)
    )
      return undefined;
    texts.push(text);
    start = position + literal.length;
  }
  return start === path.length ? texts : undefined;
}

/** Decodes the variables; undefined if a percent-encoding is malformed. */
function decodeVariables(pairs: readonly Pair[], lists: ReadonlySet<string>) {
  const values = new Map<string, string[]>();
  for (const [name, text] of pairs) {
    const texts = values.get(name) ?? [];
    for (const part of lists.has(name) ? text.split(",") : [text]) {
      const value = decodePercent(part);
      if (value === undefined) return undefined;
      texts.push(value);
    }
    values.set(name, texts);
  }
  return Object.fromEntries(
    [...values].map(([name, texts]) => {
      const [firstText = "", ...moreTexts] = texts;
      return [
        name,
        lists.has(name) || moreTexts.length > 0 ? texts : firstText,
      ];
    }),
  );
}
