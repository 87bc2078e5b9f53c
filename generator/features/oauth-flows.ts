import type { OAuthFlow, SecurityScheme } from "../model.js";

/** OAuth flow that gets access tokens without a browser, with its name; undefined if a token has to be given. */
export function findTokenFlow({
  flows,
}: SecurityScheme & { type: "oauth2" }): [string, OAuthFlow] | undefined {
  const tokenFlows = [...flows].filter(([, { tokenUrl }]) => tokenUrl !== "");
  return (
    tokenFlows.find(([name]) => name === "clientCredentials") ?? tokenFlows[0]
  );
}

/** URLs and scopes by which the user logs in, by a browser or by a code; undefined if the scheme has no such flow. */
export function findLogin(scheme: SecurityScheme): object | undefined {
  if (scheme.type === "openIdConnect")
    return { url: scheme.url, scopes: ["openid", "offline_access"] };
  if (scheme.type !== "oauth2") return undefined;
  for (const [name, pageOption] of Object.entries(PAGE_OPTIONS)) {
    const { authorizationUrl, scopes, tokenUrl } = scheme.flows.get(name) ?? {};
    if (authorizationUrl && tokenUrl)
      return { [pageOption]: authorizationUrl, tokenUrl, scopes };
  }
  return undefined;
}

/** Option of the feature `login` for the page of each flow; the first flow that a scheme has wins. */
const PAGE_OPTIONS = {
  authorizationCode: "authorizationUrl",
  deviceAuthorization: "deviceAuthorizationUrl",
};
