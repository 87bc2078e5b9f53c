import { createHash } from "node:crypto";
import { own } from "../index.js";
import type { ClientOptions } from "../index.js";
import type { Credential } from "./credentials.js";
import { createMask } from "./mask.js";

/**
 * A credential that each caller sends in a header of its own, for a server that acts for many:
 * `fromCaller("x-shop-token", (variable, env) => bearer({ variable, env }))`. Needs `callers` as `forCaller`.
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

/**
 * What makes a client that of one caller: with the credentials that are the caller's own, and with the headers of
 * the caller's request that may be passed on. No argument takes the place of these, not even where none was sent.
 * Throws where they would give away what callers prove themselves with.
 */
export function callers(
  options: {
    /** Headers of the caller's own request, over HTTP, that are sent with its calls. Default: none. */
    readonly passHeaders?: readonly string[];
  } = {},
): NonNullable<ClientOptions["forCaller"]> {
  const names = (options.passHeaders ?? []).map((name) => name.toLowerCase());
  if (names.includes("authorization") || names.includes("cookie"))
    throw new Error(
      "passHeaders: authorization and cookie are meant for this server alone. For the API, let callers send a header of another name and use fromCaller in credentials.",
    );
  return (client, headers, principal) => {
    const passed = Object.fromEntries(
      names.map((name) => [
        name,
        own(headers, name) ?? own(client.headers, name),
      ]),
    );
    const credentials = client.credentials?.forCaller?.(headers, principal);
    const secrets = Object.values(passed).filter((one) => one !== undefined);
    const maskPassed = createMask(() => secrets);
    const mask = (text: string) =>
      client.mask(maskPassed(credentials?.mask(text) ?? text));
    const whose = [client.caller, passed, credentials?.secrets()];
    const digest = createHash("sha256").update(JSON.stringify(whose));
    return {
      ...client,
      caller: digest.digest("base64"),
      headers: { ...client.headers, ...passed },
      ...(credentials && { credentials }),
      mask,
    };
  };
}
