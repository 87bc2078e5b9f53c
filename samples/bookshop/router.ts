import type { IncomingHttpHeaders } from "node:http";
import { Problem } from "./problem.js";
import type { Shop } from "./shop.js";

/** A request whose body has been read. */
export interface Call {
  /** Path parameters, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** Aborts when the caller hangs up. */
  readonly signal: AbortSignal;
}

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | AsyncIterable<string>;
}

export type Handler = (call: Call, shop: Shop) => Reply | Promise<Reply>;

/** Handlers by method and path template: `GET /books/{bookId}`. */
export type Routes = Readonly<Record<string, Handler>>;

/** The handler of a request and the values of its path's placeholders; a 404 where there is none. */
export function findRoute(
  routes: Routes,
  method: string,
  path: string,
): { handle: Handler; params: Record<string, string> } {
  for (const [route, handle] of Object.entries(routes)) {
    const [routeMethod, template = ""] = route.split(" ");
    if (routeMethod !== method) continue;
    const params = matchPath(template, path);
    if (params !== undefined) return { handle, params };
  }
  throw new Problem(404, "Not found", {
    detail: `Nothing answers ${method} ${path}.`,
  });
}

function matchPath(
  template: string,
  path: string,
): Record<string, string> | undefined {
  const wanted = template.split("/");
  const given = path.split("/");
  if (wanted.length !== given.length) return undefined;

  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = decode(given[index] ?? "");
    if (part.startsWith("{")) params[part.slice(1, -1)] = value;
    else if (part !== value) return undefined;
  }
  return params;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
