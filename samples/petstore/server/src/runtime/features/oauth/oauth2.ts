// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
import type { Transport } from "../../index.js";
import { readVariable } from "../credentials.js";
import type { Credential } from "../credentials.js";
import { requestToken, fetchedToken } from "./tokens.js";
import type { TokenEndpoint } from "./tokens.js";

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
  readonly env: NodeJS.ProcessEnv;
}

/**
 * An access token of OAuth 2. Without `tokenUrl`, only the token in the environment is used.
 * https://www.rfc-editor.org/rfc/rfc6749
 */
export function oauth2(
  options: OAuthOptions,
  locate?: (transport: Transport) => Promise<TokenEndpoint>,
): Credential {
  const { env, parameters, refreshUrl, scopes = [], tokenUrl } = options;
  const configuredToken = readVariable(options.token, env);
  const id = readVariable(options.clientId, env);
  const secret = readVariable(options.clientSecret, env);
  let refresh = readVariable(options.refreshToken, env);
  const credential = fetchedToken(async (transport) => {
    if (configuredToken !== "") return { token: configuredToken };
    const currentUrl = (refresh && refreshUrl) || (tokenUrl ?? "");
    const endpoint = (await locate?.(transport)) ?? { tokenUrl: currentUrl };
    const grant: Readonly<Record<string, string>> = refresh
      ? { grant_type: "refresh_token", refresh_token: refresh }
      : {
          grant_type: "client_credentials",
          ...(scopes.length > 0 && { scope: scopes.join(" ") }),
        };
    const { authentication = endpoint.authentication ?? "header" } = options;
    const client = { ...endpoint, authentication, id, secret };
    const fields = { ...grant, ...parameters };
    const tokenResponse = await requestToken(client, fields, transport);
    refresh = tokenResponse.newRefreshToken ?? refresh;
    return tokenResponse;
  });
  const hasEndpoint = locate !== undefined || tokenUrl !== undefined;
  const canFetch = hasEndpoint && id !== "" && (secret || refresh) !== "";
  const { clientId, clientSecret, refreshToken, token } = options;
  const alternatives = `, or ${clientId} with ${clientSecret} or ${refreshToken}`;
  const missing = hasEndpoint ? token + alternatives : token;
  return {
    ...credential,
    missing: configuredToken !== "" || canFetch ? [] : [missing],
    get secrets() {
      return [configuredToken, secret, refresh, ...credential.secrets].filter(
        Boolean,
      );
    },
    renew: (rejected) =>
      configuredToken === "" && credential.renew?.(rejected) === true,
  };
}
