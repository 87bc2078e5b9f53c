import { fileSettingsOf } from "../config/config.js";
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
        isFolder: false,
      };
    },
  );
}

/** Environment variable that names the folder for files; none if the config asks for none. */
export function fileEnvironmentOf({
  files,
}: ResolvedConfig): ReturnType<typeof environmentOf> {
  const settings = fileSettingsOf(files);
  const meaning = "Folder of files to send, and for large responses";
  return settings === null
    ? []
    : [
        {
          name: "MCP_FILES",
          meaning,
          about: "default: none is sent or saved",
          value: settings.folder ?? "",
          setting: "mcp_files",
          placeholder: "${user_config.mcp_files}",
          asked: meaning,
          isRequired: false,
          isSecret: false,
          isFolder: true,
        },
      ];
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
    LOG_LEVEL: "What is logged to standard error: silent, error, warn, info or debug",
  },
  "tool-filter": {
    MCP_TOOLSETS: "Groups of operations (tags) that are offered, with commas. Default: all",
    MCP_ONLY: "Names of operations that are offered, with commas; with MCP_TOOLSETS, besides those",
    MCP_EXCLUDE: "Names of operations that are not offered, with commas",
    MCP_READ_ONLY: "true: only what reads is offered",
  },
  "input-required": {
    MCP_STATE_KEY: "Signs what a person was asked while a call begins anew: 32 characters or more, the same for all replicas. Default: a key of each process",
  },
  "dry-run": {
    API_DRY_RUN: "1: each call tells the request that would leave, and nothing is sent",
  },
  search: { MCP_TOOLS: "all: every tool is listed, in place of those that search" },
  testing: {
    API_MOCK: "1: answers come from the API's document, and nothing is sent",
    API_MOCK_STATUS: "With API_MOCK: the status of the answers, where an operation has it, such as 404",
  },
  tokens: {
    MCP_TOKENS: "Over HTTP: bearer tokens of which callers need one, 16 characters or more, with commas, each as it is, behind its caller's name (`name:token`), or with scopes as well (`name:token:read write`). Default: who reaches this server may call it",
  },
  jwt: {
    MCP_JWT_ISSUER: "Over HTTP: the authorization server whose tokens callers need (iss)",
    MCP_JWT_AUDIENCE: "Over HTTP: URL of this server's endpoint, as callers know it (aud)",
    MCP_JWT_JWKS_URL: "Over HTTP: where the authorization server publishes its keys",
    MCP_JWT_SCOPES: "Over HTTP: scopes that every caller needs, with commas",
  },
  http: {
    MCP_DRAIN_SECONDS: "Over HTTP: seconds for which calls are still taken after SIGTERM, while /readyz says 503. Default: 5",
    MCP_ALLOWED_HOSTS: "Over HTTP: names by which callers reach this server, with commas. Default: this machine's where it listens on it alone, else any",
    MCP_ALLOWED_ORIGINS: "Over HTTP: web pages that may call, with commas: https://app.example.com",
  },
};
