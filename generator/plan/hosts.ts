import type { Settings } from "../config/settle.js";
import { clientPath, variablePrefix } from "../config/source-name.js";
import type { Finding } from "../errors.js";
import { below, gather, type JsonObject } from "../json.js";
import type { Api, SecurityScheme } from "../model.js";
import type { Plan } from "./plan.js";

/**
 * Tells what a document leaves open of where its API is and who may call it, and of hosts that are
 * not the API's and would be sent its credentials: servers of single operations, and what issues
 * tokens. A document names them, so a person has to agree.
 */
export function tellHosts(
  { securitySchemes, servers }: Api,
  { app, components }: Plan,
  {
    baseUrl,
    document,
    source,
  }: Pick<Settings, "baseUrl" | "source"> & { document: JsonObject },
): Finding[] {
  if (app !== null) return []; // its calls leave the process nowhere
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
  if (securitySchemes.size === 0)
    findings.push({
      severity: "note",
      code: "no-credentials",
      message: "The document names no credentials, so none are sent.",
      hint: `Where the API wants one, give it in \`headers\` of ${clientPath(source)}.`,
    });
  const other = { code: "other-host", severity: "warning" } as const;
  const own = [baseUrl ?? "", ...servers].flatMap(hostsOf);
  const othersIn = (urls: readonly string[]) =>
    urls
      .flatMap(hostsOf)
      .filter((host) => own.length > 0 && !own.includes(host));
  const secured = components.filter(({ recipe }) =>
    recipe.security?.some((schemes) => schemes.length > 0),
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
      message: `Calls go to ${host}, with credentials of ${own[0]}${others > 0 ? `; so do those of ${others} more operations` : ""}.`,
      hint: `If that host may not have them, exclude the operation, or set ${variable}, which takes all calls along.`,
      ...other,
    });
  }
  const used = new Set(
    secured.flatMap(({ recipe }) => recipe.security?.flat() ?? []),
  );
  const schemesAt =
    "swagger" in document
      ? "/securityDefinitions"
      : "/components/securitySchemes";
  for (const [name, scheme] of securitySchemes) {
    if (!used.has(name)) continue;
    for (const host of new Set(othersIn(issuersOf(scheme))))
      findings.push({
        pointer: below(schemesAt, name),
        message: `The client id and secret of ${name} go to ${host}, which is not ${own[0]}.`,
        hint: "Make sure that it issues the API's tokens before you set them.",
        ...other,
      });
  }
  return findings;
}

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

/** None where it is relative, or known only when the server starts. */
function hostsOf(url: string): string[] {
  const host = URL.canParse(url) ? new URL(url).host : "";
  return host === "" ? [] : [host];
}
