import type { Client, ClientOptions } from "./types.js";

/** A client of the API. Nothing is opened before the first call. */
export function createHttpClient(options: ClientOptions): Client {
  const { credentials, headers = {} } = options;
  const named = Object.entries(headers);
  return {
    routePrefix: "",
    ownServers: true,
    timeout: 30,
    timeouts: {},
    redactErrors: false,
    maxResponseBytes: 4 * 1024 * 1024,
    bodies: [],
    ...options,
    headers: Object.fromEntries(
      named.map(([name, value]) => [name.toLowerCase(), value]),
    ),
    mask: (text) => credentials?.mask(text) ?? text,
  };
}
