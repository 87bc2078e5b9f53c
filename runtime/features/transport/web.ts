import { CallError, checkHeaders } from "../../index.js";
import type { ByteStream, HttpRequest, HttpResponse } from "../../index.js";

/** Converts a request to a `Request` of the Fetch API. */
export function toWebRequest(
  { body, headers, method, stream, url }: HttpRequest,
  signal: AbortSignal,
): Request {
  checkHeaders(headers);
  try {
    return new Request(url, {
      method,
      headers,
      body: stream ? toReadableStream(stream) : (body ?? null),
      ...(stream && { duplex: "half" }), // https://fetch.spec.whatwg.org/#dom-requestinit-duplex
      redirect: "manual", // `send` follows redirects
      signal,
    });
  } catch (cause) {
    // https://fetch.spec.whatwg.org/#dom-request
    throw new CallError(
      `a Fetch handler can't receive a ${method} request${body ? " with a body" : ""}.`,
      { cause },
    );
  }
}

/** Converts bytes that are read while they are sent to a stream of the Fetch API. */
function toReadableStream(stream: ByteStream): ReadableStream {
  return ReadableStream.from(
    (async function* () {
      yield* await stream.open();
    })(),
  );
}

/** Converts a `Response` of the Fetch API to a response whose body streams. */
export function fromWebResponse(
  response: Response,
  signal: AbortSignal,
): HttpResponse {
  return {
    status: response.status,
    headers: toHeaders(response.headers),
    body: readChunks(response.body, signal),
  };
}

/** Reads the body as it is written. Leaving the loop, or an abort between two chunks, cancels the stream. */
async function* readChunks(
  body: ReadableStream<Uint8Array> | null,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  if (!body) return;
  const reader = body.getReader();
  const cancel = () => void reader.cancel(signal.reason).catch(() => undefined);
  signal.addEventListener("abort", cancel, { once: true });
  if (signal.aborted) cancel();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield Buffer.from(value); // Elysia writes text
    }
  } finally {
    signal.removeEventListener("abort", cancel);
    cancel();
  }
}

/** Converts headers to a record. Several cookies have one value each; values of any other name are already joined. */
function toHeaders(headers: Headers): HttpResponse["headers"] {
  const cookies = headers.getSetCookie();
  return {
    ...Object.fromEntries(headers),
    ...(cookies.length > 0 && { "set-cookie": cookies.join(", ") }),
  };
}
