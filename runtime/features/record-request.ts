import { mediaKind, mediaType } from "../index.js";
import type { HttpRequest } from "../index.js";

/** Accept header of tools that declare no other. */
const DEFAULT_ACCEPT = "application/json, */*;q=0.5";

/**
 * Converts a request to the format of a test case, with the headers in `headerNames` and those that differ from the
 * defaults.
 */
export function recordRequest(
  { body, headers, method, url }: HttpRequest,
  headerNames: readonly string[],
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
    sends: `${method} ${url}`,
    ...(recordedHeaders.length > 0 && {
      headers: Object.fromEntries(recordedHeaders) as Record<string, string>,
    }),
    ...(body && { body: readBody(body, type, boundary) }),
  };
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
