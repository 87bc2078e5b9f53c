import { createRemoteJWKSet, errors, jwtVerify } from "jose";
import type { JWTPayload, JWTVerifyGetKey, JWTVerifyOptions } from "jose";
import type {
  Principal,
  ServerContext,
  ServerDefinition,
} from "../../../index.js";
import { splitList } from "../http.js";
import { setCallerToken } from "./caller-token.js";
import { bearerAuthenticator, UnavailableError } from "./bearer.js";

export interface JwtOptions {
  /** Issuer (`iss`) of the tokens: the URL of the authorization server. */
  readonly issuer: string;
  /** Audience (`aud`) of the tokens: the URL of this server's endpoint, as callers know it. If there are several, any. */
  readonly audience: string | readonly string[];
  /** URL of this server's endpoint. Default: the first audience with `https:`, otherwise with `http:`. */
  readonly resource?: string;
  /** URL at which the authorization server publishes its keys. */
  readonly jwksUrl: string;
  /** Scopes that every caller needs. */
  readonly scopes?: readonly string[];
}

/**
 * Accepts access tokens that an authorization server has signed for this server.
 * https://modelcontextprotocol.io/specification/2025-11-25/basic/authorization
 */
export function jwtTokens(
  options: JwtOptions,
): NonNullable<ServerDefinition["auth"]> {
  const { issuer, jwksUrl, scopes = [] } = options;
  const audiences = [options.audience].flat();
  const resource = options.resource ?? findEndpointUrl(audiences);
  if (resource === undefined)
    throw new Error(
      `MCP_JWT_AUDIENCE has no URL of this server's endpoint, such as ${EXAMPLE_URL}. If the audience of your tokens is another text, set MCP_JWT_RESOURCE to that URL.`,
    );
  const keys = createRemoteJWKSet(new URL(jwksUrl));
  const verifyOptions: JWTVerifyOptions = {
    audience: audiences,
    issuer,
    algorithms: ALGORITHMS,
    clockTolerance: 5,
    requiredClaims: ["exp"],
  };
  const authenticator = bearerAuthenticator({
    scopes,
    metadata: {
      resource,
      authorization_servers: [issuer],
      scopes_supported: scopes,
      bearer_methods_supported: ["header"],
    },
    async verify(token, log) {
      try {
        const payload = await verifyToken(token, keys, verifyOptions);
        const isForUrl = [payload.aud ?? []]
          .flat()
          .some((name) => audiences.includes(name) && URL.canParse(name));
        if (!isForUrl && !hasRights(payload)) {
          log.warn("refused", { reason: NOT_AN_ACCESS_TOKEN });
          return undefined;
        }
        const identity = toPrincipal(payload);
        if (!identity) return undefined;
        const principal = { ...identity, secrets: () => [token] };
        const end = (payload.exp ?? 0) * 1000;
        setCallerToken(principal, { token, end, claims: payload });
        return principal;
      } catch (error) {
        if (!(
          error instanceof errors.JOSEError &&
          INVALID_TOKEN_CODE.test(error.code)
        ))
          throw new UnavailableError(
            "The keys of the authorization server can't be read.",
            `${describeError(error)} Check MCP_JWT_JWKS_URL and the network.`,
          );
        // The message names a claim, and contains nothing of the token.
        log.warn("refused", { reason: error.message });
        return undefined;
      }
    },
  });
  return Object.assign(authenticator, CLAIMS);
}

/** Mark of an authentication whose tokens have claims. */
const CLAIMS = { hasClaims: true } as const;

/**
 * Configures `jwtTokens` from the environment: `MCP_JWT_ISSUER`, `MCP_JWT_AUDIENCE` (several are separated by commas),
 * `MCP_JWT_JWKS_URL`, the scopes of `MCP_JWT_SCOPES`, and `MCP_JWT_RESOURCE` if no audience is the endpoint's URL. Throws
 * if a required one is missing, so that the server is never open by accident.
 */
export function jwt(): NonNullable<ServerDefinition["auth"]> {
  const authenticate: NonNullable<ServerDefinition["auth"]> = (service, log) =>
    jwtTokens(readOptions(service.context))(service, log);
  return Object.assign(authenticate, CLAIMS);
}

