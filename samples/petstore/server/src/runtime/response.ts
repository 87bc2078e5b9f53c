// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
import { STATUS_CODES } from "node:http";
import type { Client, ReadOptions } from "./client.js";
import { CallError, UpstreamError } from "./errors.js";
import {
  truncateText,
  parseFileName,
  mediaKind,
  mediaType,
  parseJson,
  formatBytes,
  decodeText,
} from "./media.js";
import type { ApiResponse, Component, HttpResponse } from "./types.js";

/** Reads an answer for what it is, by its status and content type. */
export async function readResponse(
  response: HttpResponse,
  { client: { redact, maxResponseBytes: max }, isJson }: ReadOptions,
): Promise<ApiResponse> {
  const { body, headers, status } = response;
  const { "content-disposition": disposition, location } = headers;
  if (status >= 300 && status < 400 && location) {
    await drain(body);
    const note = `The API answered with a redirect (${status}) to this URL. It was not followed.`;
    const data = redact(location);
    return { status, headers, contentType: "text/plain", data, note };
  }
  const { bytes, isCut } = await readBytes(body, max);
  const filename = parseFileName(disposition && redact(disposition));
  const head = { status, headers, ...(filename && { filename }) };
  if (bytes.length === 0 || [204, 205, 304].includes(status)) {
    // 204 says all that there is to say.
    const note =
      status === 204 ? {} : { note: describeEmptyResponse(response, redact) };
    return { ...head, contentType: "", data: undefined, ...note };
  }
  const declared = headers["content-type"];
  const contentType = contentTypeOf(declared, bytes, isJson);
  const isBytes = BYTES.test(mediaKind(contentType));
  if (isBytes && !isCut) return { ...head, contentType, data: bytes };
  if (isBytes)
    throw new CallError(
      `the answer (${contentType}) is larger than ${formatBytes(max)}, the limit of this server. Ask for less, or let its owner raise maxResponseBytes.`,
    );
  const text = decodeText(bytes, declared, isCut);
  if (!isCut) return { ...head, ...toData(text, contentType, redact) };
  const note = `The answer was cut after ${formatBytes(max)}. Ask for less: a filter, a page, fewer fields.`;
  return { ...head, contentType: "text/plain", data: redact(text), note };
}

/** `The API answered 201 Created without a body.`, then what its headers tell. */
export function describeEmptyResponse(
  response: Pick<HttpResponse, "headers" | "status">,
  redact: Client["redact"],
): string {
  const [line = "", ...next] = summaryOf(response, redact);
  return [`The API answered ${line} without a body.`, ...next].join("\n");
}

/** The status in words, then a line for each header that says what is there or what to do next. */
function summaryOf(
  { headers, status }: Pick<HttpResponse, "headers" | "status">,
  redact: Client["redact"],
) {
  const told = Object.entries(headers).filter((one) => TOLD.test(one.join()));
  return [
    `${status} ${STATUS_CODES[status] ?? ""}`.trimEnd(),
    ...told.map(([name, value]) => `${name}: ${redact(value)}`),
  ];
}

/** `name,value` of such headers. Of ETags, no `If-Match` takes a weak one. */
const TOLD =
  /^(allow|etag(?!,W)|last-modified|link|location|retry-after|x-(total|count)[^,]*),/;

const BYTES = /^(image|audio|multipart|binary|unknown)$/;

/** JSON as data, or else text. Where JSON spells signs as escapes, or a number is one, secrets show in the form that we would give it alone. */
function toData(text: string, contentType: string, redact: Client["redact"]) {
  const redacted = redact(text);
  if (mediaKind(contentType) !== "json") return { contentType, data: redacted };
  try {
    const data = parseJson(text);
    if (redacted === text && !text.includes("\\u"))
      return { contentType, data };
    const plain = JSON.stringify(data, (_name, value: unknown) =>
      typeof value === "number" && redact(`${value}`) !== `${value}`
        ? `${value}`
        : value,
    );
    return { contentType, data: parseJson(redact(plain)) };
  } catch {
    return { contentType: "text/plain", data: redacted };
  }
}

/** The declared type; where that is unknown, or JSON is to come, JSON where the text looks like it. */
function contentTypeOf(header = "", bytes: Uint8Array, isJson = false) {
  const type = mediaType(header);
  const kind = mediaKind(type);
  if (kind !== "unknown" && !(isJson && /^(text|binary)$/.test(kind)))
    return type;
  const text = decodeText(bytes, header, true);
  if (/[^\P{Cc}\s]|\uFFFD/u.test(text))
    return type || "application/octet-stream";
  if (/^\s*[[{]/.test(text)) return "application/json";
  return kind === "unknown" ? "text/plain" : type;
}

/** Bytes of an error's body that are forwarded, and that are read at all. */
const FORWARDED = 2048;
const READ_AT_MOST = 64 * 1024;

/** The error for a 4xx or 5xx answer: `GET /pets/{petId} → 404 Not Found`, what this server lacks, the body's text. */
export async function toUpstreamError(
  response: HttpResponse,
  operation: string,
  { credentials, redact, redactErrors }: Client,
  security: Component["security"] = [],
): Promise<UpstreamError> {
  const { status, headers } = response;
  const isRefused = status === 401 || status === 403;
  // The API has refused what the document may have as optional.
  const schemes = security.filter((alternative) => alternative.length > 0);
  const missing = isRefused && credentials?.missingVariables(schemes);
  const isBare = status === 401 && credentials && schemes.length === 0;
  const [line = "", ...next] = summaryOf(response, redact);
  const text = redact(await errorText(response)).trim();
  const body = redactErrors ? "" : text;
  const start = truncateText(body, FORWARDED);
  const lines = [
    `${operation} → ${line}`,
    missing &&
      `This operation needs credentials that this server was not given. Set ${missing}.`,
    isBare &&
      "This operation names no credential, so none was sent. Where the API wants one, this server's owner can name it: `security` in the operation's module, or in toolwright's config.",
    ...next.filter((one) => !/^(etag|last-modified):/.test(one)), // of the error itself
    start,
    start !== body && `(cut after ${formatBytes(FORWARDED)})`,
  ];
  const message = lines.filter(Boolean).join("\n");
  return new UpstreamError(message, status, headers, body);
}

/** The body as text, or a description of it. What can't be read to its end is no reason to hide the status. */
async function errorText({ headers, body }: HttpResponse): Promise<string> {
  const read = readBytes(body, READ_AT_MOST);
  const none = { bytes: new Uint8Array(), isCut: false };
  const { bytes, isCut } = await read.catch(() => none);
  const declared = headers["content-type"];
  const type = contentTypeOf(declared, bytes);
  return BYTES.test(mediaKind(type))
    ? `(${type}, ${isCut ? "more than " : ""}${formatBytes(bytes.length)}, not shown)`
    : decodeText(bytes, declared, isCut);
}

/** The first `max` bytes of a body, and whether there were more. */
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

/** Reads away a short body, so that its connection can be used again. */
export async function drain(body: AsyncIterable<Uint8Array>): Promise<void> {
  await readBytes(body, READ_AT_MOST).catch(() => undefined);
}
