// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
import {
  CallError,
  isHeaderText,
  isSchema,
  raceAbort,
  readBytes,
} from "../../../index.js";
import type {
  Args,
  Headers,
  ServerContext,
  Transport,
} from "../../../index.js";
import type { Credential, CredentialFactory } from "../credentials.js";

declare module "../../../context.js" {
  interface ServerContext {
    /** Creates the keeper of tokens that replicas share; undefined if each process keeps its own. */
    readonly createTokenKeeper?:
      ((options: TokenKeeperOptions) => TokenKeeper) | undefined;
  }
}

/** A token, and its lifetime in seconds, if it is known. */
export interface FetchedToken {
  readonly token: string;
  readonly seconds?: number;
}

/** A refusal of an authorization server. The message has nothing of its text but the error code. */
export class TokenError extends CallError {
  /** Fields of the response, which no one has checked. */
  readonly fields: Args;
  constructor(message: string, fields: Args) {
    super(message);
    this.fields = fields;
  }
}

/** A token, and the refresh token that replaces the one that was redeemed. */
export interface TokenResponse extends FetchedToken {
  readonly newRefreshToken?: string;
}

/**
 * Seconds before its expiry from which a token is no longer used; seconds to wait for a response; number of tokens to
 * redact.
 */
const EXPIRY_MARGIN_SECONDS = 60;
const REQUEST_TIMEOUT_SECONDS = 30;
const MAX_RECENT_TOKENS = 4;

/**
 * A bearer token that your own function fetches: kept until shortly before it expires, and fetched again after a 401.
 * Concurrent requests wait for the same fetch. `fetchToken` gets the transport that sends requests to the API.
 */
export function fetchedToken(
  fetchToken: (
    transport: Transport,
    context: ServerContext,
  ) => Promise<FetchedToken>,
): CredentialFactory {
  return (context) => keepToken((transport) => fetchToken(transport, context));
}

/** Keeps a token until shortly before it expires. */
export function keepToken(
  fetchToken: (transport: Transport) => Promise<FetchedToken>,
): Credential {
  let currentToken:
    { readonly token: string; readonly end: number } | undefined;
  let pendingToken: Promise<string> | undefined;
  let recentTokens: readonly string[] = [];

  async function refreshToken(transport: Transport): Promise<string> {
    try {
      const { seconds = Infinity, token } = await fetchToken(transport);
      if (!isHeaderText(token))
        throw new CallError(
          "no access token: it has a line break or another character that a header can't hold.",
        );
      const lifetime = seconds - toMargin(seconds);
      currentToken = { token, end: Date.now() + lifetime * 1000 };
      recentTokens = [token, ...recentTokens].slice(0, MAX_RECENT_TOKENS);
      return token;
    } finally {
      pendingToken = undefined;
    }
  }

  return {
    missing: [],
    get secrets() {
      return recentTokens;
    },
    async apply(request, { signal, transport }) {
      if (currentToken && Date.now() >= currentToken.end)
        currentToken = undefined;
      // A caller's signal ends its own waiting, not the fetch, since others may wait for it.
      const token =
        currentToken?.token ??
        (await raceAbort((pendingToken ??= refreshToken(transport)), signal));
      request.headers["authorization"] = `Bearer ${token}`;
    },
    renew({ headers }) {
      if (headers["authorization"] === `Bearer ${currentToken?.token}`)
        currentToken = undefined;
      return true;
    },
  };
}

/** Returns the seconds before its end from which a token with this lifetime is no longer used. */
export const toMargin = (seconds: number): number =>
  Math.min(EXPIRY_MARGIN_SECONDS, seconds / 10);

/** Keeps the tokens of one credential in a place that all replicas read. */
export interface TokenKeeper {
  /** Returns an access token, and redeems the newest refresh token if that is needed. */
  fetch(
    configuredRefresh: string,
    redeem: (refreshToken: string) => Promise<TokenResponse>,
  ): Promise<FetchedToken>;
  /** Returns an access token that can be requested again: the stored one, otherwise a new one. */
  cache(
    owner: CachedTokenOwner,
    request: () => Promise<FetchedToken>,
  ): Promise<FetchedToken>;
  /** Reports that the API has refused an access token. */
  reject(token: string): void;
  readonly secrets: readonly string[];
}

