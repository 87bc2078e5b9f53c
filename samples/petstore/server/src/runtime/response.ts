// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
import { STATUS_CODES } from "node:http";
import type { Client, ReadOptions } from "./client.js";
import { CallError, UpstreamError } from "./errors.js";
import {
  truncateText,
  parseFileName,
  mediaKind,
  responseType,
  parseJson,
  formatBytes,
  decodeText,
} from "./media.js";
import type { ApiResponse, Component, HttpResponse } from "./types.js";

/** Reads a response by its status and content type. */
export async function readResponse(
  response: HttpResponse,
  { client: { redact, maxResponseBytes: max }, isJson }: ReadOptions,
): Promise<ApiResponse> {
  const { body, headers, status } = response;
  const { "content-disposition": disposition, location } = headers;
  if (status >= 300 && status < 400 && location) {
    await drain(body);
    const note = `The API responded with a redirect (${status}) to this URL, which was not followed.`;
    const data = redact(location);
    return { status, headers, contentType: "text/plain", data, note };
  }
  const { bytes, isCut } = await readBytes(body, max);
  const filename = parseFileName(disposition, redact);
  const head = { status, headers, ...(filename && { filename }) };
  if (bytes.length === 0 || [204, 205, 304].includes(status)) {
    // A 204 needs no note: its status says everything.
    const note =
      status === 204 ? {} : { note: describeEmptyResponse(response, redact) };
    return { ...head, contentType: "", data: undefined, ...note };
  }
  const declared = headers["content-type"];
  const contentType = detectContentType(declared, bytes, isJson);
  const isBytes = BYTES_KIND.test(mediaKind(contentType));
  if (isBytes && !isCut) return { ...head, contentType, data: bytes };
  if (isBytes)
    throw new CallError(
      `the response (${contentType}) is larger than ${formatBytes(max)}, the limit of this server. Ask for less, or ask its owner to raise maxResponseBytes.`,
    );
  const text = decodeText(bytes, declared, isCut);
  if (!isCut) return { ...head, ...toData(text, contentType, redact) };
  const note = `The response was cut after ${formatBytes(max)}. Ask for less: use a filter, a page or fewer fields.`;
  return { ...head, contentType: "text/plain", data: redact(text), note };
}

/**
 * Describes a response without a body: `The API answered 201 Created without a body.`, then its informative headers.
 */
export function describeEmptyResponse(
  response: Pick<HttpResponse, "headers" | "status">,
  redact: Client["redact"],
): string {
  const [line = "", ...detailLines] = summariseResponse(response, redact);
  return [`The API responded with ${line} and no body.`, ...detailLines].join(
    "\n",
  );
}

/** Returns the status in words, then a line for each header that describes the content or the next step. */
function summariseResponse(
  { headers, status }: Pick<HttpResponse, "headers" | "status">,
  redact: Client["redact"],
) {
  const shownHeaders = Object.entries(headers).filter((header) =>
    SHOWN_HEADER.test(header.join()),
  );
  return [
    `${status} ${STATUS_CODES[status] ?? ""}`.trimEnd(),
    ...shownHeaders.map(([name, value]) => `${name}: ${redact(value)}`),
  ];
}

/** Matches `name,value` of such headers. Weak ETags are left out, since no `If-Match` takes one. */
const SHOWN_HEADER =
  /^(allow|etag(?!,W)|last-modified|link|location|retry-after|x-(total|count)[^,]*),/;

const BYTES_KIND = /^(image|audio|multipart|binary|unknown)$/;

/**
 * Parses JSON; any other text stays text. If the JSON contains escapes, or if a number is a secret, redacts each value
 * in its unescaped form.
 */
function toData(text: string, contentType: string, redact: Client["redact"]) {
  const redacted = redact(text);
  if (mediaKind(contentType) !== "json") return { contentType, data: redacted };
  try {
    const data = parseJson(text);
    if (redacted === text && !text.includes("\\u"))
      return { contentType, data };
    const json = JSON.stringify(data, (_name, value: unknown) =>
      typeof value === "number" && redact(`${value}`) !== `${value}`
        ? `${value}`
        : value,
    );
    return { contentType, data: parseJson(redact(json)) };
  } catch {
    return { contentType: "text/plain", data: redacted };
  }
}

