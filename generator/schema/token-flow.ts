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
  const { flows } = scheme;
  const [name, flow] =
    [
      ["authorizationUrl", flows.get("authorizationCode")] as const,
      ["deviceAuthorizationUrl", flows.get("deviceAuthorization")] as const,
    ].find(([, one]) => one?.authorizationUrl && one.tokenUrl) ?? [];
  if (!name || !flow) return undefined;
  const { authorizationUrl: page, scopes, tokenUrl } = flow;
  return { [name]: page, tokenUrl, scopes };
}
