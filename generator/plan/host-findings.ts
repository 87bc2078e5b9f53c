import type { Settings } from "../config/resolve-config.js";
import { clientPath, variablePrefix } from "../config/source-name.js";
import type { Finding } from "../errors.js";
import { below } from "../shared/json-pointer.js";
import { gather } from "../shared/group-by.js";
import { type JsonObject } from "../shared/json.js";
import type { Api, SecurityScheme } from "../model.js";
import { hostsOf, othersOf } from "./addresses.js";
import type { Plan } from "./plan.js";
import { hostsBeside, namesSchemes } from "./security.js";

type Asked = Pick<Settings, "baseUrl" | "source"> &
  Partial<Pick<Settings, "security">>;

/**
 * Tells what a document leaves open of where its API is and who may call it, and of hosts that are
 * not the API's and would be sent its credentials: servers of single operations, and what issues
 * tokens. A document names them, so a person has to agree.
 */
export function tellHosts(
  api: Api,
  { app, components }: Plan,
  settings: Asked & { document: JsonObject },
): Finding[] {
  if (app !== null) return []; // its calls leave the process nowhere
  const { securitySchemes, servers } = api;
  const { baseUrl, document, source } = settings;
  const findings: Finding[] = [];
  const variable = `${variablePrefix(source)}API_BASE_URL`;
  const isKnown =
    isAbsolute(baseUrl ?? servers[0] ?? "") ||
    components.every(({ recipe: { server = "" } }) => isAbsolute(server));
  if (!isKnown) {
    const option = source === null ? "--base-url" : `baseUrl of ${source}`;
    const path = servers.find((url) => /^\/./.test(url));
    const host = servers.find((url) => BARE_HOST.test(url));
    const end = path === undefined ? "" : `, with ${path} at its end`;
    const value = host === undefined ? "" : ` https://${host}`;
    findings.push({
      severity: "warning",
      code: "no-server",
      message: `The document names no absolute server${host === undefined ? "" : ` (${host} has no https:// before it)`}, so the emitted server does not know where the API is.`,
      hint: `Name it with ${option}${value}${end}, or set ${variable} where the server is started.`,
    });
  }
  const schemesAt =
    "swagger" in document
      ? "/securityDefinitions"
      : "/components/securitySchemes";
  findings.push(...tellUnsent(api, { components }, { ...settings, schemesAt }));
  const other = { code: "other-host", severity: "warning" } as const;
  const addresses = [baseUrl ?? "", ...servers];
  const [own] = addresses.flatMap(hostsOf);
  const othersIn = (urls: readonly string[]) => othersOf(urls, addresses);
  const secured = components.filter(({ recipe: { security = [] } }) =>
    namesSchemes(security),
  );
  const byServer = gather(
    secured.flatMap(({ operation, recipe: { server = "" } }) =>
      othersIn([server]).map((host) => [host, operation] as const),
    ),
  );
  for (const [host, operations] of byServer) {
    const others = new Set(operations).size - 1;
    findings.push({
      pointer: below(operations[0]?.pointer ?? "", "servers"),
      message: `Calls go to ${host}, with credentials of ${own}${others > 0 ? `; so do those of ${others} more operations` : ""}.`,
      hint: `If that host may not have them, exclude the operation, or set ${variable}, which takes all calls along.`,
      ...other,
    });
  }
  const used = new Set(
    secured.flatMap(({ recipe }) => recipe.security?.flat() ?? []),
  );
  for (const [name, scheme] of securitySchemes) {
    if (!used.has(name)) continue;
    for (const host of new Set(othersIn(issuersOf(scheme))))
      findings.push({
        pointer: below(schemesAt, name),
        message: `The client id and secret of ${name} go to ${host}, which is not ${own}.`,
        hint: "Make sure that it issues the API's tokens before you set them.",
        ...other,
      });
  }
  return findings;
}

/** Tells where no credential is sent, though the document has one that was likely meant. */
function tellUnsent(
  { operations, security, securitySchemes, ...api }: Api,
  { components }: Pick<Plan, "components">,
  { schemesAt, ...settings }: Asked & { schemesAt: string },
): Finding[] {
  const client = clientPath(settings.source);
  if (securitySchemes.size === 0)
    return [
      {
        severity: "note",
        code: "no-credentials",
        message: "The document names no credentials, so none are sent.",
        hint: `Where the API wants one, give it in \`headers\` of ${client}.`,
      },
    ];
  const names = [...securitySchemes.keys()];
  if (
    !namesSchemes([...security, ...operations.flatMap((one) => one.security)])
  )
    return [
      {
        severity: "warning",
        code: "unused-security-schemes",
        pointer: schemesAt,
        message: `The document declares ${names.slice(0, MAX_NAMES).join(", ")}${names.length > MAX_NAMES ? " and more" : ""}, and no operation requires it, so no credential is sent.`,
        hint: `Where the API wants one, require it, such as by an overlay: { target: "$", update: { security: [{ ${JSON.stringify(names[0])}: [] }] } }. Or give it in \`headers\` of ${client}.`,
      },
    ];
  const removing = operations.filter((one) => one.removesSecurity);
  if (!namesSchemes(security) || removing.length === 0) return [];
  if (settings.security === "global") {
    const whole = { ...api, operations, security, securitySchemes };
    const hosts = removing.flatMap((one) => hostsBeside(one, whole, settings));
    return [...new Set(hosts)].map((host) => ({
      severity: "note",
      code: "other-host",
      message: `Operations that say that they need no credential are sent none at ${host}, which is not the API's.`,
    }));
  }
  const decided = new Set(
    components
      .filter(({ override }) => override.security !== undefined)
      .map(({ operation }) => operation.pointer),
  );
  const open = removing.filter(({ pointer }) => !decided.has(pointer));
  const isMost = open.length > operations.length / 2;
  if (!isMost || settings.security === "document") return [];
  return [
    {
      severity: "warning",
      code: "security-removed",
      pointer: "/security",
      message: `${open.length} of ${operations.length} operations say that they need no credential, so none is sent with their calls, though the document has a \`security\` of its own.`,
      hint: 'If the API answers 401, set `security: "global"` (`--security global`): they get the credential that all others get. If it does not, set "document".',
    },
  ];
}

/** Schemes that are named in a message. */
const MAX_NAMES = 5;

/** `api.example.com/v1` or `localhost:8080`: by the specification a path, and by its looks a host without its scheme. */
const BARE_HOST =
  /^(?:[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}|localhost)(?::\d+)?(?:\/.*)?$/i;

/** A host that is known only when the server starts is told of where its variables are read. */
function isAbsolute(url: string): boolean {
  return /^https?:\/\//i.test(url);
}

/** Where tokens are fetched from, or where it is told. */
function issuersOf(scheme: SecurityScheme): string[] {
  if (scheme.type === "openIdConnect") return [scheme.url];
  if (scheme.type !== "oauth2") return [];
  return [...scheme.flows.values()].flatMap(({ refreshUrl, tokenUrl }) => [
    tokenUrl,
    refreshUrl,
  ]);
}
