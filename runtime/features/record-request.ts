import { mediaKind, mediaType } from "../index.js";
import type { HttpRequest } from "../index.js";

/** What is asked for where a tool says nothing else. */
const USUAL = "application/json, */*;q=0.5";

/** A request in the form of a case: with the headers that are `named`, and those that are not the usual ones. */
export function recordRequest(
  { body, headers, method, url }: HttpRequest,
  named: readonly string[],
) {
  const type = headers["content-type"] ?? "";
  const boundary = /boundary=([\w-]+)/.exec(type)?.[1] ?? "\0";
  const told = new Set([
    ...(headers["accept"] === USUAL ? [] : ["accept"]),
    ...(body && type !== "application/json" ? ["content-type"] : []),
    ...named,
  ]);
  const shown = [...told].map((name) => [
    name,
    headers[name]?.replace(boundary, "boundary"),
  ]);
  return {
    sends: `${method} ${url}`,
    ...(shown.length > 0 && {
      headers: Object.fromEntries(shown) as Record<string, string>,
    }),
    ...(body && { body: readable(body, type, boundary) }),
  };
}

/** JSON as it is, other text as text, bytes in base64. */
function readable(body: Uint8Array, type: string, boundary: string): unknown {
  const bytes = Buffer.from(body);
  const text = bytes.toString();
  if (!Buffer.from(text).equals(bytes)) return bytes.toString("base64");
  return mediaKind(mediaType(type)) === "json"
    ? parseBody(text)
    : text.replaceAll(boundary, "boundary");
}

/** JSON, or else the text itself. */
export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
