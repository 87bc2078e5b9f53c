// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
import type { Transport } from "../../index.js";
import { readVariable } from "../credentials.js";
import type { Credential } from "../credentials.js";
import { requestToken, fetchedToken } from "./tokens.js";
import type { TokenEndpoint } from "./tokens.js";

/** How access tokens are got: from a variable, with a refresh token, or with the client's own secret. */
export interface OAuthOptions extends Partial<TokenEndpoint> {
  /** Where refresh tokens go, where that is another place. */
  readonly refreshUrl?: string;
  readonly scopes?: readonly string[];
  /** Further fields of the token request, such as `audience`. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Variable with an access token, used as long as the API takes it. */
  readonly token: string;
  /** Variables with the client's id, its secret, and a refresh token, for acting as a user. */
  readonly clientId: string;
  readonly clientSecret: string;
  readonly refreshToken: string;
  readonly env: NodeJS.ProcessEnv;
}

/** An access token of OAuth 2. Without `tokenUrl`, the one in the environment is all there is. https://www.rfc-editor.org/rfc/rfc6749 */
export function oauth2(
  options: OAuthOptions,
  locate?: (transport: Transport) => Promise<TokenEndpoint>,
): Credential {
  const { env, parameters, refreshUrl, scopes = [], tokenUrl } = options;
  const given = readVariable(options.token, env);
  const id = readVariable(options.clientId, env);
  const secret = readVariable(options.clientSecret, env);
  let refresh = readVariable(options.refreshToken, env);
  const fetched = fetchedToken(async (transport) => {
    if (given !== "") return { token: given };
    const known = (refresh && refreshUrl) || (tokenUrl ?? "");
    const endpoint = (await locate?.(transport)) ?? { tokenUrl: known };
    const grant: Readonly<Record<string, string>> = refresh
      ? { grant_type: "refresh_token", refresh_token: refresh }
      : {
          grant_type: "client_credentials",
          ...(scopes.length > 0 && { scope: scopes.join(" ") }),
        };
    const { authentication = endpoint.authentication ?? "header" } = options;
    const client = { ...endpoint, authentication, id, secret };
    const fields = { ...grant, ...parameters };
    const answer = await requestToken(client, fields, transport);
    refresh = answer.rotated ?? refresh;
    return answer;
  });
  const hasEndpoint = locate !== undefined || tokenUrl !== undefined;
  const canFetch = hasEndpoint && id !== "" && (secret || refresh) !== "";
  const { clientId, clientSecret, refreshToken, token } = options;
  const others = `, or ${clientId} with ${clientSecret} or ${refreshToken}`;
  const missing = hasEndpoint ? token + others : token;
  return {
    ...fetched,
    missing: given !== "" || canFetch ? [] : [missing],
    get secrets() {
      return [given, secret, refresh, ...fetched.secrets].filter(Boolean);
    },
    renew: (rejected) => given === "" && fetched.renew?.(rejected) === true,
  };
}
