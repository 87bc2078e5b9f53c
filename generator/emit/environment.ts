import { fileSettingsOf } from "../config/config.js";
import type { FeatureDefinition } from "../features/feature.js";
import type { ResolvedConfig } from "../config/resolve-config.js";
import { routePrefixOf } from "../config/source-name.js";
import { groupBy } from "../shared/group-by.js";
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
  const argumentVariables = variablesOf(planned);
  const isRequiredArgument = new Set(
    planned.plan.variables.flatMap(({ isEverywhere, variable }) =>
      isEverywhere ? [variable] : [],
    ),
  );
  const apiVariables = [
    ...(app ? [] : [address]),
    ...credentialVariables,
    ...argumentVariables,
  ];
  return apiVariables.map((variable) => {
    const { about: description, meaning, name, value } = variable;
    const setting = name.toLowerCase();
    // The base URL is not a secret; it is required if the document declares none.
    const isAddress = variable === address;
    const isCredential = credentialVariables.includes(variable);
    return {
      ...variable,
      setting,
      placeholder: `\${user_config.${setting}}`,
      asked: description === "" ? meaning : description,
      isRequired: (isAddress && value === "") || isRequiredArgument.has(name),
      isSecret: isCredential && value === "",
      isFolder: false,
    };
  });
}

/** Environment variables whose values are sent for arguments, each once. */
function variablesOf({
  plan,
  settings,
}: Pick<PlannedApi, "plan" | "settings">): EnvironmentVariable[] {
  const apiPrefix = routePrefixOf(settings.source);
  const byName = groupBy(
    plan.variables.map((variable) => [variable.variable, variable] as const),
  );
  return [...byName].map(([name, uses]) => {
    const argumentNames = [...new Set(uses.map(({ argument }) => argument))];
    const [description = ""] = uses.flatMap((use) => use.description || []);
    return {
      name,
      meaning: `Value of ${argumentNames.join(", ")} in calls to the ${apiPrefix}API`,
      about: description.split("\n")[0] ?? "",
      value: "",
    };
  });
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
  features: readonly FeatureDefinition[],
): EnvironmentVariable[] {
  const activeReasons: readonly string[] = [
    "always",
    auth,
    ...features.map(({ name }) => name),
  ];
  const meanings = new Map<string, string>();
  for (const [reason, meaningsOfReason] of Object.entries(MEANINGS))
    if (activeReasons.includes(reason))
      for (const [name, meaning] of Object.entries(meaningsOfReason)) {
        const otherMeaning = meanings.get(name);
        const texts = otherMeaning ? [otherMeaning, meaning] : [meaning];
        meanings.set(name, texts.join(". "));
      }
  return [...meanings].map(([name, meaning]) => {
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
  audit: {
    MCP_AUDIT: "Destination of the trail of calls: stderr (default), or a file that only this process writes",
    MCP_STATE_KEY: "Key of the digests in the trail: 32 characters or more, the same for all replicas. Default: a random key per process",
  },
  "tool-filter": {
    MCP_TOOLSETS: "Comma-separated tags. Only their operations are offered. Default: all",
    MCP_ONLY: "Comma-separated names of operations to offer, in addition to those of MCP_TOOLSETS",
    MCP_EXCLUDE: "Comma-separated names of operations that are not offered",
    MCP_READ_ONLY: "true: offer only operations that read",
  },
  "input-required": {
    MCP_STATE_KEY: "Key that signs the questions to a user: 32 characters or more, the same for all replicas. Default: a random key per process",
  },
  redis: {
    REDIS_URL: "Redis or Valkey that all replicas share: redis://user:password@host:6379/0, or rediss: with TLS. Default: each process has its own memory",
    MCP_STATE_KEY: "Key that seals the state that replicas share: 32 characters or more, the same for all replicas. Required with REDIS_URL",
  },
  "dry-run": {
    API_DRY_RUN: "1: calls return the request that they would send, and send nothing",
  },
  search: { MCP_TOOLS: "all: list every tool instead of the search tools" },
  testing: {
    API_MOCK: "1: responses come from the API's document, and nothing is sent",
    API_MOCK_STATUS: "With API_MOCK: status of the responses, such as 404, for operations that declare it",
  },
  tokens: {
    MCP_TOKENS: "HTTP: comma-separated bearer tokens (16+ characters), each alone, with its caller's name (`name:token`), or with scopes, too (`name:token:read write`). If empty, anyone who can reach the server may call it",
  },
  jwt: {
    MCP_JWT_ISSUER: "HTTP: issuer of the access tokens (iss), which is your authorization server",
    MCP_JWT_AUDIENCE: "HTTP: audience of the access tokens (aud), which is the public URL of this server's endpoint. If there are several, separated by commas, any is taken",
    MCP_JWT_RESOURCE: "HTTP: public URL of this server's endpoint, if MCP_JWT_AUDIENCE has no such URL, but an id",
    MCP_JWT_JWKS_URL: "HTTP: URL of the authorization server's public keys (JWKS)",
    MCP_JWT_SCOPES: "HTTP: comma-separated scopes that every caller needs",
  },
  http: {
    MCP_DRAIN_SECONDS: "HTTP: seconds for which the server still takes calls after SIGTERM, while /readyz returns 503. Default: 5",
    MCP_ALLOWED_HOSTS: "HTTP: comma-separated host names that callers may use, such as mcp.example.com. Default: localhost if bound to loopback, otherwise any",
    MCP_ALLOWED_ORIGINS: "HTTP: comma-separated origins of web pages that may call, such as https://app.example.com",
  },
};
