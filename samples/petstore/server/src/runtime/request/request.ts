import { buildBody } from "./body.js";
import type { Client } from "../client.js";
import { own } from "../own.js";
import {
  toParameter,
  writeCookie,
  writeHeader,
  writePath,
  writeQuery,
} from "./parameters.js";
import type { Parameter } from "./parameters.js";
import type { Pair } from "./styles.js";
import type { Args, HttpRequest, RequestRecipe } from "../types.js";
import { buildUrl } from "./url.js";

/** JSON first, then anything. */
const defaultAccept = "application/json, */*;q=0.5";

/** Turns arguments into a request, without credentials. Throws an `ArgumentError` before anything is sent. */
export async function buildRequest(
  recipe: RequestRecipe,
  args: Args,
  client: Client,
): Promise<HttpRequest> {
  const given = { ...args, ...recipe.fixed };
  const recipes = recipe.parameters ?? {};
  const parameters = Object.entries(recipes).map(([name, parameter]) =>
    toParameter(name, parameter, own(given, name)),
  );
  const written = writeParameters(parameters, client);
  const url = buildUrl({
    base: client.baseUrl,
    prefix: client.routePrefix,
    server: serverOf(recipe, client),
    template: recipe.path,
    path: written.path,
    query: written.query,
  });
  const rest = Object.fromEntries(
    Object.entries(given).filter(([name]) => !Object.hasOwn(recipes, name)),
  );
  const body =
    recipe.body &&
    (await buildBody(recipe.body, rest, client.allowedFileFolder));
  return {
    method: recipe.method,
    url,
    headers: {
      accept: recipe.accept ?? defaultAccept,
      ...lowerCase(client.headers),
      ...written.headers,
      ...joinCookies(client.headers, written.cookies),
      ...(body && { "content-type": body.contentType }),
    },
    body: body?.bytes,
  };
}

/** A server of the operation's own. A relative one moves with the base URL by itself. */
function serverOf(
  { server }: RequestRecipe,
  { ownServers }: Client,
): string | undefined {
  const isAbsolute = /^([a-z][\w+.-]*:)?\/\//i.test(server ?? "");
  return isAbsolute && !ownServers ? undefined : server;
}

function writeParameters(parameters: readonly Parameter[], client: Client) {
  const path = new Map<string, string>();
  const query: Pair[] = [];
  const cookies: Pair[] = [];
  const headers: Record<string, string> = {};
  for (const parameter of parameters) {
    switch (parameter.in) {
      case "path":
        path.set(parameter.name, writePath(parameter));
        break;
      case "query":
        query.push(...writeQuery(parameter, client.sendEmptyStrings));
        break;
      case "cookie":
        cookies.push(...writeCookie(parameter));
        break;
      case "header": {
        const text = writeHeader(parameter);
        if (text !== undefined) headers[parameter.name.toLowerCase()] = text;
      }
    }
  }
  return { path, query, cookies, headers };
}

/** https://www.rfc-editor.org/rfc/rfc6265#section-4.2 */
function joinCookies(
  defaults: Client["headers"],
  cookies: readonly Pair[],
): { cookie?: string } {
  if (cookies.length === 0) return {};
  const pairs = cookies.map(([name, value]) => `${name}=${value}`);
  const before = lowerCase(defaults)["cookie"];
  return { cookie: [...(before ? [before] : []), ...pairs].join("; ") };
}

function lowerCase(headers: Client["headers"]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}
