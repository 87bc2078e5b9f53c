import type { OAuthFlow, SecurityScheme } from "../model.js";

/** How access tokens are got without a browser; undefined: they are given. */
export function tokenFlow({
  flows,
}: SecurityScheme & { type: "oauth2" }): [string, OAuthFlow] | undefined {
  const all = [...flows].filter(([, { tokenUrl }]) => tokenUrl !== "");
  return all.find(([name]) => name === "clientCredentials") ?? all[0];
}

/** Where a person gives access, by a browser or by a code; undefined: nobody can. */
export function loginOf(scheme: SecurityScheme): object | undefined {
  if (scheme.type === "openIdConnect")
    return { url: scheme.url, scopes: ["openid", "offline_access"] };
  if (scheme.type !== "oauth2") return undefined;
  for (const [name, page] of Object.entries(PAGES)) {
    const { authorizationUrl, scopes, tokenUrl } = scheme.flows.get(name) ?? {};
    if (authorizationUrl && tokenUrl)
      return { [page]: authorizationUrl, tokenUrl, scopes };
  }
  return undefined;
}

/** What the feature `login` calls the page of a flow; the first flow that a document has is taken. */
const PAGES = {
  authorizationCode: "authorizationUrl",
  deviceAuthorization: "deviceAuthorizationUrl",
};
