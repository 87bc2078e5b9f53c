import type { Transport } from "../../index.js";
import { valueOf } from "../credentials.js";
import type { Credential } from "../credentials.js";
import { fetchedToken } from "./fetched-token.js";
import type { FetchedToken } from "./fetched-token.js";
import { askForToken } from "./token-request.js";
import type { Endpoint } from "./token-request.js";

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

/** The access token of the environment, or one that is fetched from the endpoint, where there is one. */
export function accessToken(
  options: OAuthOptions,
  locate: ((transport: Transport) => Promise<Endpoint>) | undefined,
): Credential {
  const { env, parameters, scopes = [] } = options;
  const given = valueOf(options.token, env);
  const id = valueOf(options.clientId, env);
  const secret = valueOf(options.clientSecret, env);
  let refreshToken = valueOf(options.refreshToken, env);

  const fetched = fetchedToken(async (transport): Promise<FetchedToken> => {
    if (given !== "" || !locate) return { token: given };
    const endpoint = await locate(transport);
    const { authentication = endpoint.authentication ?? "header" } = options;
    const grant =
      refreshToken === ""
        ? {
            grant_type: "client_credentials",
            ...(scopes.length > 0 && { scope: scopes.join(" ") }),
          }
        : { grant_type: "refresh_token", refresh_token: refreshToken };
    const { rotated, ...issued } = await askForToken(
      { ...endpoint, authentication, id, secret },
      { ...grant, ...parameters },
      transport,
    );
    if (rotated !== undefined) refreshToken = rotated;
    return issued;
  });

  const canFetch = locate && id !== "" && (secret || refreshToken) !== "";
  return {
    ...fetched,
    missing:
      given !== "" || canFetch ? [] : [wanted(options, locate !== undefined)],
    get secrets() {
      const own = [given, secret, refreshToken, ...fetched.secrets];
      return own.filter((one) => one !== "");
    },
    renew: (rejected) => given === "" && fetched.renew?.(rejected) === true,
  };
}

function wanted(names: OAuthOptions, canFetch: boolean): string {
  const { clientId, clientSecret, refreshToken, token } = names;
  return canFetch
    ? `${token}, or ${clientId} with ${clientSecret} or ${refreshToken}`
    : token;
}
