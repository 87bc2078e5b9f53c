import type { Endpoint, Log, Principal, Sdk, Service } from "../index.js";
import { httpError } from "./http-error.js";
import { letRead, preflight } from "./cors.js";
import { readMessage } from "./message.js";
import type { Asked } from "./message.js";

/** How callers prove who they are. */
export interface Door {
  /** Who sent a request, or the answer that it gets without being let in. */
  admit(request: Asked): Promise<Principal | Response>;
  /** The refusal of a message, by who sent it. */
  refuse(message: unknown, principal: Principal): Response | undefined;
  /** Paths of documents that it gives to anybody, besides the endpoint's. */
  readonly documents?: readonly string[];
}

export interface HttpOptions {
  /** Values of `Host`, without port, that may be asked for. Default: this machine's names where `host` is one of them, else any. */
  readonly allowedHosts?: readonly string[];
  /** Web pages that may call, and are told so (CORS): values of `Origin`. Default: those of this machine where `host` is one of it, but browsers stop most of their calls; else none. */
  readonly allowedOrigins?: readonly string[];
  /** Who may call. Default: anybody who reaches the server. */
  readonly auth?: (service: Service) => Door;
  /** Default: the SDK's stateless one. */
  readonly endpoint?: (service: Service, log: Log) => Endpoint;
  /** The address that is listened on. Default: another program listens, and which hosts are its own only it knows. */
  readonly host?: string;
  /** The path that is answered at, besides `/healthz` and `/readyz`. Default: any, since somebody else has chosen it. */
  readonly path?: string;
}

/** Never rejects. */
export interface HttpHandler {
  (request: Asked): Promise<Response>;
  drain(): void;
}

/**
 * Streamable HTTP in the form of the web, for any host: Node, Workers, Deno, Bun.
 * https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#streamable-http
 */
export function createHttpHandler(
  service: Service,
  sdk: Sdk,
  log: Log,
  options: HttpOptions = {},
): HttpHandler {
  const endpoint =
    options.endpoint?.(service, log) ?? sdk.stateless(service, log);
  const door = options.auth?.(service);

  async function answer(request: Asked): Promise<Response> {
    const refused = refusal(request.headers, options);
    if (refused !== undefined) return httpError(403, refused);
    const asked = listedOrigin(request, options) && preflight(request);
    if (asked) return asked;
    const admitted = await door?.admit(request);
    if (admitted instanceof Response) return admitted;
    const { methods: allow } = endpoint;
    if (!allow.split(", ").includes(request.method))
      return httpError(405, `It takes ${allow}.`, { headers: { allow } });
    const read = await readMessage(request);
    if (read instanceof Response) return read;
    const headers = new Headers(request.headers);
    // What callers prove themselves with is for this door alone.
    if (door) headers.delete("authorization");
    const { message } = read;
    const visit = { request, headers, message, principal: admitted };
    const denied = admitted && door?.refuse(message, admitted);
    return denied ?? endpoint.answer(visit);
  }

  let isEnding = false;
  const handler = async (request: Asked): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (pathname === "/healthz") return Response.json({ status: "ok" });
    if (pathname === "/readyz")
      return Response.json({}, { status: isEnding ? 503 : 200 });
    const { path = pathname } = options;
    if (pathname !== path && !door?.documents?.includes(pathname))
      return httpError(404, `There is nothing here. The endpoint is ${path}.`);
    const response = await answer(request).catch((error: unknown) => {
      if (request.signal.aborted) log.debug("aborted");
      else log.error("http", { error });
      return httpError(500, "Internal error.");
    });
    const origin = listedOrigin(request, options);
    return origin === undefined ? response : letRead(response, origin);
  };
  return Object.assign(handler, {
    drain() {
      isEnding = true;
      endpoint.drain?.();
    },
  });
}

/** `MCP_ALLOWED_HOSTS` and `MCP_ALLOWED_ORIGINS`, each a list with commas. */
export function httpOptionsFrom(env: NodeJS.ProcessEnv): HttpOptions {
  const hosts = listed(env["MCP_ALLOWED_HOSTS"]);
  const origins = listed(env["MCP_ALLOWED_ORIGINS"]);
  return {
    ...(hosts.length > 0 && { allowedHosts: hosts }),
    ...(origins.length > 0 && { allowedOrigins: origins }),
  };
}

/** What stands between commas. */
export function listed(text = ""): string[] {
  return text.split(",").flatMap((part) => part.trim() || []);
}

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]", "::1"];

export function isLoopback(host: string): boolean {
  return LOOPBACK.includes(host.toLowerCase());
}

/**
 * Says why a request is refused, if it is. A web page may make a browser call servers that only the
 * browser's machine can reach. https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#security-warning
 */
function refusal(
  headers: Headers,
  { allowedHosts, allowedOrigins, host = "" }: HttpOptions,
): string | undefined {
  const hosts = allowedHosts ?? (isLoopback(host) ? LOOPBACK : undefined);
  const asked = (headers.get("host") ?? "").toLowerCase().replace(/:\d+$/, "");
  if (hosts && !hosts.includes(asked)) return "This Host is not allowed.";
  const origin = headers.get("origin");
  if (origin === null) return undefined;
  const isLocal = isLoopback(host) && isLocalOrigin(origin);
  const isAllowed = allowedOrigins?.includes(origin) ?? isLocal;
  return isAllowed ? undefined : "This Origin is not allowed.";
}

/** Where a request comes from, if that is a page that is let in by name. */
function listedOrigin(
  { headers }: Asked,
  { allowedOrigins = [] }: HttpOptions,
): string | undefined {
  const origin = headers.get("origin");
  return allowedOrigins.find((one) => one === origin);
}

function isLocalOrigin(origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { hostname, protocol } = new URL(origin);
  return /^https?:$/.test(protocol) && isLoopback(hostname);
}
