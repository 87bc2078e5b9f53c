import type { Client } from "../client.js";
import { own } from "../own.js";
import type { Credential } from "../types.js";

/** Headers of the request of an MCP client over HTTP, in lower case; none on stdio. */
type Headers = Readonly<Record<string, string>>;

/** A client as it is for one caller: with what it passes on of the caller's own request. */
export function forCaller(client: Client, headers: Headers): Client {
  const passed = client.passHeaders
    .map((name) => name.toLowerCase())
    .filter((name) => Object.hasOwn(headers, name))
    .map((name) => [name, headers[name] ?? ""] as const);
  const credentials = Object.entries(client.credentials);
  const isShared = credentials.every(([, one]) => !("forCaller" in one));
  if (passed.length === 0 && isShared) return client;
  return {
    ...client,
    headers: { ...client.headers, ...Object.fromEntries(passed) },
    credentials: Object.fromEntries(
      credentials.map(([name, one]) => [name, one.forCaller?.(headers) ?? one]),
    ),
  };
}

/**
 * A credential that each caller sends in a header of its own, for a server that acts for many:
 * `fromCaller("x-shop-token", (variable, env) => bearer({ variable, env }))`.
 */
export function fromCaller(
  header: string,
  make: (variable: string, env: NodeJS.ProcessEnv) => Credential,
): Credential {
  const variable = `the header ${header} of the request to this server`;
  return {
    ...make(variable, {}),
    missing: [], // which callers will send it is not known at the start
    forCaller: (headers) =>
      make(variable, { [variable]: own(headers, header.toLowerCase()) }),
  };
}
