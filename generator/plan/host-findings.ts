import type { ResolvedConfig } from "../config/resolve-config.js";
import { clientPathOf, variablePrefixOf } from "../config/source-name.js";
import type { Finding } from "../errors.js";
import { appendPointer } from "../shared/json-pointer.js";
import { groupBy } from "../shared/group-by.js";
import { type JsonObject } from "../shared/json.js";
import type { Api, SecurityScheme } from "../model.js";
import { hostsOf, foreignHostsOf } from "./addresses.js";
import type { Plan } from "./plan.js";
import { foreignHostsOfOperation, hasSchemes } from "./security.js";

type HostOptions = Pick<ResolvedConfig, "baseUrl" | "source"> &
  Partial<Pick<ResolvedConfig, "security">>;

/**
 * Reports a missing server or credential, and hosts that are not the API's but would be sent its
 * credentials: servers of single operations, and issuers of tokens. A document names them, so a
 * person has to agree.
 */
export function reportHosts(
  api: Api,
  { app, components }: Plan,
  options: HostOptions & { document: JsonObject },
): Finding[] {
  if (app !== null) return []; // its calls leave the process nowhere
  const { securitySchemes, servers } = api;
  const { baseUrl, document, source } = options;
  const findings: Finding[] = [];
  const variable = `${variablePrefixOf(source)}API_BASE_URL`;
  const isHostKnown =
    isAbsolute(baseUrl ?? servers[0] ?? "") ||
    components.every(({ requestSpec: { server = "" } }) => isAbsolute(server));
  if (!isHostKnown) {
    const option = source === null ? "--base-url" : `baseUrl of ${source}`;
    const path = servers.find((url) => /^\/./.test(url));
    const host = servers.find((url) => BARE_HOST.test(url));
    const pathHint = path === undefined ? "" : `, with ${path} at its end`;
    const urlHint = host === undefined ? "" : ` https://${host}`;
    findings.push({
      severity: "warning",
      code: "no-server",
      message: `The document names no absolute server${host === undefined ? "" : ` (${host} has no https:// before it)`}, so the emitted server does not know where the API is.`,
      hint: `Name it with ${option}${urlHint}${pathHint}, or set ${variable} where the server is started.`,
    });
  }
  const schemesPointer =
    "swagger" in document
      ? "/securityDefinitions"
      : "/components/securitySchemes";
  findings.push(
    ...reportUnsentCredentials(
      api,
      { components },
      { ...options, schemesPointer },
    ),
  );
  const otherHostFinding = { code: "other-host", severity: "warning" } as const;
  const addresses = [baseUrl ?? "", ...servers];
  const [ownHost] = addresses.flatMap(hostsOf);
  const foreignHostsIn = (urls: readonly string[]) =>
    foreignHostsOf(urls, addresses);
  const securedComponents = components.filter(
    ({ requestSpec: { security = [] } }) => hasSchemes(security),
  );
  const operationsByHost = groupBy(
    securedComponents.flatMap(({ operation, requestSpec: { server = "" } }) =>
      foreignHostsIn([server]).map((host) => [host, operation] as const),
    ),
  );
  for (const [host, operations] of operationsByHost) {
    const otherCount = new Set(operations).size - 1;
    findings.push({
      pointer: appendPointer(operations[0]?.pointer ?? "", "servers"),
      message: `Calls go to ${host}, with credentials of ${ownHost}${otherCount > 0 ? `; so do those of ${otherCount} more operations` : ""}.`,
      hint: `If that host may not have them, exclude the operation, or set ${variable}, which takes all calls along.`,
      ...otherHostFinding,
    });
  }
  const usedSchemes = new Set(
    securedComponents.flatMap(
      ({ requestSpec }) => requestSpec.security?.flat() ?? [],
    ),
  );
  for (const [name, scheme] of securitySchemes) {
    if (!usedSchemes.has(name)) continue;
    for (const host of new Set(foreignHostsIn(tokenUrlsOf(scheme))))
      findings.push({
        pointer: appendPointer(schemesPointer, name),
        message: `The client id and secret of ${name} go to ${host}, which is not ${ownHost}.`,
        hint: "Make sure that it issues the API's tokens before you set them.",
        ...otherHostFinding,
      });
  }
  return findings;
}

/** Reports that no credential is sent, though the document has one that was likely meant. */
function reportUnsentCredentials(
  { operations, security, securitySchemes, ...api }: Api,
  { components }: Pick<Plan, "components">,
  { schemesPointer, ...options }: HostOptions & { schemesPointer: string },
): Finding[] {
  const client = clientPathOf(options.source);
  if (securitySchemes.size === 0)
    return [
      {
        severity: "note",
        code: "no-credentials",
        message: "The document names no credentials, so none are sent.",
        hint: `Where the API wants one, give it in \`headers\` of ${client}.`,
      },
    ];
  const schemeNames = [...securitySchemes.keys()];
  if (
    !hasSchemes([
      ...security,
      ...operations.flatMap((operation) => operation.security),
    ])
  )
    return [
      {
        severity: "warning",
        code: "unused-security-schemes",
        pointer: schemesPointer,
        message: `The document declares ${schemeNames.slice(0, MAX_SCHEME_NAMES).join(", ")}${schemeNames.length > MAX_SCHEME_NAMES ? " and more" : ""}, and no operation requires it, so no credential is sent.`,
        hint: `Where the API wants one, require it, such as by an overlay: { target: "$", update: { security: [{ ${JSON.stringify(schemeNames[0])}: [] }] } }. Or give it in \`headers\` of ${client}.`,
      },
    ];
  const unsecuredOperations = operations.filter(
    (operation) => operation.removesSecurity,
  );
  if (!hasSchemes(security) || unsecuredOperations.length === 0) return [];
  if (options.security === "global") {
    const fullApi = { ...api, operations, security, securitySchemes };
    const hosts = unsecuredOperations.flatMap((operation) =>
      foreignHostsOfOperation(operation, fullApi, options),
    );
    return [...new Set(hosts)].map((host) => ({
      severity: "note",
      code: "other-host",
      message: `Operations that say that they need no credential are sent none at ${host}, which is not the API's.`,
    }));
  }
  const decidedPointers = new Set(
    components
      .filter(({ override }) => override.security !== undefined)
      .map(({ operation }) => operation.pointer),
  );
  const undecidedOperations = unsecuredOperations.filter(
    ({ pointer }) => !decidedPointers.has(pointer),
  );
  const isMajority = undecidedOperations.length > operations.length / 2;
  if (!isMajority || options.security === "document") return [];
  return [
    {
      severity: "warning",
      code: "security-removed",
      pointer: "/security",
      message: `${undecidedOperations.length} of ${operations.length} operations say that they need no credential, so none is sent with their calls, though the document has a \`security\` of its own.`,
      hint: 'If the API answers 401, set `security: "global"` (`--security global`): they get the credential that all others get. If it does not, set "document".',
    },
  ];
}

/** Most security schemes that a message names. */
const MAX_SCHEME_NAMES = 5;

/** `api.example.com/v1` or `localhost:8080`: by the specification a path, and by its looks a host without its scheme. */
const BARE_HOST =
  /^(?:[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}|localhost)(?::\d+)?(?:\/.*)?$/i;

/**
 * True for an absolute http or https URL. A host that is known only when the server starts is
 * reported by the code that reads its variables.
 */
function isAbsolute(url: string): boolean {
  return /^https?:\/\//i.test(url);
}

/** URLs that issue the tokens of a scheme, or its OpenID Connect discovery URL. */
function tokenUrlsOf(scheme: SecurityScheme): string[] {
  if (scheme.type === "openIdConnect") return [scheme.url];
  if (scheme.type !== "oauth2") return [];
  return [...scheme.flows.values()].flatMap(({ refreshUrl, tokenUrl }) => [
    tokenUrl,
    refreshUrl,
  ]);
}
