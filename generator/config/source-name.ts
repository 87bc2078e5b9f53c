/**
 * Name of one of several sources of a server, which keeps its output apart from the others'. Null for the
 * only API of a server, which has no prefixes. For `book-shop`:
 *
 * - tools, resources and templates are called `book_shop_…`
 * - URIs are `resource://book-shop/…` and `book-shop://…/{id}`: its name is a first path segment
 * - environment variables are `BOOK_SHOP_…`
 * - its modules are in `src/book-shop/`, its client in `src/book-shop-client.ts`
 * - keys of the lock are `book-shop tool POST /pets`
 */
export type SourceName = string | null;

/** Characters of a tool's name at most: clients prefix `mcp__server__`, and allow 64 in all. */
export const MAX_TOOL_NAME_LENGTH = 56;

/** Prefix of names: `book_shop_`; empty for the only API. */
export function namePrefixOf(source: SourceName): string {
  return source === null ? "" : `${source.replaceAll("-", "_")}_`;
}

/** Prefix of environment variables: `BOOK_SHOP_`. */
export function variablePrefixOf(source: SourceName): string {
  return namePrefixOf(source).toUpperCase();
}

/** First segment of URIs, with its slash: `/book-shop`. */
export function pathPrefixOf(source: SourceName): string {
  return source === null ? "" : `/${source}`;
}

/** Prefix of operation keys, with a blank: `book-shop `; in the lock and wherever routes of several sources are listed together. */
export function routePrefixOf(source: SourceName): string {
  return source === null ? "" : `${source} `;
}

/** Identifier of the source in server.ts: `bookShopSource`. */
export function sourceIdentifierOf(source: string): string {
  const camel = source.replace(/-([a-z])/g, (_, letter: string) =>
    letter.toUpperCase(),
  );
  return `${camel}Source`;
}

/** Folder of the source's modules, with a slash at the end. */
export function moduleFolderOf(source: SourceName): string {
  return source === null ? "src/" : `src/${source}/`;
}

/** Path of the source's client. It is directly in src/, so that the relative URL of an application is the same from dist/. */
export function clientPathOf(source: SourceName): string {
  return source === null ? "src/client.ts" : `src/${source}-client.ts`;
}

/** Path of the responses of its mock. */
export function mockResponsesPathOf(source: SourceName): string {
  return `test/${source === null ? "" : `${source}-`}responses.json`;
}

/** Relative path of the runtime from the modules of its components. */
export function runtimePathFrom(source: SourceName): string {
  return source === null ? "../runtime/" : "../../runtime/";
}
