import { CallError } from "../../../index.js";
import type { Transport } from "../../../index.js";
import type { CredentialFactory } from "../credentials.js";
import { oauth2 } from "./oauth2.js";
import type { OAuthOptions } from "./oauth2.js";
import { getJson } from "./tokens.js";
import type { TokenEndpoint } from "./tokens.js";

/**
 * An access token of the authorization server that a discovery document describes.
 * https://openid.net/specs/openid-connect-discovery-1_0.html
 */
export function openIdConnect(
  options: OAuthOptions & { readonly url: string },
): CredentialFactory {
  let endpoint: TokenEndpoint | undefined;
  const { url } = options;
  return oauth2(options, {
    url,
    locate: async (transport) => (endpoint ??= await discover(url, transport)),
  });
}

async function discover(
  url: string,
  transport: Transport,
): Promise<TokenEndpoint> {
  const fields = await getJson(url, transport);
  const { token_endpoint: tokenUrl } = fields;
  if (typeof tokenUrl !== "string" || !URL.canParse(tokenUrl))
    throw new CallError(
      "no access token: the discovery document does not name a token endpoint.",
    );
  const methods = fields["token_endpoint_auth_methods_supported"];
  const needsBody =
    Array.isArray(methods) && !methods.includes("client_secret_basic");
  return { tokenUrl, authentication: needsBody ? "body" : "header" };
}
