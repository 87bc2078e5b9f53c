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
  const variable = `${variablePrefix(source)}API_BASE_URL`;
  const schemesAt =
    "swagger" in document
      ? "/securityDefinitions"
      : "/components/securitySchemes";
  const urls = [baseUrl ?? "", ...servers];
  const own = urls.flatMap(hostsOf);
  const isOther = (host: string) => own.length > 0 && !own.includes(host);
  const secured = components.filter(({ recipe }) =>
    recipe.security?.some((schemes) => schemes.length > 0),
  );
  const used = new Set(
    secured.flatMap(({ recipe }) => recipe.security?.flat() ?? []),
  );
  const byServer = gather(
    secured.flatMap(({ operation, recipe: { server = "" } }) =>
      hostsOf(server)
        .filter(isOther)
        .map((host) => [host, operation] as const),
    ),
  );
  const isKnown =
    isAbsolute(baseUrl ?? servers[0] ?? "") ||
    components.every(({ recipe: { server = "" } }) => isAbsolute(server));
  return [
    ...(isKnown
      ? []
      : [
          noServer(
            source === null ? "--base-url" : `baseUrl of ${source}`,
            variable,
            servers.find((url) => /^\/./.test(url)),
          ),
        ]),
    ...(securitySchemes.size > 0 ? [] : [noCredentials(clientPath(source))]),
    ...[...byServer].map(([host, operations]) => {
      const [first] = operations;
      const others = new Set(operations).size - 1;
      return told({
        pointer: below(first?.pointer ?? "", "servers"),
        message: `Calls go to ${host}, with credentials of ${own[0]}${others > 0 ? `; so do those of ${others} more operations` : ""}.`,
        hint: `If that host may not have them, exclude the operation, or set ${variable}, which takes all calls along.`,
      });
    }),
    ...[...securitySchemes].flatMap(([name, scheme]) => {
      const hosts = used.has(name) ? issuersOf(scheme).flatMap(hostsOf) : [];
      return [...new Set(hosts.filter(isOther))].map((host) =>
        told({
          pointer: below(schemesAt, name),
          message: `The client id and secret of ${name} go to ${host}, which is not ${own[0]}.`,
          hint: "Make sure that it issues the API's tokens before you set them.",
        }),
      );
    }),
  ];
}

/** @param path what the document says of the API's place, if anything */
function noServer(option: string, variable: string, path?: string): Finding {
  const end = path === undefined ? "" : `, with ${path} at its end`;
  return {
    severity: "warning",
    code: "no-server",
    message:
      "The document names no absolute server, so the emitted server does not know where the API is.",
    hint: `Name it with ${option}${end}, or set ${variable} where the server is started.`,
  };
}

function noCredentials(client: string): Finding {
  return {
    severity: "note",
    code: "no-credentials",
    message: "The document names no credentials, so none are sent.",
    hint: `Where the API wants one, give it in \`headers\` of ${client}.`,
  };
}

/** A host that is known only when the server starts is told of where its variables are read. */
function isAbsolute(url: string): boolean {
  return /^https?:\/\//i.test(url);
}

function told(finding: Omit<Finding, "code" | "severity">): Finding {
  return { ...finding, code: "other-host", severity: "warning" };
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
