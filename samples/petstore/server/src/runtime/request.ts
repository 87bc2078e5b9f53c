// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
import type { Client } from "./client.js";
import { ArgumentError, CallError } from "./errors.js";
import { mediaKind, mediaType, decodePercent } from "./media.js";
import { toJson } from "./json.js";
import { getOwn } from "./json-schema.js";
import type { ResolvedArgument } from "./json-schema.js";
import {
  encodeComponent,
  encodePath,
  encodeQuery,
  isAbsent,
  toText,
  serializePairs,
  serializeText,
} from "./styles.js";
import type { Args, Component, Schemas } from "./types.js";

/** What is known of a component's requests before any call. */
export interface RequestSpec {
  readonly component: Component;
  readonly method: string;
  /** `/pets/{petId}`; a query in it stays. */
  readonly path: string;
  readonly parameters: () => readonly ResolvedArgument[];
  readonly schemas: Schemas;
}

/** Turns arguments into a request, without credentials. Throws an `ArgumentError` before anything is sent. */
export async function buildRequest(
  recipe: RequestSpec,
  args: Args,
  client: Client,
) {
  const { cookies, given, headers, method, url } = buildRequestHead(
    recipe,
    args,
    client,
  );
  const body = await buildBody(recipe, given, client);
  const all = {
    ...headers,
    ...client.headers,
    ...(cookies.length > 0 && { cookie: cookies.join("; ") }),
    ...(body && { "content-type": body.contentType }),
  };
  const sent = Object.entries(all).filter(([, value]) => value !== undefined);
  return { method, url, headers: Object.fromEntries(sent), body: body?.bytes };
}

/** All of a request but its body. Throws where a value can't be sent in its place. */
export function buildRequestHead(
  recipe: RequestSpec,
  args: Args,
  client: Client,
) {
  const { component, method } = recipe;
  const given = { ...args, ...component.fixed };
  const path = new Map<string, string>();
  const query: string[] = [];
  const cookies = [client.headers["cookie"] ?? []].flat();
  const headers: Record<string, string> = {
    accept: component.accept ?? "application/json, */*;q=0.5",
  };
  for (const parameter of recipe.parameters()) {
    const { argument, name, in: place } = parameter;
    const value = contentOf(getOwn(given, argument), parameter, recipe);
    if (place === "path") path.set(name, pathText(value, parameter));
    if (isAbsent(value)) continue;
    const pairs = () => pairsOf(value, parameter, recipe);
    if (place === "querystring") query.push(encodeComponent(toText(value)));
    if (place === "cookie") cookies.push(...pairs());
    if (place === "query" && (value !== "" || parameter.allowEmptyValue))
      query.push(...pairs());
    if (place === "header" && !RESERVED_HEADER.test(name))
      headers[name.toLowerCase()] = headerText(value, parameter);
  }
  const url = buildUrl(recipe, client, path, query);
  return { method, url, headers, cookies, given };
}

/** The fields of an exploded object name what is sent themselves; the names of other parameters are not theirs. */
function pairsOf(
  value: unknown,
  parameter: ResolvedArgument,
  { parameters }: RequestSpec,
) {
  const { argument, in: place, name } = parameter;
  const takers = new Map(
    parameters().flatMap((one) => (one.in === place ? [[one.name, one]] : [])),
  );
  return serializePairs(value, parameter).map(([key, text]) => {
    const owner =
      key === name ? parameter : takers.get(decodePercent(key) ?? "");
    if (!owner || owner.argument === argument) return `${key}=${text}`;
    throw new ArgumentError(
      `/${argument}/${key}: is the name of another parameter. Leave it out.`,
    );
  });
}

/** What arguments can't set: https://spec.openapis.org/oas/v3.1.1#parameter-name, and what steers the connection. */
export const RESERVED_HEADER =
  /^(accept|content-type|authorization|cookie|host|content-length|transfer-encoding|connection|keep-alive|te|trailer|upgrade|expect|proxy-.*)$/i;

