import type { Client } from "../client.js";
import { CallError } from "./errors.js";
import type { Exchanged } from "./exchange.js";
import {
  decoderFor,
  fileNameOf,
  kindOf,
  mediaType,
  parseJson,
} from "../answer/media.js";
import { discard, readBytes, whileWanted } from "../answer/read.js";
import { maskSecrets } from "../credentials/secrets.js";
import { receiveStream } from "../answer/stream.js";
import { sizeOf } from "../text.js";
import type { Answer, HttpResponse } from "../types.js";
import { toUpstreamError } from "./upstream-error.js";

/** What reading an answer needs to know. */
export interface Receiving {
  readonly client: Client;
  /** `POST /pets` */
  readonly operation: string;
  readonly signal: AbortSignal;
  readonly progress: (message: string) => void;
}

/** Reads an answer for what it is, by its status and content type. Throws an `UpstreamError` on 4xx and 5xx. */
export async function receive(
  { response, location }: Exchanged,
  context: Receiving,
): Promise<Answer> {
  const { status, headers } = response;
  const body = whileWanted(response.body, context.signal);
  if (status >= 400) {
    throw await toUpstreamError({ ...response, body }, context);
  }
  if (location !== undefined) {
    await discard(body);
    const data = maskSecrets(location, context.client);
    const note = `The API answered with a redirect (${String(status)}) to this URL. It was not followed.`;
    return { status, headers, contentType: "text/plain", data, note };
  }
  const contentType = mediaType(headers["content-type"]);
  const kind = kindOf(contentType);
  switch (kind) {
    case "events":
    case "lines":
    case "sequence":
      return receiveStream({ ...response, body }, kind, context);
    default:
      return receiveWhole({ ...response, body }, contentType, context);
  }
}

async function receiveWhole(
  response: HttpResponse,
  declaredType: string,
  { client, progress }: Receiving,
): Promise<Answer> {
  const { status, headers } = response;
  const { bytes, cut } = await readBytes(
    response.body,
    client.maxResponseBytes,
    progressOf(headers["content-length"], progress),
  );
  const filename = fileNameOf(headers["content-disposition"]);
  const head = { status, headers, ...(filename && { filename }) };
  if (bytes.length === 0 || [204, 205, 304].includes(status)) {
    return { ...head, contentType: "", data: undefined };
  }
  const contentType = declaredType || guessType(bytes);
  switch (kindOf(contentType)) {
    case "json":
    case "text":
    case "form": {
      const decoder = decoderFor(headers["content-type"]);
      const text = maskSecrets(decoder.decode(bytes, { stream: cut }), client);
      if (cut) {
        const note = `The answer was cut after ${sizeOf(client.maxResponseBytes)}. Ask for less: a filter, a page, fewer fields.`;
        return { ...head, contentType: "text/plain", data: text, note };
      }
      return { ...head, ...toData(text, contentType) };
    }
    default:
      if (!cut) return { ...head, contentType, data: bytes };
      throw new CallError(
        `the answer (${contentType}) is larger than ${sizeOf(client.maxResponseBytes)}, the limit of this server. Ask for less, or let its owner raise maxResponseBytes.`,
      );
  }
}

function toData(
  text: string,
  contentType: string,
): Pick<Answer, "contentType" | "data"> {
  if (kindOf(contentType) !== "json") return { contentType, data: text };
  try {
    return { contentType, data: parseJson(text) };
  } catch {
    return { contentType: "text/plain", data: text };
  }
}

/** An answer without a content type: text where it is valid UTF-8, JSON where it parses. */
function guessType(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return /^\s*[[{]/.test(text) ? "application/json" : "text/plain";
  } catch {
    return "application/octet-stream";
  }
}

/** Tells the size of a long download, about once a second. */
function progressOf(
  length: string | undefined,
  progress: Receiving["progress"],
): (count: number) => void {
  let told = Date.now();
  return (count) => {
    if (Date.now() - told < 1000) return;
    told = Date.now();
    const total = length ? ` of ${sizeOf(Number(length))}` : "";
    progress(`Received ${sizeOf(count)}${total}`);
  };
}
