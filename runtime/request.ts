import type { Client } from "./client.js";
import { ArgumentError, CallError } from "./errors.js";
import { mediaKind, mediaType, decodePercent } from "./media.js";
import { lazy, getOwn } from "./json-schema.js";
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
import type { Args, Component, Headers, Schemas } from "./types.js";

/** Parts of a component's requests that are known before any call. */
export interface RequestSpec {
  readonly component: Component;
  readonly method: string;
  /** Path template, with the query that the document may have in it: `/pets/{petId}`. */
  readonly path: string;
  readonly parameters: () => readonly ResolvedArgument[];
  readonly schemas: Schemas;
}

/** Builds a request from arguments, without credentials. Throws an `ArgumentError` before anything is sent. */
export async function buildRequest(
  spec: RequestSpec,
  args: Args,
  client: Client,
) {
  const { cookies, allArgs, headers, method, url } = buildRequestHead(
    spec,
    args,
    client,
  );
  const body = await buildBody(spec, allArgs, client);
  const stream = body && "open" in body.bytes ? body.bytes : undefined;
  const bytes = body && !("open" in body.bytes) ? body.bytes : undefined;
  const allHeaders = {
    ...headers,
    ...client.headers,
    ...(cookies.length > 0 && { cookie: cookies.join("; ") }),
    ...(body && { "content-type": body.contentType }),
    ...(stream && { "content-length": `${stream.size}` }),
  };
  const headerEntries = Object.entries(allHeaders).filter(
    ([, value]) => value !== undefined,
  );
  return {
    method,
    url,
    headers: Object.fromEntries(headerEntries),
    body: bytes,
    ...(stream && { stream }),
  };
}

/** Builds all parts of a request but its body. Throws if a value can't be sent at its place. */
export function buildRequestHead(
  spec: RequestSpec,
  args: Args,
  client: Client,
) {
  const { component, method } = spec;
  const allArgs = {
    ...args,
    ...component.fixed,
    ...client.hiddenArguments?.read(component),
  };
  const path = new Map<string, string>();
  const query: string[] = [];
  const cookies = [client.headers["cookie"] ?? []].flat();
  const headers: Record<string, string> = {
    accept: component.accept ?? "application/json, */*;q=0.5",
  };
  for (const parameter of spec.parameters()) {
    const { argument, name, in: location } = parameter;
    const value = serializeContent(getOwn(allArgs, argument), parameter, {
      client,
      spec,
    });
    if (location === "path") path.set(name, toPathText(value, parameter));
    if (isAbsent(value)) continue;
    const getPairs = () => serializeParameter(value, parameter, spec);
    if (location === "querystring") query.push(encodeComponent(toText(value)));
    if (location === "cookie") cookies.push(...getPairs());
    if (location === "query" && (value !== "" || parameter.allowEmptyValue))
      query.push(...getPairs());
    if (location === "header" && !RESERVED_HEADER.test(name))
      headers[name.toLowerCase()] = toHeaderText(value, parameter);
  }
  const url = buildUrl(spec, client, path, query);
  return { method, url, headers, cookies, allArgs };
}

/**
 * Serializes a parameter. The field names of an exploded object become parameter names; throws if one of them is
 * another parameter's name.
 */
function serializeParameter(
  value: unknown,
  parameter: ResolvedArgument,
  { parameters }: RequestSpec,
) {
  const { argument, in: location, name } = parameter;
  const parametersByName = lazy(
    () =>
      new Map(
        parameters().flatMap((candidate) =>
          candidate.in === location ? [[candidate.name, candidate]] : [],
        ),
      ),
  );
  return serializePairs(value, parameter).map(([key, text]) => {
    const owner =
      key === name
        ? parameter
        : parametersByName().get(decodePercent(key) ?? "");
    if (!owner || owner.argument === argument) return `${key}=${text}`;
    throw new ArgumentError(
      `/${argument}/${key}: is the name of another parameter. Leave it out.`,
    );
  });
}