/** The value of a `content` parameter: JSON in ASCII, since it may go into a header; other types as they are given. */
function contentOf(
  value: unknown,
  { contentType, schema }: ResolvedArgument,
  { schemas: { $defs } }: RequestSpec,
): unknown {
  if (contentType === undefined || isAbsent(value)) return value;
  const isJson = mediaKind(mediaType(contentType)) === "json";
  if (typeof value === "string" && !isJson) return value;
  return toJson(value, schema, $defs).replace(
    /[\x7f-\uffff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function pathText(value: unknown, parameter: ResolvedArgument): string {
  const text = isAbsent(value) ? "" : serializeText(value, parameter);
  if (text !== "" && value !== "") return text;
  throw new ArgumentError(
    `/${parameter.argument}: is part of the path and must not be empty. Give a value.`,
  );
}

/** https://www.rfc-editor.org/rfc/rfc9110#section-5.5 */
function headerText(value: unknown, parameter: ResolvedArgument): string {
  const text = serializeText(value, parameter);
  if (/^[\t\x20-\x7e\x80-\xff]*$/.test(text)) return text;
  throw new ArgumentError(
    `/${parameter.argument}: goes into the header ${parameter.name}, which can't hold line breaks, control characters or characters beyond Latin-1. Leave them out.`,
  );
}

/** Absolute, in the form that URL parsers leave as it is. Throws where a value would climb the path. */
function buildUrl(
  { component, path: template }: RequestSpec,
  client: Client,
  values: ReadonlyMap<string, string>,
  query: readonly string[],
): string {
  const isAbsolute = /^([a-z][\w+.-]*:)?\/\//i.test(component.server ?? "");
  const isOwn = !isAbsolute || client.ownServers;
  const server = isOwn ? component.server : undefined;
  const { origin, pathname, search } = baseUrl(client.baseUrl, server);
  const [plain = "", fixedQuery = ""] = template
    .replace(/#.*/s, "")
    .split(/\?(.*)/s);
  const path = expand(withoutDots(plain), values, encodePath);
  if (DOT_SEGMENT.test(path))
    throw new ArgumentError(
      `A value in ${template} would lead to another path ("." or ".."). Give a plain value.`,
    );
  const prefix = server === undefined ? client.routePrefix : "";
  const whole = [pathname.replace(/(?<!\/)\/+$/, ""), prefix, path]
    .map((part) => part.replace(/^(?=[^/])/, "/"))
    .join("");
  const fixed = expand(fixedQuery, values, encodeQuery);
  const asked = [search.slice(1), fixed, ...query].filter(Boolean).join("&");
  return new URL(`${origin}${whole}${asked && `?${asked}`}`).href;
}

/** A path of the document without its own segments ".". https://www.rfc-editor.org/rfc/rfc3986#section-5.2.4 */
function withoutDots(template: string): string {
  return template.replace(/(^|\/)(?:(?:\.|%2e)(?:\/|$))+/gi, "$1");
}

/** "." or ".." as servers may come to see it: after decoding once or more, with either kind of slash, before a `;`. */
const DOT_SEGMENT =
  /(^|\/|\\|%(25)*(2f|5c))(\.|%(25)*2e){1,2}($|\/|\\|;|%(25)*(2f|5c|3b))/i;

/** The base URL of the client or of an operation, without user and password: axios would make a credential of them. */
function baseUrl(base: string, server: string | undefined): URL {
  const root = parsed(base);
  const url = server === undefined ? root : parsed(server, root?.href);
  if (url && /^https?:\/\/[^/@]*\//.test(url.href)) return url;
  const path = /^\/./.test(base) ? base : "";
  throw new CallError(
    `the base URL of the API is ${base === "" ? "missing" : "no absolute http(s) URL without user and password"}. Set API_BASE_URL (of several APIs, NAME_API_BASE_URL) where this server is started, such as https://api.example.com${path}.`,
  );
}

function parsed(text: string, base?: string): URL | undefined {
  return URL.canParse(text, base) ? new URL(text, base) : undefined;
}

function expand(
  template: string,
  values: ReadonlyMap<string, string>,
  escapeLiteral: (text: string) => string,
): string {
  return template.replace(/\{([^{}]*)\}|[^/{]+|\{/g, (part, name?: string) => {
    if (name === undefined) return escapeLiteral(part);
    const value = values.get(name);
    if (value !== undefined) return value;
    throw new ArgumentError(`No value for ${part} in ${template}.`);
  });
}

/** The body, from the arguments that are no parameters; undefined where there is none. */
async function buildBody(recipe: RequestSpec, given: Args, client: Client) {
  const value = selectBody(recipe, given);
  if (value === undefined) return undefined;
  const { contentType = "application/json", encoding = {} } = recipe.component;
  const type = mediaType(contentType);
  const { $defs } = recipe.schemas;
  const schema = bodySchema(recipe);
  const json = (part: unknown, ...at: string[]) =>
    toJson(part, schema, $defs, at);
  const writer = client.bodies.find((one) => one.accepts(type));
  if (writer)
    return writer.write(value, { contentType, encoding, toJson: json });
  const kind = mediaKind(type);
  if (kind === "json") return { contentType, bytes: Buffer.from(json(value)) };
  if (value === null) return undefined;
  if (kind !== "text" && kind !== "events")
    throw new CallError(
      `this server can't write ${type}. Its owner can add that: see "toolwright add --help".`,
    );
  if (typeof value === "object" && /xml$/.test(type))
    throw new ArgumentError("The body is XML: give it as text.");
  return { contentType, bytes: Buffer.from(toText(value)) };
}

/** What the body is to be. */
function bodySchema({ component: { body }, parameters }: RequestSpec) {
  return parameters().find(({ in: place }) => place === "body")?.schema ?? body;
}

/** One argument, or an object of all that are no parameters. */
export function selectBody(
  { component, parameters }: RequestSpec,
  given: Args,
) {
  const { body, bodyRequired = true, names } = component;
  const whole = parameters().find(({ in: place }) => place === "body");
  if (!body && !whole) return undefined;
  if (whole && Object.hasOwn(given, whole.argument))
    return given[whole.argument];
  const others = new Set(parameters().map(({ argument }) => argument));
  const fields = Object.entries(given)
    .filter(([name, value]) => !others.has(name) && value !== undefined)
    .map(([name, value]) => [getOwn(names, name) ?? name, value] as const);
  const isGiven = fields.length > 0 || bodyRequired === true;
  return isGiven ? Object.fromEntries(fields) : undefined;
}
