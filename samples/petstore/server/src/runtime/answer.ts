import { STATUS_CODES } from "node:http";
import type { Client } from "./client.js";
import { CallError, UpstreamError } from "./errors.js";
import {
  cutText,
  decoderFor,
  fileNameOf,
  kindOf,
  mediaType,
  parseJson,
  sizeOf,
  textOfHtml,
} from "./media.js";
import type { Answer, HttpResponse } from "./types.js";

/** Reads an answer for what it is, by its status and content type. */
export async function receive(
  { body, headers, status }: HttpResponse,
  client: Client,
): Promise<Answer> {
  const { "content-type": declared, location } = headers;
  if (status >= 300 && status < 400 && location) {
    await discard(body);
    const note = `The API answered with a redirect (${status}) to this URL. It was not followed.`;
    const data = client.mask(location);
    return { status, headers, contentType: "text/plain", data, note };
  }
  const { bytes, isCut } = await readBytes(body, client.maxResponseBytes);
  const filename = fileNameOf(headers["content-disposition"]);
  const head = { status, headers, ...(filename && { filename }) };
  if (bytes.length === 0 || [204, 205, 304].includes(status))
    return { ...head, contentType: "", data: undefined, ...told(head) };
  const contentType = typeOf(declared, bytes);
  const limit = () => sizeOf(client.maxResponseBytes);
  if (!BYTES.test(kindOf(contentType))) {
    const decoded = decoderFor(declared).decode(bytes, { stream: isCut });
    const text = client.mask(decoded);
    if (!isCut) return { ...head, ...toData(text, contentType) };
    const note = `The answer was cut after ${limit()}. Ask for less: a filter, a page, fewer fields.`;
    return { ...head, contentType: "text/plain", data: text, note };
  }
  if (!isCut) return { ...head, contentType, data: bytes };
  throw new CallError(
    `the answer (${contentType}) is larger than ${limit()}, the limit of this server. Ask for less, or let its owner raise maxResponseBytes.`,
  );
}

/** The status, and what the head says of what to do next. */
function headOf({ headers, status }: Pick<Answer, "headers" | "status">) {
  const { location, "retry-after": wait } = headers;
  const next = [
    location ? `Location: ${location}` : [],
    wait ? `Retry after: ${wait}` : [],
  ].flat();
  return { name: `${status} ${STATUS_CODES[status] ?? ""}`.trimEnd(), next };
}

/** What an answer without a body says; nothing of a plain 204. */
function told(head: Pick<Answer, "headers" | "status">) {
  const { name, next } = headOf(head);
  if (head.status === 204 && next.length === 0) return {};
  const note = [`The API answered ${name} without a body.`, ...next].join("\n");
  return { note };
}

const BYTES = /^(image|audio|multipart|binary|unknown)$/;

function toData(text: string, contentType: string) {
  if (kindOf(contentType) !== "json") return { contentType, data: text };
  try {
    return { contentType, data: parseJson(text) };
  } catch {
    return { contentType: "text/plain", data: text };
  }
}

/** The declared type; where it tells no form, that of text where there is text alone, of JSON where it looks like it. */
function typeOf(declared: string | undefined, bytes: Uint8Array): string {
  const type = mediaType(declared);
  if (kindOf(type) !== "unknown") return type;
  const text = new TextDecoder().decode(bytes, { stream: true });
  if (/[^\P{Cc}\s]|\uFFFD/u.test(text))
    return type || "application/octet-stream";
  return /^\s*[[{]/.test(text) ? "application/json" : "text/plain";
}

/** Bytes of an error's body that are forwarded, and that are read at all. */
const FORWARDED = 2048;
const READ_AT_MOST = 64 * 1024;

/** The error for a 4xx or 5xx answer: `GET /pets/{petId} → 404 Not Found`, what this server lacks, the body's text. */
export async function toUpstreamError(
  response: HttpResponse,
  operation: string,
  missing: string | undefined,
  client: Client,
): Promise<UpstreamError> {
  const { status, headers } = response;
  const { name, next } = headOf(response);
  const lacking = status === 401 || status === 403 ? missing : undefined;
  const text = client.mask(await errorText(response)).trim();
  const body = client.redactErrors ? "" : text;
  const start = cutText(body, FORWARDED);
  const lines = [
    `${operation} → ${name}`,
    lacking &&
      `This operation needs credentials that this server was not given. Set ${lacking}.`,
    ...next,
    start,
    start !== body && "(cut after 2,048 bytes)",
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
  const type = typeOf(declared, bytes);
  const text = decoderFor(declared).decode(bytes, { stream: isCut });
  if (type === "text/html") return textOfHtml(text);
  return !BYTES.test(kindOf(type))
    ? text
    : `(${type}, ${isCut ? "more than " : ""}${sizeOf(bytes.length)}, not shown)`;
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
export async function discard(body: AsyncIterable<Uint8Array>): Promise<void> {
  await readBytes(body, READ_AT_MOST).catch(() => undefined);
}