function readOptions({ env }: ServerContext): JwtOptions {
  const names = ["MCP_JWT_ISSUER", "MCP_JWT_AUDIENCE", "MCP_JWT_JWKS_URL"];
  const [issuer = "", audienceText = "", jwksUrl = ""] = names.map(
    (name) => env[name]?.trim() ?? "",
  );
  const audience = splitList(audienceText);
  const missing = names.filter((name) => !/[^\s,]/.test(env[name] ?? ""));
  if (missing.length > 0)
    throw new Error(
      `Callers must authenticate with access tokens. Set ${missing.join(", ")}.`,
    );
  if (!isWebUrl(jwksUrl))
    throw new Error(
      "MCP_JWT_JWKS_URL must be the URL of the authorization server's public keys, such as https://id.example.com/jwks.",
    );
  const resource = env["MCP_JWT_RESOURCE"]?.trim();
  if (resource && !isWebUrl(resource))
    throw new Error(
      `MCP_JWT_RESOURCE must be the URL of this server's endpoint, such as ${EXAMPLE_URL}.`,
    );
  // A scope has no blanks, and tokens separate scopes by them.
  const scopes = splitList(env["MCP_JWT_SCOPES"]?.replaceAll(" ", ","));
  return { issuer, audience, jwksUrl, scopes, ...(resource && { resource }) };
}

const EXAMPLE_URL = "https://mcp.example.com/mcp";

/** Finds the URL of the endpoint among the audiences. */
function findEndpointUrl(audiences: readonly string[]): string | undefined {
  const urls = audiences.filter(isWebUrl);
  return urls.find((url) => /^https:/i.test(url)) ?? urls[0];
}

/** True for an absolute http(s) URL without user name and password, which would be published. */
function isWebUrl(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false;
  const { password, username } = new URL(text);
  return `${username}${password}` === "";
}

/** Describes why keys could not be fetched: the text of the error, and the system's code. */
function describeError(error: unknown): string {
  const { cause, message } = Object(error) as {
    cause?: unknown;
    message?: unknown;
  };
  const { code } = Object(cause) as { code?: unknown };
  return `${String(message)}${typeof code === "string" ? ` (${code})` : ""}.`;
}

/** Verifies a token. If it names none of several keys, tries each of them. */
async function verifyToken(
  token: string,
  keys: JWTVerifyGetKey,
  verifyOptions: JWTVerifyOptions,
): Promise<JWTPayload> {
  try {
    return (await jwtVerify(token, keys, verifyOptions)).payload;
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    for await (const key of error)
      try {
        return (await jwtVerify(token, key, verifyOptions)).payload;
      } catch (reason) {
        if (!(reason instanceof errors.JWSSignatureVerificationFailed))
          throw reason;
      }
    throw new errors.JWSSignatureVerificationFailed();
  }
}

/** Algorithms with public keys only. */
const ALGORITHMS =
  "RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519".split(
    " ",
  );

/** Codes of errors about the token itself; all others are about fetching the keys. */
const INVALID_TOKEN_CODE =
  /^ERR_(JWT|JWS)_|^ERR_JWKS_NO_MATCHING_KEY$|^ERR_JOSE_(ALG_NOT_ALLOWED|NOT_SUPPORTED)$/;

/**
 * True if a token grants something. An id token grants nothing, and its audience may be the same id.
 * https://openid.net/specs/openid-connect-core-1_0.html#IDToken
 */
const hasRights = ({ roles, scope, scp }: JWTPayload) =>
  [roles, scope, scp].some((rights) => rights !== undefined);

const NOT_AN_ACCESS_TOKEN =
  "the token has no scope, scp or roles, so it may be an id token";

/**
 * Returns the identity in a token: a user or, without one, a client; the two are never equal. Undefined if it names
 * neither.
 */
function toPrincipal(payload: JWTPayload): Principal | undefined {
  const { iss, scope, scp } = payload;
  const claim = ["sub", "client_id"].find((name) => payload[name]);
  const name = payload[claim ?? ""];
  if (typeof name !== "string") return undefined;
  const scopeTexts = [scope ?? scp ?? []].flat().map(String);
  return {
    id: JSON.stringify([iss, claim, name]),
    name,
    ...(claim === "client_id" && { isClient: true }),
    scopes: scopeTexts.flatMap((scopes) => scopes.split(" ")).filter(Boolean),
  };
}
