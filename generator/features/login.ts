import type { FeatureDefinition } from "./feature.js";
import { findLogin } from "./oauth-flows.js";

export const login: FeatureDefinition = {
  name: "login",
  about:
    "login of a user, which returns a refresh token: `node dist/main.js login`",
  imports: { "features/credentials/oauth/login": "login" },
  isPossible: ({ schemes }) => schemes.some(findLogin),
  use: {
    file: "main",
    code: 'await login(server, { NAME: { authorizationUrl: "https://…", tokenUrl: "https://…", scopes: [], clientId: "API_CLIENT_ID", clientSecret: "API_CLIENT_SECRET", refreshToken: "API_REFRESH_TOKEN" } })',
  },
  onlyGenerated:
    "the command `login` in src/main.ts, for each scheme of the document with a login",
};
