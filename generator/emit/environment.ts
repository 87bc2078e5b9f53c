import type { FeatureName } from "../config/runtime-features.js";
import type { ResolvedConfig } from "../config/resolve-config.js";
import { routePrefixOf } from "../config/source-name.js";
import { viewClient } from "./api-client.js";
import type { EnvironmentVariable } from "./credentials.js";
import type { PlannedApi } from "./planned-files.js";

/** Environment variables of one API, and how a client asks a user for them (`manifest.json`, `server.json`). */
export function environmentOf(planned: PlannedApi) {
  const { addressVariable, app, baseUrl, credentials } = viewClient(planned);
  const apiPrefix = routePrefixOf(planned.settings.source);
  const address = {
    name: addressVariable,
    meaning: `Base URL of the ${apiPrefix}API`,
    about: "",
    value: /^https?:/i.test(baseUrl) ? baseUrl : "",
  };
  const credentialVariables = credentials.flatMap(({ scheme, variables }) => {
    // A scheme's name may be any text; Markdown in it would break the README.
    const schemeLabel = `${apiPrefix}${scheme.replace(/[^\w.-]+/g, " ")}`;
    return variables.map((variable) => {
      return { ...variable, meaning: `${schemeLabel}: ${variable.meaning}` };
    });
  });
  return (app ? credentialVariables : [address, ...credentialVariables]).map(
    (variable) => {
      const { about: description, meaning, name, value } = variable;
      const setting = name.toLowerCase();
      // The base URL is no secret; it is required if the document declares none.
      const isAddress = variable === address;
      return {
        ...variable,
        setting,
        placeholder: `\${user_config.${setting}}`,
        asked: description === "" ? meaning : description,
        isRequired: isAddress && value === "",
        isSecret: !isAddress && value === "",
      };
    },
  );
}

/** Environment variables of the server that belong to no API. */
export function serverEnvironmentOf(
  { auth }: ResolvedConfig,
  features: readonly FeatureName[],
): EnvironmentVariable[] {
  const activeReasons: readonly string[] = ["always", auth, ...features];
  return Object.entries(MEANINGS)
    .filter(([reason]) => activeReasons.includes(reason))
    .flatMap(([, meanings]) => Object.entries(meanings))
    .map(([name, meaning]) => {
      const value = name === "LOG_LEVEL" ? "info" : "";
      return { name, meaning, about: "", value };
    });
}

/** Meanings of variables, by the feature or the choice of `auth` that reads them. */
// prettier-ignore
const MEANINGS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  always: {
    LOG_LEVEL: "Log level (standard error): silent, error, warn, info or debug",
  },
  choice: {
    MCP_TOOLSETS: "Comma-separated tags. Only their operations are offered. Default: all",
    MCP_ONLY: "Comma-separated names of operations to offer, in addition to those of MCP_TOOLSETS",
    MCP_EXCLUDE: "Comma-separated names of operations that are not offered",
    MCP_READ_ONLY: "true: offer only operations that read",
  },
  "input-required": {
    MCP_STATE_KEY: "Key that signs the questions to a user: 32 characters or more, the same for all replicas. Default: a random key per process",
  },
  rehearsal: {
    API_DRY_RUN: "1: calls return the request that they would send, and send nothing",
  },
  search: { MCP_TOOLS: "all: list every tool instead of the search tools" },
  testing: {
    API_MOCK: "1: responses come from the API's document, and nothing is sent",
    API_MOCK_STATUS: "With API_MOCK: status of the responses, such as 404, for operations that declare it",
  },
  tokens: {
    MCP_TOKENS: "HTTP: comma-separated bearer tokens (16+ characters), with or without the caller's name (`name:token`). If empty, anyone who can reach the server may call it",
  },
  jwt: {
    MCP_JWT_ISSUER: "HTTP: issuer of the access tokens (iss), which is your authorization server",
    MCP_JWT_AUDIENCE: "HTTP: public URL of this server's endpoint (aud)",
    MCP_JWT_JWKS_URL: "HTTP: URL of the authorization server's public keys (JWKS)",
    MCP_JWT_SCOPES: "HTTP: comma-separated scopes that every caller needs",
  },
  http: {
    MCP_ALLOWED_HOSTS: "HTTP: comma-separated Host headers to allow. Default: localhost if bound to loopback, otherwise any",
    MCP_ALLOWED_ORIGINS: "HTTP: comma-separated origins of web pages that may call, such as https://app.example.com",
  },
};
