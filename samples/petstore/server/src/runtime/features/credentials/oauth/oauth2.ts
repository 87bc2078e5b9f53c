// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
import type { ServerContext, Transport } from "../../../index.js";
import {
  checkHeaderValue,
  followVariables,
  readToken,
  readVariable,
} from "../credentials.js";
import type { Credential, CredentialFactory } from "../credentials.js";
import { keepToken, requestToken, toOrigin } from "./tokens.js";
import type { TokenEndpoint, TokenResponse } from "./tokens.js";

/** Sources of access tokens: a variable, a refresh token, or the client's secret. */
export interface OAuthOptions extends Partial<TokenEndpoint> {
  /** URL for refresh tokens, if it differs from `tokenUrl`. */
  readonly refreshUrl?: string;
  readonly scopes?: readonly string[];
  /** Further fields of the token request, such as `audience`. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Variable with an access token, used as long as the API accepts it. */
  readonly token: string;
  /** Variables with the client's id, its secret, and a refresh token for acting as a user. */
  readonly clientId: string;
  readonly clientSecret: string;
  readonly refreshToken: string;
}

/** Discovery of the token endpoint, by the URL of a document. */
export interface TokenDiscovery {
  readonly url: string;
  readonly locate: (transport: Transport) => Promise<TokenEndpoint>;
}

/**
 * An access token of OAuth 2. Without `tokenUrl`, only the token in the environment is used.
 * https://www.rfc-editor.org/rfc/rfc6749
 */
export function oauth2(
  options: OAuthOptions,
  discovery?: TokenDiscovery,
): CredentialFactory {
  return followVariables([options.token], (context) =>
    createCredential(options, discovery, context),
  );
}

function createCredential(
  options: OAuthOptions,
  discovery: TokenDiscovery | undefined,
  context: ServerContext,
): Credential {
  const { parameters, refreshUrl, scopes = [], tokenUrl } = options;
  const { notice, token: configuredToken } = readToken(options.token, context);
  checkHeaderValue(options.token, configuredToken);
  // Read at each use: a variable may change while the server runs.
  const readClient = () => ({
    id: readVariable(options.clientId, context),
    secret: readVariable(options.clientSecret, context),
  });
  let configuredRefresh = "";
  let refresh = "";
  /** Returns the newest refresh token, which a change of the variable replaces. */
  function readRefresh(): string {
    const configured = readVariable(options.refreshToken, context);
    if (configured !== configuredRefresh) refresh = configured;
    configuredRefresh = configured;
    return refresh;
  }
  const keeper = context.createTokenKeeper?.({
    variable: options.refreshToken,
    origin: toOrigin(discovery?.url ?? refreshUrl ?? tokenUrl ?? ""),
  });
  /** Requests a token with a refresh token; if there is none, with the client's secret. */
  async function request(
    redeemed: string,
    transport: Transport,
  ): Promise<TokenResponse> {
    const currentUrl = (redeemed && refreshUrl) || (tokenUrl ?? "");
    const endpoint = (await discovery?.locate(transport)) ?? {
      tokenUrl: currentUrl,
    };
    const grant: Readonly<Record<string, string>> = redeemed
      ? { grant_type: "refresh_token", refresh_token: redeemed }
      : {
          grant_type: "client_credentials",
          ...(scopes.length > 0 && { scope: scopes.join(" ") }),
        };
    const { authentication = endpoint.authentication ?? "header" } = options;
    const client = { ...endpoint, authentication, ...readClient() };
    return requestToken(client, { ...grant, ...parameters }, transport);
  }
  const credential = keepToken(async (transport) => {
    if (configuredToken !== "") return { token: configuredToken };
    const redeemed = readRefresh();
    if (keeper && redeemed !== "")
      return keeper.fetch(redeemed, (token) => request(token, transport));
    if (keeper) {
      const { id, secret } = readClient();
      const url = discovery?.url ?? tokenUrl ?? "";
      const grant = JSON.stringify([scopes, parameters]);
      return keeper.cache({ identity: [url, id, secret, grant] }, () =>
        request("", transport),
      );
    }
    const tokenResponse = await request(redeemed, transport);
    refresh = tokenResponse.newRefreshToken ?? redeemed;
    return tokenResponse;
  });
  const hasEndpoint = discovery !== undefined || tokenUrl !== undefined;
  const canFetch = () => {
    const { id, secret } = readClient();
    return hasEndpoint && id !== "" && (secret || readRefresh()) !== "";
  };
  const { clientId, clientSecret, refreshToken, token } = options;
  const alternatives = `, or ${clientId} with ${clientSecret} or ${refreshToken}`;
  const missing = hasEndpoint ? token + alternatives : token;
  return {
    ...credential,
    notice,
    get missing() {
      return configuredToken !== "" || canFetch() ? [] : [missing];
    },
    get secrets() {
      const { secret } = readClient();
      return [
        configuredToken,
        secret,
        readRefresh(),
        ...credential.secrets,
        ...(keeper?.secrets ?? []),
      ].filter(Boolean);
    },
    renew(rejected) {
      if (configuredToken !== "") return false;
      keeper?.reject(
        (rejected.headers["authorization"] ?? "").replace(/^Bearer /, ""),
      );
      return credential.renew?.(rejected) === true;
    },
  };
}
