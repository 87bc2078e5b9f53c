import { mediaKind, mediaType } from "../../index.js";
import type { HttpRequest } from "../../index.js";

/** Accept header of tools that declare no other. */
const DEFAULT_ACCEPT = "application/json, */*;q=0.5";

/**
 * Converts a request to the format of a test case, with the headers in `headerNames` and those that differ from the
 * defaults. A URL below one of the base URLs begins with its path there.
 */
export function recordRequest(
  { body, headers, method, url }: HttpRequest,
  headerNames: readonly string[],
  baseUrls: readonly string[],
) {
  const type = headers["content-type"] ?? "";
  const boundary = /boundary=([\w-]+)/.exec(type)?.[1] ?? "\0";
  const recordedNames = new Set([
    ...(headers["accept"] === DEFAULT_ACCEPT ? [] : ["accept"]),
    ...(body && type !== "application/json" ? ["content-type"] : []),
    ...headerNames,
  ]);
  const recordedHeaders = [...recordedNames].map((name) => [
    name,
    headers[name]?.replace(boundary, "boundary"),
  ]);
  return {
    sends: `${method} ${toRelativeUrl(new URL(url), baseUrls)}`,
    ...(recordedHeaders.length > 0 && {
      headers: Object.fromEntries(recordedHeaders) as Record<string, string>,
    }),
    ...(body && { body: readBody(body, type, boundary) }),
  };
}

/**
 * Returns path and query of a URL below a base URL: `/pets?limit=5`. A URL elsewhere on the host of a base URL has its
 * whole path, and that of another host stays absolute.
 */
function toRelativeUrl(url: URL, baseUrls: readonly string[]): string {
  const bases = baseUrls.flatMap((text) =>
    URL.canParse(text) ? [new URL(text)] : [],
  );
  const hostBases = bases.filter(({ origin }) => origin === url.origin);
  const pathOf = ({ pathname }: URL) => pathname.replace(/\/$/, "");
  const base = hostBases.find((candidate) =>
    `${url.pathname}/`.startsWith(`${pathOf(candidate)}/`),
  );
  if (hostBases.length === 0) return url.href;
  if (!base) return `${url.pathname}${url.search}`;
  const path = url.pathname.slice(pathOf(base).length) || "/";
  // The query of a base URL comes first.
  const baseQuery = base.search.slice(1);
  const query = url.search.slice(1);
  const isFirst = baseQuery !== "" && `${query}&`.startsWith(`${baseQuery}&`);
  const ownQuery = isFirst ? query.slice(baseQuery.length + 1) : query;
  return `${path}${ownQuery && `?${ownQuery}`}`;
}

/** Returns JSON as a value, other text as text, and bytes in base64. */
function readBody(body: Uint8Array, type: string, boundary: string): unknown {
  const bytes = Buffer.from(body);
  const text = bytes.toString();
  if (!Buffer.from(text).equals(bytes)) return bytes.toString("base64");
  return mediaKind(mediaType(type)) === "json"
    ? parseBody(text)
    : text.replaceAll(boundary, "boundary");
}

/** Parses JSON. Returns other text unchanged. */
export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