/**
 * Headers that arguments can't set: https://spec.openapis.org/oas/v3.1.1#parameter-name, and those that control the
 * connection.
 */
export const RESERVED_HEADER =
  /^(accept|content-type|authorization|cookie|host|content-length|transfer-encoding|connection|keep-alive|te|trailer|upgrade|expect|proxy-.*)$/i;

/**
 * Serializes the value of a `content` parameter: JSON in ASCII, since it may go into a header; other types unchanged.
 */
function serializeContent(
  value: unknown,
  { contentType, schema }: ResolvedArgument,
  { client, spec }: { readonly client: Client; readonly spec: RequestSpec },
): unknown {
  if (contentType === undefined || isAbsent(value)) return value;
  const isJson = mediaKind(mediaType(contentType)) === "json";
  if (typeof value === "string" && !isJson) return value;
  const json = client.writeJson(value, schema, spec.schemas.$defs);
  return json.replace(
    /[\x7f-\uffff]/g,
    (character) =>
      `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function toPathText(value: unknown, parameter: ResolvedArgument): string {
  const text = isAbsent(value) ? "" : serializeText(value, parameter);
  if (text !== "" && value !== "") return text;
  throw new ArgumentError(
    `/${parameter.argument}: is part of the path and must not be empty. Pass a value.`,
  );
}

/** https://www.rfc-editor.org/rfc/rfc9110#section-5.5 */
function toHeaderText(value: unknown, parameter: ResolvedArgument): string {
  const text = serializeText(value, parameter);
  if (isHeaderText(text)) return text;
  throw new ArgumentError(
    `/${parameter.argument}: goes into the header ${parameter.name}, which can't hold line breaks, control characters or characters beyond Latin-1. Remove them.`,
  );
}

/** True for a value that a header can hold. https://www.rfc-editor.org/rfc/rfc9110#section-5.5 */
export const isHeaderText = (text: string): boolean =>
  /^[\t\x20-\x7e\x80-\xff]*$/.test(text);

/** Throws if a header has a value that it can't hold. Clients would remove characters from it, or fail without its name. */
export function checkHeaders(headers: Headers): void {
  for (const [name, value = ""] of Object.entries(headers))
    if (!isHeaderText(value))
      throw new CallError(
        `the header ${name} has an invalid value: a line break, a control character or a character beyond Latin-1. Ask this server's owner to check its credential.`,
      );
}

/** Builds an absolute URL that URL parsers leave unchanged. Throws if a value would lead to another path. */
function buildUrl(
  { component, path: template }: RequestSpec,
  client: Client,
  values: ReadonlyMap<string, string>,
  query: readonly string[],
): string {
  const isAbsolute = /^([a-z][\w+.-]*:)?\/\//i.test(component.server ?? "");
  const isServerUsed = !isAbsolute || client.ownServers;
  const server = isServerUsed ? component.server : undefined;
  const { origin, pathname, search } = resolveBaseUrl(client.baseUrl, server);
  const [pathTemplate = "", fixedQuery = ""] = template
    .replace(/#.*/s, "")
    .split(/\?(.*)/s);
  const path = expand(removeDotSegments(pathTemplate), values, encodePath);
  if (DOT_SEGMENT.test(path))
    throw new ArgumentError(
      `A value in ${template} would change the path ("." or ".."). Pass another value.`,
    );
  const prefix = server === undefined ? client.routePrefix : "";
  const fullPath = [pathname.replace(/(?<!\/)\/+$/, ""), prefix, path]
    .map((part) => part.replace(/^(?=[^/])/, "/"))
    .join("");
  const templateQuery = expand(fixedQuery, values, encodeQuery);
  const queryString = [search.slice(1), templateQuery, ...query]
    .filter(Boolean)
    .join("&");
  return new URL(`${origin}${fullPath}${queryString && `?${queryString}`}`)
    .href;
}

/** Removes the "." segments of a document's path. https://www.rfc-editor.org/rfc/rfc3986#section-5.2.4 */
function removeDotSegments(template: string): string {
  return template.replace(/(^|\/)(?:(?:\.|%2e)(?:\/|$))+/gi, "$1");
}

/**
 * Matches "." and ".." in each form that servers may read as such: encoded once or more, with either kind of slash,
 * before a `;`.
 */
const DOT_SEGMENT =
  /(^|\/|\\|%(25)*(2f|5c))(\.|%(25)*2e){1,2}($|\/|\\|;|%(25)*(2f|5c|3b))/i;

/**
 * Returns the base URL of the client or of an operation, without user and password: axios would make a credential of
 * them.
 */
function resolveBaseUrl(base: string, server: string | undefined): URL {
  const root = parseUrl(base);
  const url = server === undefined ? root : parseUrl(server, root?.href);
  if (url && /^https?:\/\/[^/@]*\//.test(url.href)) return url;
  const path = /^\/./.test(base) ? base : "";
  throw new CallError(
    `the base URL of the API is ${base === "" ? "missing" : "not an absolute http(s) URL without user name and password"}. When you start this server, set API_BASE_URL (with several APIs, NAME_API_BASE_URL), for example to https://api.example.com${path}.`,
  );
}

function parseUrl(text: string, base?: string): URL | undefined {
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
    throw new ArgumentError(`The value for ${part} in ${template} is missing.`);
  });
}

