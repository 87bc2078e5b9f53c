import type { Settings } from "../config/settle.js";
import type { Variable } from "./credentials.js";

/** What an emitted server reads besides what its API needs; for `.env.example` and the README. */
export function serverEnvironment({ auth }: Settings): Variable[] {
  return [
    variable(
      "LOG_LEVEL",
      "What is logged to standard error: silent, error, warn, info or debug",
      "info",
    ),
    ...VARIABLES[auth],
    variable(
      "MCP_ALLOWED_HOSTS",
      "Over HTTP: names by which callers reach this server, with commas. Default: this machine's where it listens on it alone, else any",
    ),
    variable(
      "MCP_ALLOWED_ORIGINS",
      "Over HTTP: web pages that may call, with commas: https://app.example.com",
    ),
  ];
}

const TOKENS = [
  variable(
    "MCP_TOKENS",
    "Over HTTP: bearer tokens of which callers need one, 16 characters or more, with commas. Default: who reaches this server may call it",
  ),
];

const JWT = [
  variable(
    "MCP_JWT_ISSUER",
    "Over HTTP: the authorization server whose tokens callers need (iss)",
  ),
  variable(
    "MCP_JWT_AUDIENCE",
    "Over HTTP: URL of this server's endpoint, as callers know it (aud)",
  ),
  variable(
    "MCP_JWT_JWKS_URL",
    "Over HTTP: where the authorization server publishes its keys",
  ),
  variable(
    "MCP_JWT_SCOPES",
    "Over HTTP: scopes that every caller needs, with commas",
  ),
];

const VARIABLES = { tokens: TOKENS, jwt: JWT, none: [] } as const;

function variable(name: string, meaning: string, value = ""): Variable {
  return { name, meaning, about: "", value };
}
