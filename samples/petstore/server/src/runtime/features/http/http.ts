// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
import { createHash, timingSafeEqual } from "node:crypto";
import { MAX_TOKEN_LENGTH, takeVariable } from "../../index.js";
import type {
  Authenticator,
  Environment,
  HttpHandler,
  IncomingRequest,
  Log,
  McpEndpoint,
  McpService,
  ServerContext,
  ServerDefinition,
} from "../../index.js";
import { createStatelessEndpoint } from "../../sdk.js";
import {
  createRefusalLog,
  toAllowedHost,
  toAllowedOrigin,
} from "./allowed-names.js";
import type { NameHeader } from "./allowed-names.js";

export interface HttpOptions {
  /** Allowed values of `Host`, without port. Default: this machine's names if `host` is one of them, otherwise any. */
  readonly allowedHosts?: readonly string[];
  /**
   * Web pages that may call: allowed values of `Origin`. Default: this machine's pages if `host` is one of its names,
   * otherwise none.
   */
  readonly allowedOrigins?: readonly string[];
  /** Keeps a session for each client. Default: false, so that the server handles each request on its own. */
  readonly sessions?: boolean | undefined;
  /** False if the server is about to end: `/readyz` is 503. Default: always ready. */
  readonly isReady?: () => boolean;
  /** Address on which the server listens. Default: another program listens, and only it knows its own host names. */
  readonly host?: string | undefined;
  /** Path of the endpoint, in addition to the probes. Default: any, since the surrounding program has chosen it. */
  readonly path?: string;
}

/** Handles HTTP requests and never rejects. `drain` ends connections that stay open without a call. */
export type DrainableHandler = HttpHandler & { drain(): void };

/**
 * Reads `MCP_ALLOWED_HOSTS` and `MCP_ALLOWED_ORIGINS`, in any case, each a list separated by commas. Throws if a name
 * can match no request.
 */
export function readAllowedNames(env: Environment): HttpOptions {
  const hosts = splitList(env["MCP_ALLOWED_HOSTS"]).map(toAllowedHost);
  const origins = splitList(env["MCP_ALLOWED_ORIGINS"]).map(toAllowedOrigin);
  return {
    ...(hosts.length > 0 && { allowedHosts: hosts }),
    ...(origins.length > 0 && { allowedOrigins: origins }),
  };
}

/** Splits a comma-separated list into its items. */
export function splitList(text = ""): string[] {
  return text.split(",").flatMap((part) => part.trim() || []);
}

/**
 * Creates a handler of Streamable HTTP with the Fetch API's types, for any host: Node, Workers, Deno, Bun.
 * https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#streamable-http
 */
export function createHttpHandler(
  service: McpService,
  log: Log,
  httpOptions: HttpOptions = {},
): DrainableHandler {
  const { context, definition, name, version } = service;
  const options = { ...readAllowedNames(context.env), ...httpOptions };
  const { allowedOrigins = [], path = "/mcp" } = options;
  const authenticator = findAuth(service)?.(service, log);
  const endpoint = createEndpoint(service, log, options);
  const logRefusal = createRefusalLog(log);

  async function respond(request: IncomingRequest): Promise<Response> {
    const { pathname } = new URL(request.url);
    // The Fetch API joins headers of one name. https://www.rfc-editor.org/rfc/rfc9112#section-3.2
    if (request.headers.get("host")?.includes(","))
      return httpError(400, "A request has one Host.");
    const probe = respondToProbe(pathname, context, options);
    if (probe) return probe;
    const { path: endpointPath = pathname } = options;
    const isEndpoint = [endpointPath, `${endpointPath}/`].includes(pathname);
    if (!isEndpoint && !authenticator?.documents?.includes(pathname))
      return httpError(404, `Not found. The endpoint is ${endpointPath}.`);
    const refusedHeader = findRefusedHeader(request.headers, options);
    if (refusedHeader) {
      logRefusal(refusedHeader, request.headers.get(refusedHeader) ?? "");
      return httpError(403, `This ${refusedHeader} is not allowed.`);
    }
    const principal = await authenticator?.authenticate(request);
    if (principal instanceof Response) return principal;
    const { methods: allow } = endpoint;
    if (!allow.split(", ").includes(request.method))
      return httpError(405, `It takes ${allow}.`, { headers: { allow } });
    const message = await readMessage(request);
    if (message instanceof Response) return message;
    request.signal.throwIfAborted(); // an earlier abort fires no event any more
    const headers = new Headers(request.headers);
    // The caller's credential is for this server only.
    if (authenticator) headers.delete("authorization");
    const scopeRefusal =
      principal && authenticator?.refuse?.(message, principal);
    return (
      scopeRefusal ?? endpoint.handle({ request, headers, message, principal })
    );
  }

  const handleSafely: HttpHandler = (request) =>
    respond(request).catch((error: unknown) => {
      if (request.signal.aborted) log.debug("aborted");
      else log.error("http", { error });
      return httpError(500, "Internal error.");
    });
  const httpContext = { ...context, allowedOrigins, name, path, version };
  const handler = (definition.http ?? []).reduceRight<HttpHandler>(
    (wrapped, wrap) => wrap(wrapped, httpContext),
    handleSafely,
  );
  // A wrapper of this server's owner may be the handler below it.
  return Object.assign((request: IncomingRequest) => handler(request), {
    drain: () => endpoint.drain?.(),
  });
}

