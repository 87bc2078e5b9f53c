import { STATUS_CODES } from "node:http";
import { UpstreamError } from "./errors.js";
import { decoderFor, kindOf, mediaType } from "../answer/media.js";
import { readBytes } from "../answer/read.js";
import type { Receiving } from "./receive.js";
import { maskSecrets } from "../credentials/secrets.js";
import { countOf, cutText, sizeOf } from "../text.js";
import type { HttpResponse } from "../types.js";

/** Bytes of an error's body that are forwarded, and that are read at all. */
const forwarded = 2048;
const readAtMost = 64 * 1024;

/** The error for a 4xx or 5xx answer: `GET /pets/{petId} → 404 Not Found`, then the body where it is text. */
export async function toUpstreamError(
  response: HttpResponse,
  { client, operation }: Pick<Receiving, "client" | "operation">,
): Promise<UpstreamError> {
  const { status, headers } = response;
  const lines = [
    `${operation} → ${String(status)} ${STATUS_CODES[status] ?? ""}`.trimEnd(),
  ];
  const wait = headers["retry-after"];
  if (wait) lines.push(`Retry after: ${wait}`);
  const text = await readText(response);
  const body = client.redactErrors ? "" : maskSecrets(text, client);
  if (body.trim() !== "") lines.push(shorten(body.trim()));
  return new UpstreamError(lines.join("\n"), status, headers, body);
}

/** The body as text, or a description of it. What can't be read to its end is no reason to hide the status. */
async function readText({ headers, body }: HttpResponse): Promise<string> {
  const { bytes, cut } = await readBytes(body, readAtMost).catch(() => ({
    bytes: new Uint8Array(),
    cut: false,
  }));
  const type = mediaType(headers["content-type"]);
  switch (kindOf(type || "text/plain")) {
    case "image":
    case "audio":
    case "multipart":
    case "binary":
      return `(${type}, ${cut ? "more than " : ""}${sizeOf(bytes.length)}, not shown)`;
    default:
      return decoderFor(headers["content-type"]).decode(bytes, { stream: cut });
  }
}

function shorten(text: string): string {
  const start = cutText(text, forwarded);
  return start === text
    ? text
    : `${start}\n(cut after ${countOf(forwarded)} bytes)`;
}
