import { writeMembers } from "../emit/literal.js";
import type { CommandContext, FeatureDefinition } from "./feature.js";
import { findLogin } from "./oauth-flows.js";

export const login: FeatureDefinition = {
  name: "login",
  about:
    "login of a user, which returns a refresh token: `node dist/main.js login`",
  imports: { "features/credentials/oauth/login": "login" },
  isPossible: ({ schemes }) => schemes.some(findLogin),
  main: {
    command: {
      name: "login",
      usage: "[name] [--save <file>] [--port <number>]",
      flags: [
        {
          name: "save",
          value: "<file>",
          about: "with login: file for the refresh token; default: print it",
        },
      ],
      write: (context) => ({
        declaration: `/** Logins of users, whose rights this server then has at the API. */
const LOGINS = {
${writeMembers(loginsOf(context), 1)}};
`,
        lines: [
          'const { login } = await import("./runtime/features/credentials/oauth/login.js");',
          "const [scheme] = rest;",
          "const port = Number(values.port ?? 0);",
          "await login(server, LOGINS, { scheme, file: save, port, env });",
          "process.exit(0);",
        ],
      }),
    },
  },
  use: {
    file: "main",
    code: 'await login(server, { NAME: { authorizationUrl: "https://…", tokenUrl: "https://…", scopes: [], clientId: "API_CLIENT_ID", clientSecret: "API_CLIENT_SECRET", refreshToken: "API_REFRESH_TOKEN" } })',
  },
  onlyGenerated:
    "the command `login` in src/main.ts, for each scheme of the document with a login",
};

/** Options of a login, by security scheme. */
function loginsOf({ credentials }: CommandContext): object {
  const logins = credentials.flatMap(({ name, options, scheme }) => {
    const pages = findLogin(scheme);
    if (pages === undefined) return [];
    const { clientId, clientSecret, refreshToken } = options;
    return [
      [name, { ...pages, clientId, clientSecret, refreshToken }] as const,
    ];
  });
  return Object.fromEntries(logins);
}