/**
 * Returns the authentication of callers: the server's own, or by `MCP_TOKENS`; undefined without both. Throws if a
 * feature or a credential needs callers that this server knows.
 */
export function findAuth({
  context,
  definition,
}: McpService): ServerDefinition["auth"] {
  const { features = [], auth } = definition;
  const hasTokens = takeVariable(context, "MCP_TOKENS") !== "";
  if (auth ?? hasTokens) return auth ?? authenticateByTokens;
  for (const { needsCallers } of features)
    if (needsCallers !== undefined) throw new Error(needsCallers);
  for (const { kind, reason } of context.authNeeds)
    if (kind === "callers") throw new Error(reason);
  return undefined;
}

function createEndpoint(
  service: McpService,
  log: Log,
  { sessions }: HttpOptions,
): McpEndpoint {
  if (!sessions)
    return {
      methods: "POST",
      handle: createStatelessEndpoint(service, log),
    };
  const endpoint = service.definition.sessions?.(service, log);
  if (endpoint) return endpoint;
  throw new Error(
    "This server keeps no sessions. Add the feature sessions: npx toolwright add sessions",
  );
}

/**
 * Responds to a probe of any caller: `/healthz` and `/livez` report that the server runs, `/readyz` that it takes calls.
 * `/readyz` names what replicas miss, such as Redis, and stays 200: calls that don't need it still work.
 * Undefined for other paths.
 */
function respondToProbe(
  path: string,
  { problems }: Pick<ServerContext, "problems">,
  { isReady = () => true }: HttpOptions,
): Response | undefined {
  if (path === "/healthz" || path === "/livez")
    return Response.json({ status: "ok" });
  if (path !== "/readyz") return undefined;
  if (!isReady()) return Response.json({ status: "ending" }, { status: 503 });
  return Response.json({
    status: "ok",
    ...(problems.size > 0 && { problems: [...problems] }),
  });
}

/** Creates a JSON-RPC error that belongs to no message. */
export function httpError(
  status: number,
  message: string,
  { code = -32000, headers = {} } = {},
): Response {
  const error = { jsonrpc: "2.0", error: { code, message }, id: null };
  return Response.json(error, { status, headers });
}

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]", "::1"];

export const isLoopback = (host: string) =>
  LOOPBACK.includes(host.toLowerCase());

/**
 * Returns the header for which a request is refused; undefined if it is allowed. A web page may make a browser call
 * servers that only the browser's machine can reach.
 * https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#security-warning
 */
function findRefusedHeader(
  headers: Headers,
  { allowedHosts, allowedOrigins, host = "" }: HttpOptions,
): NameHeader | undefined {
  const hosts = allowedHosts ?? (isLoopback(host) ? LOOPBACK : undefined);
  const requestedHost = (headers.get("host") ?? "")
    .toLowerCase()
    .replace(/:\d+$/, "");
  if (hosts && !hosts.includes(requestedHost)) return "Host";
  const origin = headers.get("origin");
  if (origin === null) return undefined;
  const [, pageHost = ""] =
    /^https?:\/\/([^/@]*?)(?::\d+)?$/.exec(origin) ?? [];
  const isLocal = isLoopback(host) && isLoopback(pageHost);
  const isAllowed = allowedOrigins?.includes(origin) ?? isLocal;
  // The port may be invalid: `http://localhost:99999`.
  return isAllowed && URL.canParse(origin) ? undefined : "Origin";
}

/** Limits of one request. A value of two bytes takes up to a hundred in memory, and each level some of the stack. */
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_VALUES = 100_000;
const MAX_LEVELS = 500;

