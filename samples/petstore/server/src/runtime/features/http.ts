// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
import { createHash, timingSafeEqual } from "node:crypto";
import type { Log, Principal, McpService, HttpExchange } from "../index.js";
import { MAX_TOKEN_LENGTH } from "../index.js";
import { createStatelessEndpoint } from "../sdk.js";

/** What is read of a request: every `Request` has it. */
export type IncomingRequest = Pick<
  Request,
  "headers" | "method" | "signal" | "url"
> & { readonly body: AsyncIterable<Uint8Array> | null };

/** How callers prove who they are. */
export interface Authenticator {
  /** Who sent a request, or the answer that it gets without being let in. */
  authenticate(request: IncomingRequest): Promise<Principal | Response>;
  /** The refusal of a message, by who sent it. */
  refuse?(message: unknown, principal: Principal): Response | undefined;
  /** Paths of documents that it gives to anybody, besides the endpoint's. */
  readonly documents?: readonly string[];
}

/** What answers behind the door. */
export interface McpEndpoint {
  /** Of HTTP: `POST`, `GET, POST, DELETE`. */
  readonly methods: string;
  handle(visit: HttpExchange): Promise<Response>;
  /** Ends what stays open without a call. */
  drain?(): void;
}

export interface HttpOptions {
  /** Values of `Host`, without port, that may be asked for. Default: this machine's names where `host` is one of them, else any. */
  readonly allowedHosts?: readonly string[];
  /** Web pages that may call: values of `Origin`. Default: those of this machine where `host` is one of it, else none. */
  readonly allowedOrigins?: readonly string[];
  /** Who may call. Default: anybody who reaches the server. */
  readonly auth?: (service: McpService, log: Log) => Authenticator;
  /** Default: each request is answered by itself. */
  readonly endpoint?: (service: McpService, log: Log) => McpEndpoint;
  /** What stands around the whole handler. */
  readonly around?: (handler: Handle) => Handle;
  /** The address that is listened on. Default: another program listens, and which hosts are its own only it knows. */
  readonly host?: string;
  /** The path that is answered at, besides `/healthz`. Default: any, since somebody else has chosen it. */
  readonly path?: string;
}

type Handle = (request: IncomingRequest) => Promise<Response>;

/** Never rejects. `drain` ends what stays open without a call. */
export type HttpHandler = Handle & { drain(): void };

/**
 * `MCP_ALLOWED_HOSTS` and `MCP_ALLOWED_ORIGINS`, in any case, and `MCP_TOKENS`, each a list with commas. Throws where
 * tokens can be guessed; takes them out of `env`, so that no handler tells them.
 */
export function httpOptionsFrom(env: NodeJS.ProcessEnv): HttpOptions {
  const { MCP_ALLOWED_HOSTS, MCP_ALLOWED_ORIGINS, MCP_TOKENS } = env;
  delete env["MCP_TOKENS"];
  const hosts = splitList(MCP_ALLOWED_HOSTS?.toLowerCase());
  const pages = splitList(MCP_ALLOWED_ORIGINS?.toLowerCase());
  const origins = pages.map((page) => page.replace(/\/$/, ""));
  return {
    ...(hosts.length > 0 && { allowedHosts: hosts }),
    ...(origins.length > 0 && { allowedOrigins: origins }),
    ...(MCP_TOKENS && { auth: staticTokens(splitList(MCP_TOKENS)) }),
  };
}

/** The items of a list with commas. */
export function splitList(text = ""): string[] {
  return text.split(",").flatMap((part) => part.trim() || []);
}

/**
 * Streamable HTTP in the form of the web, for any host: Node, Workers, Deno, Bun.
 * https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#streamable-http
 */
export function createHttpHandler(
  service: McpService,
  log: Log,
  options: HttpOptions = {},
): HttpHandler {
  const endpoint = options.endpoint?.(service, log) ?? {
    methods: "POST",
    handle: createStatelessEndpoint(service, log),
  };
  const door = options.auth?.(service, log);

  async function answer(request: IncomingRequest): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === "/healthz") return Response.json({ status: "ok" });
    const { path = pathname } = options;
    const isHere = pathname === path || pathname === `${path}/`;
    if (!isHere && !door?.documents?.includes(pathname))
      return httpError(404, `There is nothing here. The endpoint is ${path}.`);
    const refused = whyRefused(request.headers, options);
    if (refused !== undefined) return httpError(403, refused);
    const principal = await door?.authenticate(request);
    if (principal instanceof Response) return principal;
    const { methods: allow } = endpoint;
    if (!allow.split(", ").includes(request.method))
      return httpError(405, `It takes ${allow}.`, { headers: { allow } });
    const message = await readMessage(request);
    if (message instanceof Response) return message;
    request.signal.throwIfAborted(); // no event would tell it later
    const headers = new Headers(request.headers);
    // What callers prove themselves with is for this door alone.
    if (door) headers.delete("authorization");
    const denied = principal && door?.refuse?.(message, principal);
    return denied ?? endpoint.handle({ request, headers, message, principal });
  }

  const handle: Handle = (request) =>
    answer(request).catch((error: unknown) => {
      if (request.signal.aborted) log.debug("aborted");
      else log.error("http", { error });
      return httpError(500, "Internal error.");
    });
  const whole = options.around?.(handle) ?? handle;
  return Object.assign(whole, { drain: () => endpoint.drain?.() });
}

