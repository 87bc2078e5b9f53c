import {
  type JsonObject,
  toArray,
  getMember,
  toStrings,
  toWord,
} from "../shared/json.js";
import {
  type Context,
  followOptionalChild,
  followOptional,
} from "./context.js";
import { childrenOf, itemsOf, type Target } from "./schema/refs.js";

/** Reads the servers of a document, path or operation; empty if it declares none. */
export function readServers(target: Target, context: Context): string[] {
  return itemsOf(target).flatMap((serverTarget, index) => {
    const server = followOptional(serverTarget, context);
    const url = getMember(server.value, "url");
    if (typeof url !== "string") return [];
    const warn = index === 0 ? context.warn : () => {}; // the others are not called
    const expandedUrl = expandVariables(url, server, { ...context, warn });
    return resolveUrl(expandedUrl, context.url).replace(URL_WITH_LOGIN, "$1");
  });
}

/** URL with a login before its host. Passwords of the document never reach the source. */
const URL_WITH_LOGIN = /^([a-z][\w+.-]*:\/\/)[^/?#]*@/i;

/** Reads the servers of a whole document; `/` if it declares none. */
export function readApiServers(context: Context): string[] {
  const { root } = context.refs;
  const servers = readServers(
    followOptionalChild(root, "servers", context),
    context,
  );
  return servers.length > 0 ? servers : readSwaggerServers(root.value, context);
}

// Joins `schemes`, `host` and `basePath` of Swagger 2.0; https comes first.
function readSwaggerServers(
  { schemes, host, basePath }: JsonObject,
  context: Context,
): string[] {
  const path =
    typeof basePath === "string" ? basePath.replace(/^(?!\/)/, "/") : "/";
  if (typeof host !== "string" || host === "")
    return [resolveUrl(path, context.url)];
  const httpSchemes = toStrings(schemes).filter((scheme) =>
    /^https?$/.test(scheme),
  );
  const documentScheme =
    context.url && new URL(context.url).protocol.slice(0, -1);
  const usableSchemes =
    httpSchemes.length > 0
      ? httpSchemes.sort().reverse()
      : [documentScheme ?? "https"];
  const address =
    host.slice(host.lastIndexOf("@") + 1) + path.replace(/^\/$/, "");
  return usableSchemes.map((scheme) => `${scheme}://${address}`);
}

/** Replaces variables by their defaults. https://spec.openapis.org/oas/v3.1.1#server-variable-object */
function expandVariables(
  url: string,
  server: Target,
  context: Context,
): string {
  const variables = followOptionalChild(server, "variables", context);
  const valuesByName = new Map(
    childrenOf(variables).map(([name, variableTarget]) => {
      const variable = followOptional(variableTarget, context);
      const { value: allowedValues } = followOptionalChild(
        variable,
        "enum",
        context,
      );
      return [
        name,
        getMember(variable.value, "default") ?? toArray(allowedValues)[0],
      ];
    }),
  );
  return url.replace(/\{([^{}]*)\}/g, (placeholder, name: string) => {
    const value = valuesByName.get(name);
    if (["string", "number", "boolean"].includes(typeof value))
      return toWord(value);
    context.warn({
      code: "server-variable",
      message: `The server ${url} has no default for {${name}}.`,
      pointer: server.pointer,
      hint: "Add the default, or set the base URL when you start the server.",
    });
    return placeholder;
  });
}

// https://spec.openapis.org/oas/v3.1.1#relative-references-in-api-urls
function resolveUrl(url: string, baseUrl: string | undefined): string {
  // A host without a scheme has that of the document's URL; a file has none.
  if (baseUrl === undefined) return url.replace(/^(?=\/\/[^/])/, "https:");
  return URL.canParse(url, baseUrl) ? new URL(url, baseUrl).href : url;
}