/** Reads the JSON of a POST and checks its size before it is parsed. Rejects if the connection breaks off. */
async function readMessage({
  body,
  method,
}: IncomingRequest): Promise<unknown> {
  if (method !== "POST") return undefined;
  const chunks: Uint8Array[] = [];
  let [size, values, level] = [0, 1, 0];
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > MAX_BYTES) return createSizeError(`${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  const json = Buffer.concat(chunks).toString();
  for (const [token] of json.matchAll(/"(?:[^"\\]+|\\.)*"?|[,[\]{}]/gs)) {
    if (token === "," || token === "[" || token === "{") values += 1;
    if (token === "[" || token === "{") level += 1;
    if (token === "]" || token === "}") level -= 1;
    if (values > MAX_VALUES) return createSizeError(`${MAX_VALUES} values`);
    if (level > MAX_LEVELS)
      return createSizeError(`${MAX_LEVELS} levels of nesting`);
  }
  const message = parseMessage(json);
  if (message === undefined)
    return httpError(400, "The request is not valid JSON.", { code: -32700 });
  const hasLongId = ({ id }: { id?: unknown }) =>
    typeof id === "string" && id.length > MAX_TOKEN_LENGTH;
  return [message]
    .flat()
    .some((request) => hasLongId(Object(request) as object))
    ? httpError(400, `An id may have at most ${MAX_TOKEN_LENGTH} characters.`, {
        code: -32600,
      })
    : message;
}

/** Parses JSON; undefined if it is invalid. */
function parseMessage(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function createSizeError(limit: string): Response {
  const headers = { connection: "close" };
  return httpError(413, `A request may have at most ${limit}.`, { headers });
}

/** Parses an item of `MCP_TOKENS`: `token`, `name:token` or `name:token:scope scope`. A scope may have colons. */
function parseStaticToken(item: string) {
  const [first = "", second, ...scopeParts] = item.split(":");
  const scopes = scopeParts.join(":").split(" ").filter(Boolean);
  const isUnclear = scopeParts.length > 0 && scopes.length === 0;
  if (second !== undefined && (!first || !second || isUnclear))
    throw new Error(
      "MCP_TOKENS must be a comma-separated list of tokens, each as `token`, `name:token` or `name:token:scope scope`.",
    );
  const token = second ?? first;
  if (!BEARER_TOKEN.test(token))
    throw new Error(
      "MCP_TOKENS has a token that no caller can send. A token has letters, digits and -._~+/, and = at its end; `Bearer` is not a part of it.",
    );
  const hash = digest(token);
  // JSON can't collide with the hex digest of a token.
  const identity =
    second === undefined
      ? { id: hash.toString("hex") }
      : { id: JSON.stringify(["MCP_TOKENS", first]), name: first };
  return {
    isShort: token.length < 16,
    hash,
    principal: { ...identity, scopes, secrets: () => [token] },
  };
}

/**
 * Authenticates callers by the tokens of `MCP_TOKENS`, which may be in a file that changes. Tokens that can't be used
 * replace none; the log says why.
 */
function authenticateByTokens(service: McpService, log: Log): Authenticator {
  const readTokens = () => takeVariable(service.context, "MCP_TOKENS");
  let text = readTokens();
  let authenticator = staticTokens(splitList(text))(service, log);
  return {
    authenticate(request) {
      const newText = readTokens();
      if (newText !== text)
        try {
          authenticator = staticTokens(splitList(newText))(service, log);
        } catch (error) {
          log.error("secret-file", {
            variable: "MCP_TOKENS_FILE",
            message: `${error instanceof Error ? error.message : ""} The tokens from before stay.`,
          });
        }
      text = newText;
      return authenticator.authenticate(request);
    },
  };
}

/**
 * Authenticates callers by one of these tokens. Throws if there are none, if one can be guessed, or if the part before a
 * colon is not a name.
 */
export function staticTokens(
  tokens: readonly string[],
): NonNullable<ServerDefinition["auth"]> {
  const callers = tokens.map(parseStaticToken);
  if (callers.length === 0 || callers.some(({ isShort }) => isShort))
    throw new Error("Each of MCP_TOKENS needs at least 16 characters.");
  const authenticator: Authenticator = {
    async authenticate({ headers }) {
      const hash = digest(readBearer(headers) ?? "");
      // All tokens are compared, each in constant time, so that the duration reveals nothing.
      const [caller] = callers.filter(({ hash: callerHash }) =>
        timingSafeEqual(callerHash, hash),
      );
      if (caller) return caller.principal;
      const challenge = { headers: { "www-authenticate": "Bearer" } };
      return httpError(401, "A valid bearer token is required.", challenge);
    },
  };
  const hasScopes = callers.some(({ principal }) => principal.scopes[0]);
  return (service, log) => {
    const { features = [] } = service.definition;
    if (hasScopes && !features.some((feature) => feature.name === "scopes"))
      log.warn("notice", {
        message:
          "Scopes in MCP_TOKENS restrict nothing without the feature scopes.",
      });
    return authenticator;
  };
}

/** https://www.rfc-editor.org/rfc/rfc6750#section-2.1 */
const BEARER_TOKEN = /^[\w.~+/-]+=*$/;

/** Reads the token of `Authorization: Bearer …`. */
export function readBearer(headers: Headers): string | undefined {
  const authorization = headers.get("authorization") ?? "";
  const [, token = ""] = /^Bearer +(\S+) *$/i.exec(authorization) ?? [];
  return BEARER_TOKEN.test(token) ? token : undefined;
}

const digest = (token: string) => createHash("sha256").update(token).digest();
