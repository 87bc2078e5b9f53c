import { createHash } from "node:crypto";
import { CallError, getOwn } from "../../index.js";
import type { ClientOptions, Principal, Transport } from "../../index.js";
import type { Credential, CredentialFactory } from "./credentials.js";
import {
  createOwnCredential,
  createRefusal,
  refuseUnassigned,
} from "./own-credential.js";
import { createRedactor } from "../observe/redact.js";

/** The server's own credential, for callers that send none. */
export interface FallbackOptions {
  readonly orElse: "server";
  /** Variable with the server's credential. */
  readonly variable: string;
  /**
   * `anyone`: all who reach the server may act with the server's credential. Default: over HTTP, the server starts
   * only if callers authenticate.
   */
  readonly callers?: "anyone";
}

/**
 * A credential that each caller sends in its own header, for a server that acts for many: `fromCaller("x-shop-token",
 * (variable) => bearer({ variable }))`. Needs `perCaller()` as `forCaller`. With `fallback`, a caller that does not send
 * the header acts with the server's credential; a header that is there is never replaced.
 */
export function fromCaller(
  header: string,
  createCredential: (variable: string) => CredentialFactory,
  fallback?: FallbackOptions,
): CredentialFactory {
  const place = `the header ${header} of the request to this server`;
  const create = createCredential(place);
  return (context) => {
    const serverCredential =
      fallback && createCredential(fallback.variable)(context);
    if (fallback && fallback.callers !== "anyone")
      context.authNeeds.add({
        kind: "callers",
        reason: `Callers that send no ${header} act with this server's own credential (${fallback.variable}), so they must authenticate over HTTP. Set MCP_TOKENS, or generate with --auth jwt. If anyone who reaches the server may use that credential, write callers: "anyone" beside orElse in client.ts.`,
      });
    const createOwn = (value: string | undefined) =>
      createOwnCredential(place, value, create, context);
    return {
      ...refuseUnassigned(createOwn(undefined)),
      get missing() {
        return serverCredential?.missing ?? []; // the callers that will send it are unknown at the start
      },
      get notice() {
        return serverCredential?.notice;
      },
      get secrets() {
        return serverCredential?.secrets ?? [];
      },
      forCaller(headers) {
        const value = getOwn(headers, header.toLowerCase());
        if (!serverCredential) return createOwn(value);
        if (value === undefined) return toFallback(serverCredential, place);
        // A caller that sends an empty header means to send a key.
        return value.trim() === ""
          ? createRefusal(
              `${place} is empty. Send a key in it, or leave it out`,
            )
          : createOwn(value);
      },
    };
  };
}

/** Creates the credential of a caller that acts with the server's account. */
const toFallback = (
  serverCredential: Credential,
  place: string,
): Credential => ({
  get missing() {
    return serverCredential.missing.map(
      (variable) => `${place} or ${variable}`,
    );
  },
  get secrets() {
    return serverCredential.secrets;
  },
  account: "server",
  apply: (request, context) => serverCredential.apply(request, context),
  renew: (rejected) => serverCredential.renew?.(rejected) === true,
});

/**
 * Creates the client of one caller: with the caller's credentials, the headers of its request that may be passed on,
 * and its proven identity. No argument replaces these headers, not even if the caller sent none. Throws if a header
 * would reveal the caller's credential for this server.
 */
export function perCaller(
  options: {
    /**
     * Headers of the caller's request over HTTP that are sent with its calls. The client chose their values, which
     * no one has verified. Default: none.
     */
    readonly passHeaders?: readonly string[];
    /**
     * Header that names the caller to the API: `x-user`. Its value is the subject (`sub`) of the caller's verified
     * token, or the name of its static token; a call without one is refused. Default: none.
     */
    readonly principal?: string;
  } = {},
): NonNullable<ClientOptions["forCaller"]> {
  const names = (options.passHeaders ?? []).map((name) => name.toLowerCase());
  const identity = options.principal?.toLowerCase();
  if (names.includes("authorization") || names.includes("cookie"))
    throw new Error(
      "passHeaders can't contain authorization or cookie, which are for this server only. Let callers send the API's credential in another header, and use fromCaller in credentials.",
    );
  if (identity !== undefined && !/^[\w!#$%&'*+.^`|~-]+$/.test(identity))
    throw new Error(`principal: "${identity}" is not a valid header name.`);
  if (identity !== undefined && names.includes(identity))
    throw new Error(
      `passHeaders can't contain ${identity}, because principal sets this header to the verified caller.`,
    );
  return (client, headers, principal) => {
    const passedHeaders = Object.fromEntries(
      names.map((name) => [
        name,
        getOwn(headers, name) ?? getOwn(client.headers, name),
      ]),
    );
    const subject = readSubject(principal);
    const verifiedHeaders =
      identity === undefined ? {} : { [identity]: subject };
    const credentials = client.credentials?.forCaller?.(headers, principal);
    const credentialHeaders = client.credentials?.headers ?? [];
    const secrets = names
      .filter(
        (name) => CREDENTIAL.test(name) || credentialHeaders.includes(name),
      )
      .flatMap((name) => passedHeaders[name] ?? []);
    const redactPassed = createRedactor(() => secrets);
    const redact = (text: string) =>
      client.redact(redactPassed(credentials?.redact(text) ?? text));
    // Secrets of the server change, and differ from replica to replica.
    const serverSecrets = new Set(client.credentials?.secrets());
    const identityParts = [
      client.caller,
      passedHeaders,
      verifiedHeaders,
      credentials?.secrets().filter((secret) => !serverSecrets.has(secret)),
    ];
    const digest = createHash("sha256").update(JSON.stringify(identityParts));
    return {
      ...client,
      caller: digest.digest("base64"),
      headers: { ...client.headers, ...passedHeaders, ...verifiedHeaders },
      ...(credentials && { credentials }),
      ...(identity !== undefined &&
        subject === undefined && {
          transport: createRefusingTransport(principal),
        }),
      redact,
    };
  };
}

/** Matches the names of headers that hold a credential: `x-api-key`, `x-session-token`, `x-auth`. */
const CREDENTIAL =
  /(key|token|secret|passw(or)?d|passphrase|pwd|credentials?|cookies?|session(-?id)?|signature|assertion|jwt|bearer|ticket|otp)s?(?![a-z])|(^|[-_])sid$|auth(orization|entication)?$/;

/**
 * Returns the proven name of a caller; undefined if a header can't hold it unchanged: HTTP trims spaces at its ends,
 * and servers decode characters beyond ASCII in several ways.
 */
function readSubject(principal: Principal | undefined): string | undefined {
  const { isClient, name = "" } = principal ?? {};
  const isPlain = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(name);
  return isPlain && !isClient ? name : undefined;
}

/** Creates a transport that sends nothing and gives the reason. */
function createRefusingTransport(principal: Principal | undefined): Transport {
  const reason = !principal
    ? "this caller is not authenticated. Callers authenticate over HTTP, with a token of an authorization server or one of MCP_TOKENS (`name:token`)"
    : principal.isClient || principal.name === undefined
      ? "this caller's token has no name. It needs a subject (`sub`), or a name in MCP_TOKENS (`name:token`)"
      : "the subject of this caller's token is not valid in a header. It may have visible ASCII characters, and spaces between them";
  return async () => {
    throw new CallError(
      `nothing was sent. The API needs the caller's name, and ${reason}.`,
    );
  };
}
