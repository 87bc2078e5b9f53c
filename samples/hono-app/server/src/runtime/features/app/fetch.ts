import { CallError } from "../../index.js";
import type { HttpRequest, HttpResponse, Transport } from "../../index.js";
import { appTransport } from "./transport.js";
import type { App } from "./transport.js";

/** Hono, Elysia, h3 and all else that has the form of the web: `fetch(request)`. */
interface FetchApp extends App {
  fetch(request: Request): Response | PromiseLike<Response>;
}

/** Calls an application's Fetch handler in this process. `load` runs once, before the first call. */
export function fetchTransport(load: () => Promise<unknown>): Transport {
  const start = async (): Promise<FetchApp> => {
    const app = await load();
    if (isFetchApp(app)) return app;
    throw new Error("The application has no fetch method.");
  };
  return appTransport(start, async (app, request, signal) => {
    const response = await app.fetch(toWebRequest(request, signal));
    return {
      status: response.status,
      headers: toHeaders(response.headers),
      body: chunksOf(response.body, signal),
    };
  });
}

/** Whether an application has a Fetch handler. */
export function isFetchApp(app: unknown): app is FetchApp {
  return typeof Reflect.get(Object(app), "fetch") === "function";
}

function toWebRequest(
  { body, headers, method, url }: HttpRequest,
  signal: AbortSignal,
): Request {
  const host = new URL(url).host;
  try {
    // A web server in front of the application would give it the host.
    return new Request(url, {
      method,
      headers: { host, ...headers },
      body: body ?? null,
      signal,
    });
  } catch (cause) {
    // https://fetch.spec.whatwg.org/#dom-request
    throw new CallError(
      `a Fetch handler takes no ${method} request${body ? " with a body" : ""}.`,
      { cause },
    );
  }
}

/** Several cookies are one value each; all other names are joined already. */
function toHeaders(headers: Headers): HttpResponse["headers"] {
  const cookies = headers.getSetCookie();
  return {
    ...Object.fromEntries(headers),
    ...(cookies.length > 0 && { "set-cookie": cookies.join(", ") }),
  };
}

/** The body as it is written. Leaving it, or an abort while it is silent, tells the application to stop. */
async function* chunksOf(
  body: ReadableStream<Uint8Array> | null,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  if (!body) return;
  const reader = body.getReader();
  const cancel = () => void reader.cancel(signal.reason).catch(() => undefined);
  signal.addEventListener("abort", cancel, { once: true });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    signal.removeEventListener("abort", cancel);
    cancel();
  }
}
