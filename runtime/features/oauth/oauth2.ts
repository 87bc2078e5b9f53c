import { valueOf } from "../credentials.js";
import type { Credential } from "../credentials.js";
import { accessToken } from "./access-token.js";
import type { OAuthOptions } from "./access-token.js";

/**
 * An access token of OAuth 2. Without `tokenUrl`, the one in the environment is all there is. Refresh tokens go to
 * `refreshUrl`, where there is one. https://www.rfc-editor.org/rfc/rfc6749
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
