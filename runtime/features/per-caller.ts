import { createHash } from "node:crypto";
import { CallError, getOwn } from "../index.js";
import type { ClientOptions, Principal, Transport } from "../index.js";
import type { Credential } from "./credentials.js";
import { createRedactor } from "./redact.js";

/**
 * A credential that each caller sends in a header of its own, for a server that acts for many:
 * `fromCaller("x-shop-token", (variable, env) => bearer({ variable, env }))`. Needs `callers` as `forCaller`.
 */
export function fromCaller(
  header: string,
  createCredential: (variable: string, env: NodeJS.ProcessEnv) => Credential,
): Credential {
  const variable = `the header ${header} of the request to this server`;
  return {
    ...createCredential(variable, {}),
    missing: [], // which callers will send it is not known at the start
    forCaller: (headers) =>
      createCredential(variable, {
        [variable]: getOwn(headers, header.toLowerCase()),
      }),
  };
}

/**
 * What makes a client that of one caller: with the credentials that are the caller's own, with the headers of the
 * caller's request that may be passed on, and with who the caller has proved to be. No argument takes the place of these
 * headers, not even where none was sent. Throws where they would give away what callers prove themselves with.
 */
export function perCaller(
  options: {
    /** Headers of the caller's own request, over HTTP, that are sent with its calls: the client's word, which nobody has verified. Default: none. */
    readonly passHeaders?: readonly string[];
    /**
     * The header that tells the API who calls: `x-user`. Its value is the subject (`sub`) of the caller's verified token,
     * or the name of its static token; a call without one is refused. Default: none.
     */
    readonly principal?: string;
  } = {},
): NonNullable<ClientOptions["forCaller"]> {
  const names = (options.passHeaders ?? []).map((name) => name.toLowerCase());
  const identity = options.principal?.toLowerCase();
  if (names.includes("authorization") || names.includes("cookie"))
    throw new Error(
      "passHeaders: authorization and cookie are meant for this server alone. For the API, let callers send a header of another name and use fromCaller in credentials.",
    );
  if (identity !== undefined && !/^[\w!#$%&'*+.^`|~-]+$/.test(identity))
    throw new Error(`principal: "${identity}" is no name of a header.`);
  if (identity !== undefined && names.includes(identity))
    throw new Error(
      `passHeaders: ${identity} tells who has proved to call (principal), and the caller's own word can't stand there as well.`,
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
    const identityParts = [
      client.caller,
      passedHeaders,
      verifiedHeaders,
      credentials?.secrets(),
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

/** A header that holds a credential, by its name: `x-api-key`, `x-session-token`, `x-auth`. */
const CREDENTIAL =
  /(key|token|secret|passw(or)?d|passphrase|pwd|credentials?|cookies?|session(-?id)?|signature|assertion|jwt|bearer|ticket|otp)s?(?![a-z])|(^|[-_])sid$|auth(orization|entication)?$/;

/** Who a caller has proved to be, where that can stand in a header as it is: HTTP trims spaces at its ends, and others than ASCII are read in several ways. */
function readSubject(principal: Principal | undefined): string | undefined {
  const { isClient, name = "" } = principal ?? {};
  const isPlain = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(name);
  return isPlain && !isClient ? name : undefined;
}

/** Sends nothing, and says why. */
function createRefusingTransport(principal: Principal | undefined): Transport {
  const reason = !principal
    ? "this caller has not proved who it is. Callers do so over HTTP, with a token of an authorization server or one of MCP_TOKENS (`name:token`)"
    : principal.isClient || principal.name === undefined
      ? "this caller's token names nobody. It needs a subject (`sub`), or in MCP_TOKENS a name (`name:token`)"
      : "the subject of this caller's token can't stand in a header. It may have visible characters of ASCII, and spaces between them";
  return async () => {
    throw new CallError(
      `this API is told who calls, and ${reason}. Nothing was sent.`,
    );
  };
}
