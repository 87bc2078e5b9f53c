import type { OAuthFlow, SecurityScheme } from "../model.js";

/** How access tokens are got without a browser; undefined: they are given. */
export function tokenFlow({
  flows,
}: SecurityScheme & { type: "oauth2" }): [string, OAuthFlow] | undefined {
  const all = [...flows].filter(([, { tokenUrl }]) => tokenUrl !== "");
  return all.find(([name]) => name === "clientCredentials") ?? all[0];
}