/** Returns the declared type. If it is unknown, or if JSON is expected, returns JSON for a text that looks like it. */
export function detectContentType(
  header = "",
  bytes: Uint8Array,
  isJson = false,
) {
  const type = responseType(header);
  const kind = mediaKind(type);
  if (kind !== "unknown" && !(isJson && /^(text|binary)$/.test(kind)))
    return type;
  const text = decodeText(bytes, header, true);
  if (/[^\P{Cc}\s]|\uFFFD/u.test(text))
    return type || "application/octet-stream";
  if (/^\s*[[{]/.test(text)) return "application/json";
  return kind === "unknown" ? "text/plain" : type;
}

/** Limits of an error's body in bytes: of the part that is forwarded, and of the part that is read. */
const MAX_FORWARDED_BYTES = 2048;
const MAX_READ_BYTES = 64 * 1024;

/**
 * Creates the error for a 4xx or 5xx response: `GET /pets/{petId} → 404 Not Found`, the missing credentials, the body's
 * text.
 */
export async function toUpstreamError(
  response: HttpResponse,
  operation: string,
  { credentials, redact, redactErrors }: Client,
  security: Component["security"] = [],
): Promise<UpstreamError> {
  const { status, headers } = response;
  const isRefused = status === 401 || status === 403;
  // The document may declare security as optional; the API has refused the call without it.
  const schemes = security.filter((alternative) => alternative.length > 0);
  const missing = isRefused && credentials?.missingVariables(schemes);
  const hasNoScheme = status === 401 && credentials && schemes.length === 0;
  const [line = "", ...detailLines] = summariseResponse(response, redact);
  const text = redact(await readErrorText(response)).trim();
  const body = redactErrors ? "" : text;
  const start = truncateText(body, MAX_FORWARDED_BYTES);
  const lines = [
    `${operation} → ${line}`,
    missing &&
      `This operation needs credentials that this server does not have. Set ${missing}.`,
    hasNoScheme &&
      "This operation does not declare a credential, so none was sent. If the API needs one, this server's owner can set `security` in the operation's module or in toolwright's config.",
    ...detailLines.filter((detail) => !/^(etag|last-modified):/.test(detail)), // these describe the error response itself
    start,
    start !== body && `(cut after ${formatBytes(MAX_FORWARDED_BYTES)})`,
  ];
  const message = lines.filter(Boolean).join("\n");
  return new UpstreamError(message, status, headers, body);
}

/** Reads the body as text, or describes it. A body that breaks off does not hide the status. */
async function readErrorText({ headers, body }: HttpResponse): Promise<string> {
  const reading = readBytes(body, MAX_READ_BYTES);
  const emptyBody = { bytes: new Uint8Array(), isCut: false };
  const { bytes, isCut } = await reading.catch(() => emptyBody);
  const declared = headers["content-type"];
  const type = detectContentType(declared, bytes);
  return BYTES_KIND.test(mediaKind(type))
    ? `(${type}, ${isCut ? "more than " : ""}${formatBytes(bytes.length)}, not shown)`
    : decodeText(bytes, declared, isCut);
}

/** Reads the first `max` bytes of a body, and whether it has more. */
export async function readBytes(body: AsyncIterable<Uint8Array>, max: number) {
  const chunks: Uint8Array[] = [];
  let count = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    count += chunk.length;
    if (count > max) break;
  }
  return { bytes: Buffer.concat(chunks).subarray(0, max), isCut: count > max };
}

/** Reads the rest of a short body, so that its connection can be used again. */
export async function drain(body: AsyncIterable<Uint8Array>): Promise<void> {
  await readBytes(limitTime(body), MAX_READ_BYTES).catch(() => undefined);
}

/** Ends a body after a second, or in half of the time until the deadline, so that a body that stalls hides no status. */
export async function* limitTime(
  body: AsyncIterable<Uint8Array> & { destroy?(): void },
  deadline = Infinity,
): AsyncGenerator<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]();
  const time = Math.min(1000, (deadline - performance.now()) / 2);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<{ done: true }>((resolve) => {
    timer = setTimeout(resolve, time, { done: true });
  });
  try {
    for (;;) {
      const chunk = await Promise.race([chunks.next(), late]);
      if (chunk.done) return;
      yield chunk.value;
    }
  } finally {
    clearTimeout(timer);
    body.destroy?.(); // else the connection of a stream of Node's stays open
    void chunks.return?.().catch(() => undefined); // waits for the next chunk
  }
}
