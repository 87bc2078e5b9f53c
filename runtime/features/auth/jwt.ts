import { createRemoteJWKSet, errors, jwtVerify } from "jose";
import type { JWTPayload, JWTVerifyGetKey, JWTVerifyOptions } from "jose";
import type { Principal } from "../../index.js";
import { splitList } from "../http.js";
import type { HttpOptions } from "../http.js";
import { setCallerToken } from "./caller-token.js";
import { bearerAuthenticator } from "./bearer.js";

export interface JwtOptions {
  /** Issuer (`iss`) of the tokens: the URL of the authorization server. */
  readonly issuer: string;
  /** Audience (`aud`) of the tokens: the URL of this server's endpoint, as callers know it. */
  readonly audience: string;
  /** URL of this server's endpoint, if the audience is another text, such as an id. */
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
): NonNullable<HttpOptions["auth"]> {
  const { audience, issuer, resource = audience, scopes = [] } = options;
  const keys = createRemoteJWKSet(new URL(options.jwksUrl));
  const verifyOptions: JWTVerifyOptions = {
    audience,
    issuer,
    algorithms: ALGORITHMS,
    clockTolerance: 5,
    requiredClaims: ["exp"],
  };
  return bearerAuthenticator({
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
        if (!URL.canParse(audience) && !hasRights(payload)) {
          log.warn("refused", { reason: NOT_AN_ACCESS_TOKEN });
          return undefined;
        }
        const principal = toPrincipal(payload);
        if (!principal) return undefined;
        setCallerToken(principal, { token, end: (payload.exp ?? 0) * 1000 });
        return principal;
      } catch (error) {
        if (!(
          error instanceof errors.JOSEError &&
          INVALID_TOKEN_CODE.test(error.code)
        ))
          throw error;
        // The message names a claim, and contains nothing of the token.
        log.warn("refused", { reason: error.message });
        return undefined;
      }
    },
  });
}

/**
 * Configures `jwtTokens` from the environment: `MCP_JWT_ISSUER`, `MCP_JWT_AUDIENCE`, `MCP_JWT_JWKS_URL`, the
 * comma-separated `MCP_JWT_SCOPES`, and `MCP_JWT_RESOURCE` if the audience is not a URL. Throws if a required one is missing,
 * so that the server is never open by accident.
 */
export function jwtTokensFrom(
  env: NodeJS.ProcessEnv,
): NonNullable<HttpOptions["auth"]> {
  const names = ["MCP_JWT_ISSUER", "MCP_JWT_AUDIENCE", "MCP_JWT_JWKS_URL"];
  const [issuer = "", audience = "", jwksUrl = ""] = names.map(
    (name) => env[name]?.trim() ?? "",
  );
  const missing = names.filter((name) => !env[name]?.trim());
  if (missing.length > 0)
    throw new Error(
      `Callers must authenticate with access tokens. Set ${missing.join(", ")}.`,
    );
  if (!URL.canParse(jwksUrl))
    throw new Error("MCP_JWT_JWKS_URL must be a URL.");
  const resource = env["MCP_JWT_RESOURCE"]?.trim() || audience;
  if (!URL.canParse(resource))
    throw new Error(
      resource === audience
        ? "MCP_JWT_AUDIENCE must be a URL. If the audience of your tokens is not a URL, set MCP_JWT_RESOURCE to the URL of this server's endpoint."
        : "MCP_JWT_RESOURCE must be a URL.",
    );
  const scopes = splitList(env["MCP_JWT_SCOPES"]);
  return jwtTokens({ issuer, audience, jwksUrl, resource, scopes });
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