/** A JSON-RPC error that belongs to no message. */
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
 * Says why a request is refused, if it is. A web page may make a browser call servers that only the
 * browser's machine can reach. https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#security-warning
 */
function whyRefused(
  headers: Headers,
  { allowedHosts, allowedOrigins, host = "" }: HttpOptions,
): string | undefined {
  const hosts = allowedHosts ?? (isLoopback(host) ? LOOPBACK : undefined);
  const asked = (headers.get("host") ?? "").toLowerCase().replace(/:\d+$/, "");
  if (hosts && !hosts.includes(asked)) return "This Host is not allowed.";
  const origin = headers.get("origin");
  if (origin === null) return undefined;
  const [, page = ""] = /^https?:\/\/([^/@]*?)(?::\d+)?$/.exec(origin) ?? [];
  const isLocal = isLoopback(host) && isLoopback(page);
  const isAllowed = allowedOrigins?.includes(origin) ?? isLocal;
  // The port may be no port: `http://localhost:99999`.
  return isAllowed && URL.canParse(origin)
    ? undefined
    : "This Origin is not allowed.";
}

/** What one request may have. A value of two bytes takes up to a hundred in memory, and each level some of the stack. */
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_VALUES = 100_000;
const MAX_LEVELS = 500;

/** The JSON of a POST, looked at before it is parsed. Rejects where the connection ends before it does. */
async function readMessage({
  body,
  method,
}: IncomingRequest): Promise<unknown> {
  if (method !== "POST") return undefined;
  const chunks: Uint8Array[] = [];
  let [size, values, level] = [0, 1, 0];
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > MAX_BYTES) return tooMuch(`${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  const json = Buffer.concat(chunks).toString();
  for (const [sign] of json.matchAll(/"(?:[^"\\]+|\\.)*"?|[,[\]{}]/gs)) {
    if (sign === "," || sign === "[" || sign === "{") values += 1;
    if (sign === "[" || sign === "{") level += 1;
    if (sign === "]" || sign === "}") level -= 1;
    if (values > MAX_VALUES) return tooMuch(`${MAX_VALUES} values`);
    if (level > MAX_LEVELS) return tooMuch(`${MAX_LEVELS} levels of nesting`);
  }
  const message = parsed(json);
  if (message === undefined)
    return httpError(400, "The request is no JSON.", { code: -32700 });
  const isLong = ({ id }: { id?: unknown }) =>
    typeof id === "string" && id.length > MAX_TOKEN_LENGTH;
  return [message].flat().some((one) => isLong(Object(one) as object))
    ? httpError(400, `An id may have ${MAX_TOKEN_LENGTH} characters.`, {
        code: -32600,
      })
    : message;
}

/** Undefined where it is no JSON. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function tooMuch(limit: string): Response {
  const headers = { connection: "close" };
  return httpError(413, `A request may have ${limit}.`, { headers });
}

/**
 * Lets in who shows one of these tokens, each as it is or behind the name of its caller: `name:token`. Throws where there
 * are none, they can be guessed, or what stands before a colon is no name.
 */
export function staticTokens(tokens: readonly string[]): () => Authenticator {
  const known = tokens.map((item) => {
    const [, name, token = ""] = /^(?:([^:]*):)?([^:]*)$/.exec(item) ?? [];
    if (name === "" || (item !== "" && token === ""))
      throw new Error("MCP_TOKENS holds tokens, or `name:token`.");
    return { name, token };
  });
  if (known.length === 0 || known.some(({ token }) => token.length < 16))
    throw new Error("Each of MCP_TOKENS needs at least 16 characters.");
  const callers = known.map(({ name, token }) => {
    const hash = digest(token);
    // No name is the digest of a token.
    const id = name
      ? JSON.stringify(["MCP_TOKENS", name])
      : hash.toString("hex");
    return { hash, principal: { id, ...(name && { name }), scopes: [] } };
  });
  return () => ({
    async authenticate({ headers }) {
      const token = digest(readBearer(headers) ?? "");
      // All are compared, each in constant time, so that the time tells nothing.
      const [caller] = callers.filter(({ hash }) =>
        timingSafeEqual(hash, token),
      );
      if (caller) return caller.principal;
      const challenge = { headers: { "www-authenticate": "Bearer" } };
      return httpError(401, "A valid bearer token is needed.", challenge);
    },
  });
}

/** The token of `Authorization: Bearer …`. https://www.rfc-editor.org/rfc/rfc6750#section-2.1 */
export function readBearer(headers: Headers): string | undefined {
  const given = headers.get("authorization") ?? "";
  return /^Bearer +([\w.~+/-]+=*) *$/i.exec(given)?.[1];
}

const digest = (token: string) => createHash("sha256").update(token).digest();
