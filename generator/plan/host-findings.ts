import type { ResolvedConfig } from "../config/resolve-config.js";
import { clientPathOf, variablePrefixOf } from "../config/source-name.js";
import type { Finding } from "../errors.js";
import { appendPointer } from "../shared/json-pointer.js";
import { groupBy } from "../shared/group-by.js";
import { type JsonObject } from "../shared/json.js";
import type { Api, SecurityScheme } from "../model.js";
import { hostsOf, foreignHostsOf } from "./addresses.js";
import { reportKeyHeaders } from "./key-headers.js";
import type { Plan } from "./plan.js";
import { foreignHostsOfOperation, hasSchemes } from "./security.js";

type HostOptions = Pick<ResolvedConfig, "baseUrl" | "source"> &
  Partial<Pick<ResolvedConfig, "security">>;

/**
 * Reports a missing server or credential, and hosts that are not the API's but would be sent its credentials: servers
 * of single operations, and issuers of tokens. A document names them, so the user has to agree.
 */
export function reportHosts(
  api: Api,
  { app, components }: Plan,
  options: HostOptions & { document: JsonObject },
): Finding[] {
  if (app !== null) return []; // its calls do not leave the process
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
      message: `The document does not declare an absolute server URL${host === undefined ? "" : ` (${host} lacks https://)`}, so the emitted server does not know the API's address.`,
      hint: `Pass it with ${option}${urlHint}${pathHint}, or set ${variable} when you start the server.`,
    });
  }
  const schemesPointer =
    "swagger" in document
      ? "/securityDefinitions"
      : "/components/securitySchemes";
  const keyFindings = reportKeyHeaders(components, document);
  findings.push(
    ...keyFindings,
    ...reportUnsentCredentials(
      api,
      { components },
      { ...options, schemesPointer },
    ).filter(
      ({ code }) => code !== "no-credentials" || keyFindings.length === 0,
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
      message: `Calls go to ${host}, with credentials of ${ownHost}${otherCount > 0 ? `; ${otherCount} more operations do the same` : ""}.`,
      hint: `If that host must not get them, exclude the operation, or set ${variable}, which redirects all calls.`,
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
        hint: "Before you set them, make sure that this host issues the API's tokens.",
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
        message: `The document${options.source === null ? "" : ` of ${options.source}`} does not declare credentials, so none are sent.`,
        hint: `If the API needs one, set it in \`headers\` of ${client}.`,
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
        message: `The document declares ${schemeNames.slice(0, MAX_SCHEME_NAMES).join(", ")}${schemeNames.length > MAX_SCHEME_NAMES ? " and more" : ""}, but no operation requires it, so no credential is sent.`,
        hint: `If the API needs one, require it with an overlay: { target: "$", update: { security: [{ ${JSON.stringify(schemeNames[0])}: [] }] } }. Alternatively, set it in \`headers\` of ${client}.`,
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
      message: `Operations at ${host} that declare no credential get none, because it is not the API's host.`,
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
      message: `${undecidedOperations.length} of ${operations.length} operations declare that they need no credential, so none is sent, although the document has a top-level \`security\`.`,
      hint: 'If the API responds with 401, set `security: "global"` (`--security global`), which sends them the credential of the other operations. If not, set "document" to hide this finding.',
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
