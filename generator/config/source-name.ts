/**
 * How what is made of one source is kept apart from the other sources of a server. The only API of
 * a server (null) has none of it. Of `book-shop`:
 *
 * - tools, resources and templates are called `book_shop_…`
 * - URIs are `resource://book-shop/…` and `book-shop://…/{id}`: its name is a first path segment
 * - environment variables are `BOOK_SHOP_…`
 * - its modules stand in `src/book-shop/`, its client in `src/book-shop-client.ts`
 * - keys of the lock are `book-shop tool POST /pets`
 */
export type SourceName = string | null;

/** Characters of a tool's name: with `mcp__server__` before it, as clients write it, it has room in 64. */
export const MAX_NAME = 56;

/** `book_shop_` */
export function namePrefix(source: SourceName): string {
  return source === null ? "" : `${source.replaceAll("-", "_")}_`;
}

/** `BOOK_SHOP_` */
export function variablePrefix(source: SourceName): string {
  return namePrefix(source).toUpperCase();
}

/** `/book-shop` */
export function pathPrefix(source: SourceName): string {
  return source === null ? "" : `/${source}`;
}

/** `book-shop `, in keys of the lock and wherever else routes of several sources stand together. */
export function routePrefix(source: SourceName): string {
  return source === null ? "" : `${source} `;
}

/** `bookShopSource`: what server.ts calls it. */
export function sourceIdentifier(source: string): string {
  const camel = source.replace(/-([a-z])/g, (_, letter: string) =>
    letter.toUpperCase(),
  );
  return `${camel}Source`;
}

/** Folder of its modules, with a slash at the end. */
export function folderOf(source: SourceName): string {
  return source === null ? "src/" : `src/${source}/`;
}

/** Its client stands directly in src/, from where an application is found as from dist/. */
export function clientPath(source: SourceName): string {
  return source === null ? "src/client.ts" : `src/${source}-client.ts`;
}

/** What its mock answers. */
export function answersPath(source: SourceName): string {
  return `test/${source === null ? "" : `${source}-`}answers.json`;
}

/** Folder of the runtime, as seen from modules of its components. */
export function runtimeFrom(source: SourceName): string {
  return source === null ? "../runtime/" : "../../runtime/";
}