/** Builds the body from the arguments that are not parameters; undefined if there is none. */
async function buildBody(spec: RequestSpec, allArgs: Args, client: Client) {
  const selectedBody = selectBody(spec, allArgs);
  if (selectedBody === undefined) return undefined;
  const { contentType = "application/json", encoding = {} } = spec.component;
  const type = mediaType(contentType);
  const { $defs } = spec.schemas;
  const schema = findBodySchema(spec);
  const body = client.parseStrings(selectedBody, schema, $defs);
  const value = client.prepareBody
    ? await client.prepareBody(body, schema, $defs)
    : body;
  const writeJson = (part: unknown, ...path: string[]) =>
    client.writeJson(part, schema, $defs, path);
  const writer = client.bodies.find((candidate) =>
    candidate.accepts(type, encoding),
  );
  if (writer)
    return writer.write(value, { contentType, encoding, toJson: writeJson });
  const kind = mediaKind(type);
  if (kind === "json")
    return { contentType, bytes: Buffer.from(writeJson(value)) };
  if (value === null) return undefined;
  if (kind !== "text" && kind !== "events")
    throw new CallError(
      `this server can't write ${type}. Its owner can add a feature for it: see "toolwright add --help".`,
    );
  if (typeof value === "object" && /xml$/.test(type))
    throw new ArgumentError("The body is XML. Pass it as a string.");
  return { contentType, bytes: Buffer.from(toText(value)) };
}

/** Finds the schema of the body. */
function findBodySchema({ component: { body }, parameters }: RequestSpec) {
  return (
    parameters().find(({ in: location }) => location === "body")?.schema ?? body
  );
}

/** Returns the value of the body: one argument, or an object of all arguments that are not parameters. */
export function selectBody(
  { component, parameters }: RequestSpec,
  allArgs: Args,
) {
  const { body, bodyRequired = true, names } = component;
  const bodyArgument = parameters().find(
    ({ in: location }) => location === "body",
  );
  if (!body && !bodyArgument) return undefined;
  if (bodyArgument && Object.hasOwn(allArgs, bodyArgument.argument))
    return allArgs[bodyArgument.argument];
  const parameterNames = new Set(parameters().map(({ argument }) => argument));
  const fields = Object.entries(allArgs)
    .filter(([name, value]) => !parameterNames.has(name) && value !== undefined)
    .map(([name, value]) => [getOwn(names, name) ?? name, value] as const);
  const hasBody = fields.length > 0 || bodyRequired === true;
  return hasBody ? Object.fromEntries(fields) : undefined;
}