/** Variable of the refresh token or of the client, and the origin of the API's authorization server. */
export interface TokenKeeperOptions {
  readonly variable: string;
  readonly origin: string;
}

/** Owner of an access token that can be requested again. */
export interface CachedTokenOwner {
  /** Values that decide which token it is: the client, its secret, scopes, the caller. */
  readonly identity: readonly string[];
  /** Maximum number of seconds for which the token is stored. */
  readonly maxSeconds?: number;
}

/** Address of the authorization server's token endpoint, and the client's authentication there. */
export interface TokenEndpoint {
  readonly tokenUrl: string;
  /** Part of the token request that holds the client's id and secret. Default: `header`. */
  readonly authentication?: "header" | "body";
}

/** Requests a token for a client with an id and usually a secret. `newRefreshToken` replaces the refresh token. */
export async function requestToken(
  client: TokenEndpoint & { readonly id: string; readonly secret: string },
  grant: Headers,
  transport: Transport,
): Promise<TokenResponse> {
  const { authentication = "header", id, secret, tokenUrl } = client;
  const isBasic = authentication === "header" && secret !== "";
  const form = new URLSearchParams({
    ...grant,
    ...(!isBasic && { client_id: id }),
  });
  if (!isBasic && secret) form.set("client_secret", secret);
  // Both are form-encoded first: https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1
  const encoded = new URLSearchParams([
    ["", id],
    ["", secret],
  ]).toString();
  const pair = encoded.slice(1).replace("&=", ":");
  const basic = `Basic ${Buffer.from(pair).toString("base64")}`;
  const fields = await getJson(tokenUrl, transport, {
    body: Buffer.from(form.toString()),
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      ...(isBasic && { authorization: basic }),
    },
  });
  const { access_token: token, refresh_token: newRefreshToken } = fields;
  if (typeof token !== "string")
    throw new CallError(
      "no access token: the token response does not contain one.",
    );
  const seconds = parseSeconds(fields["expires_in"]);
  return {
    token,
    ...(seconds > 0 && { seconds }),
    ...(typeof newRefreshToken === "string" && { newRefreshToken }),
  };
}

/** Parses a number of seconds, which some servers send as text; otherwise NaN. */
export function parseSeconds(value: unknown): number {
  return /^(number|string)$/.test(typeof value) ? Number(value) : NaN;
}

/**
 * Requests JSON from an authorization server. Throws a `TokenError` with the status and the error code, never with the
 * server's text. https://www.rfc-editor.org/rfc/rfc6749#section-5.2
 */
export async function getJson(
  url: string,
  transport: Transport,
  { body, headers = {} }: { body?: Uint8Array; headers?: Headers } = {},
): Promise<Args> {
  if (!URL.canParse(url))
    throw new CallError(
      "no access token: the token URL is not absolute. Set it in client.ts.",
    );
  const { host } = new URL(url);
  const method = body ? "POST" : "GET";
  const accept = { accept: "application/json", ...headers };
  const request = { method, url, headers: accept, body };
  const signal = AbortSignal.timeout(REQUEST_TIMEOUT_SECONDS * 1000);
  const requestFields = async () => {
    const response = await transport(request, signal);
    const { bytes } = await readBytes(response.body, 256 * 1024);
    return { status: response.status, fields: parseFields(bytes.toString()) };
  };
  const { fields, status } = await requestFields().catch((cause: unknown) => {
    throw new CallError(`no access token: ${host} did not respond.`, { cause });
  });
  if (status === 200 && fields) return fields;
  const { error } = fields ?? {};
  const isCode = typeof error === "string" && /^\w{1,40}$/.test(error);
  const reason = isCode ? `${status} (${error})` : status;
  throw new TokenError(
    `no access token: ${host} responded with ${reason}.`,
    fields ?? {},
  );
}

function parseFields(text: string): Args | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isSchema(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the origin of a URL; another text as it is. */
export function toOrigin(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}
