import {
  type JsonObject,
  listOf,
  member,
  textsOf,
  toWord,
} from "../shared/json.js";
import {
  type Context,
  dispensableChild,
  followDispensable,
} from "./context.js";
import { childrenOf, itemsOf, type Target } from "./schema/refs.js";

/** The servers of a document, path or operation; none where it declares none. */
export function readServers(target: Target, context: Context): string[] {
  return itemsOf(target).flatMap((item, index) => {
    const server = followDispensable(item, context);
    const url = member(server.value, "url");
    if (typeof url !== "string") return [];
    const tell = index === 0 ? context.warn : () => {}; // the others are not called
    const filled = fill(url, server, { ...context, warn: tell });
    return resolve(filled, context.url).replace(LOGIN, "$1");
  });
}

/** Who reads the source needs no password of the document's. */
const LOGIN = /^([a-z][\w+.-]*:\/\/)[^/?#]*@/i;

/** The servers of a whole document; `/` where it declares none. */
export function readApiServers(context: Context): string[] {
  const { root } = context.refs;
  const servers = readServers(
    dispensableChild(root, "servers", context),
    context,
  );
  return servers.length > 0 ? servers : readSwaggerServers(root.value, context);
}

// Swagger 2.0's `schemes`, `host` and `basePath` together; https first.
function readSwaggerServers(
  { schemes, host, basePath }: JsonObject,
  context: Context,
): string[] {
  const path =
    typeof basePath === "string" ? basePath.replace(/^(?!\/)/, "/") : "/";
  if (typeof host !== "string" || host === "")
    return [resolve(path, context.url)];
  const known = textsOf(schemes).filter((scheme) => /^https?$/.test(scheme));
  const own = context.url && new URL(context.url).protocol.slice(0, -1);
  const usable = known.length > 0 ? known.sort().reverse() : [own ?? "https"];
  const address =
    host.slice(host.lastIndexOf("@") + 1) + path.replace(/^\/$/, "");
  return usable.map((scheme) => `${scheme}://${address}`);
}

/** https://spec.openapis.org/oas/v3.1.1#server-variable-object */
function fill(url: string, server: Target, context: Context): string {
  const variables = dispensableChild(server, "variables", context);
  const values = new Map(
    childrenOf(variables).map(([name, item]) => {
      const variable = followDispensable(item, context);
      const { value: list } = dispensableChild(variable, "enum", context);
      return [name, member(variable.value, "default") ?? listOf(list)[0]];
    }),
  );
  return url.replace(/\{([^{}]*)\}/g, (placeholder, name: string) => {
    const value = values.get(name);
    if (["string", "number", "boolean"].includes(typeof value))
      return toWord(value);
    context.warn({
      code: "server-variable",
      message: `The server ${url} has no default for {${name}}.`,
      pointer: server.pointer,
      hint: "Give the base URL when the server is started, or add the default.",
    });
    return placeholder;
  });
}

// https://spec.openapis.org/oas/v3.1.1#relative-references-in-api-urls
function resolve(url: string, base: string | undefined): string {
  // A host without a scheme has that of its document, which a file has not.
  if (base === undefined) return url.replace(/^(?=\/\/[^/])/, "https:");
  return URL.canParse(url, base) ? new URL(url, base).href : url;
}
