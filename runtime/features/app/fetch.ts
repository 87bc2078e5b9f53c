import type { Transport } from "../../index.js";
import { fromWebResponse, toWebRequest } from "../transport/web.js";
import { appTransport } from "./transport.js";
import type { App } from "./transport.js";

/** An application with a Fetch handler, `fetch(request)`: Hono, Elysia, h3 and others. */
interface FetchApp extends App {
  fetch(request: Request): Response | PromiseLike<Response>;
}

/** Calls an application's Fetch handler in this process. `load` runs once, before the first call. */
export function fetchTransport(load: () => Promise<unknown>): Transport {
  const start = async (): Promise<FetchApp> => {
    const app = await load();
    if (isFetchApp(app)) return app;
    throw new Error("The application does not have a fetch method.");
  };
  return appTransport(start, async (app, request, signal) => {
    // Applications behind a web server get a host header, so it is added here.
    const headers = { host: new URL(request.url).host, ...request.headers };
    const webRequest = toWebRequest({ ...request, headers }, signal);
    return fromWebResponse(await app.fetch(webRequest), signal);
  });
}

/** True if an application has a Fetch handler. */
export function isFetchApp(app: unknown): app is FetchApp {
  return typeof Reflect.get(Object(app), "fetch") === "function";
}
