import { createRemoteJWKSet, errors, jwtVerify } from "jose";
import type { JWTPayload, JWTVerifyGetKey, JWTVerifyOptions } from "jose";
import type { Principal } from "../../index.js";
import { splitList } from "../http.js";
import type { HttpOptions } from "../http.js";
import { setCallerToken } from "./caller-token.js";
import { bearerAuthenticator } from "./bearer.js";

export interface JwtOptions {
  /** `iss` of the tokens: the URL of the authorization server. */
  readonly issuer: string;
  /** `aud` of the tokens: the URL of this server's endpoint, as callers know it. */
  readonly audience: string;
  /** Where the authorization server publishes its keys. */
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
  const { audience, issuer, scopes = [] } = options;
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
      resource: audience,
      authorization_servers: [issuer],
      scopes_supported: scopes,
      bearer_methods_supported: ["header"],
    },
    async verify(token, log) {
      try {
        const payload = await verifyToken(token, keys, verifyOptions);
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
        // It names a claim, and holds nothing of the token.
        log.warn("refused", { reason: error.message });
        return undefined;
      }
    },
  });
}

/**
 * The same, told by the environment: `MCP_JWT_ISSUER`, `MCP_JWT_AUDIENCE`, `MCP_JWT_JWKS_URL` and, as a list
 * with commas, `MCP_JWT_SCOPES`. Throws where one that is needed is missing, so that no door stands open.
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
      `Callers must prove who they are, so set ${missing.join(", ")}.`,
    );
  for (const [name, url] of [
    ["MCP_JWT_AUDIENCE", audience],
    ["MCP_JWT_JWKS_URL", jwksUrl],
  ])
    if (!URL.canParse(url ?? "")) throw new Error(`${name} must be a URL.`);
  const scopes = splitList(env["MCP_JWT_SCOPES"]);
  return jwtTokens({ issuer, audience, jwksUrl, scopes });
}

/** Of a token that doesn't say which of several keys has signed it, any may have. */
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

/** With public keys only. */
const ALGORITHMS =
  "RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519".split(
    " ",
  );

/** What is wrong with the token itself; anything else is wrong on the way to the keys. */
const INVALID_TOKEN_CODE =
  /^ERR_(JWT|JWS)_|^ERR_JWKS_NO_MATCHING_KEY$|^ERR_JOSE_(ALG_NOT_ALLOWED|NOT_SUPPORTED)$/;

/** Who a token is for: a user or, without one, a client, which are never the same. Undefined where it names neither. */
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
