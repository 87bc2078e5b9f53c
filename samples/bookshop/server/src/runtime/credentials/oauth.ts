import { valueOf } from "./credentials.js";
import { CallError } from "../call/errors.js";
import { createTokenCache } from "./token-cache.js";
import type { Token } from "./token-cache.js";
import { getJson, postForm } from "./token-endpoint.js";
import type { Credential, Transport } from "../types.js";

/** How access tokens are got: from a variable, with a refresh token, or with the client's own secret. */
export interface OAuthOptions {
  /** Variable with an access token, used as long as the API takes it. */
  readonly token: string;
  /** Variable with the client's id. */
  readonly clientId: string;
  /** Variable with the client's secret. */
  readonly clientSecret: string;
  /** Variable with a refresh token, for acting as a user. */
  readonly refreshToken: string;
  readonly scopes?: readonly string[];
  /** Further fields of the token request, such as `audience`. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Where the client's id and secret go in the token request. Default: `header`. */
  readonly authentication?: "header" | "body";
  readonly env: NodeJS.ProcessEnv;
}

/**
 * An access token of OAuth 2. Without `tokenUrl`, the one in the environment is all there is. Refresh tokens go to
 * `refreshUrl`, where there is one.
 */
export function oauth2(
  options: OAuthOptions & {
    readonly tokenUrl?: string;
    readonly refreshUrl?: string;
  },
): Credential {
  const refreshes = valueOf(options.refreshToken, options.env) !== "";
  const refreshUrl = refreshes ? options.refreshUrl : undefined;
  const tokenUrl = refreshUrl ?? options.tokenUrl;
  return accessToken(
    options,
    tokenUrl === undefined ? undefined : async () => ({ tokenUrl }),
  );
}

/** An access token of the authorization server that a discovery document describes. https://openid.net/specs/openid-connect-discovery-1_0.html */
export function openIdConnect(
  options: OAuthOptions & { readonly url: string },
): Credential {
  let known: Endpoint | undefined;
  return accessToken(
    options,
    async (transport) => (known ??= await discover(options.url, transport)),
  );
}

interface Endpoint {
  readonly tokenUrl: string;
  readonly authentication?: "header" | "body";
}

function accessToken(
  options: OAuthOptions,
  locate: ((transport: Transport) => Promise<Endpoint>) | undefined,
): Credential {
  const { env } = options;
  const given = valueOf(options.token, env);
  const clientId = valueOf(options.clientId, env);
  const clientSecret = valueOf(options.clientSecret, env);
  const cache = createTokenCache();
  let refreshToken = valueOf(options.refreshToken, env);

  async function fetch(
    transport: Transport,
    locate: (transport: Transport) => Promise<Endpoint>,
  ): Promise<Token> {
    const endpoint = await locate(transport);
    const { authentication = endpoint.authentication ?? "header" } = options;
    const inHeader = authentication === "header" && clientSecret !== "";
    const fields = await postForm(
      endpoint.tokenUrl,
      {
        headers: inHeader ? basicHeader(clientId, clientSecret) : {},
        fields: {
          ...(refreshToken === ""
            ? { grant_type: "client_credentials", ...scopeOf(options) }
            : { grant_type: "refresh_token", refresh_token: refreshToken }),
          ...(!inHeader && { client_id: clientId }),
          ...(!inHeader && clientSecret && { client_secret: clientSecret }),
          ...options.parameters,
        },
      },
      transport,
    );
    const { access_token: value, refresh_token: rotated } = fields;
    if (typeof value !== "string")
      throw new CallError("no access token: the answer holds none.");
    if (typeof rotated === "string") refreshToken = rotated;
    return { value, lifetime: lifetimeOf(fields["expires_in"]) };
  }

  return {
    missing:
      given !== "" ||
      (locate && clientId !== "" && (clientSecret || refreshToken) !== "")
        ? []
        : [alternatives(options, locate !== undefined)],
    get secrets() {
      const all = [given, clientSecret, refreshToken, ...cache.recent];
      return all.filter(Boolean);
    },
    async apply(request, { signal, transport }) {
      const token =
        locate && given === ""
          ? await cache.get(signal, () => fetch(transport, locate))
          : given;
      request.headers["authorization"] = `Bearer ${token}`;
    },
    renew(rejected) {
      cache.drop((rejected.headers["authorization"] ?? "").slice(7));
      return given === "";
    },
  };
}

function scopeOf({ scopes = [] }: OAuthOptions): { scope?: string } {
  return scopes.length > 0 ? { scope: scopes.join(" ") } : {};
}

function alternatives(
  { clientId, clientSecret, refreshToken, token }: OAuthOptions,
  canFetch: boolean,
): string {
  return canFetch
    ? `${token}, or ${clientId} with ${clientSecret} or ${refreshToken}`
    : token;
}

async function discover(url: string, transport: Transport): Promise<Endpoint> {
  const fields = await getJson(url, transport);
  const { token_endpoint: tokenUrl } = fields;
  if (typeof tokenUrl !== "string" || !URL.canParse(tokenUrl))
    throw new CallError("no access token: the discovery names no endpoint.");
  const methods = fields["token_endpoint_auth_methods_supported"];
  const body =
    Array.isArray(methods) && !methods.includes("client_secret_basic");
  return { tokenUrl, authentication: body ? "body" : "header" };
}

/** Both are form-encoded first: https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1 */
function basicHeader(id: string, secret: string): { authorization: string } {
  const [name, password] = [id, secret].map((text) =>
    new URLSearchParams([["", text]]).toString().slice(1),
  );
  const pair = Buffer.from(`${name}:${password}`).toString("base64");
  return { authorization: `Basic ${pair}` };
}

/** Seconds, by some servers as text. */
function lifetimeOf(expiresIn: unknown): number {
  const seconds = Number(expiresIn);
  return seconds > 0 ? seconds * 1000 : Infinity;
}
