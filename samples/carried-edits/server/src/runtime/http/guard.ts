import type { IncomingHttpHeaders } from "node:http";

/** Who may reach the server. */
export interface GuardOptions {
  /** Values of `Host`, without port. Default: this machine's names where the server listens on it alone, else any. */
  readonly allowedHosts?: readonly string[];
  /** Web pages that may call: values of `Origin`. Default: those of this machine where the server listens on it alone, else none. */
  readonly allowedOrigins?: readonly string[];
}

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

export function isLoopback(host: string): boolean {
  return [...LOOPBACK, "::1"].includes(host.toLowerCase());
}

/**
 * Says why a request is refused, if it is. A web page may make a browser call servers that only the
 * browser's machine can reach. https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#security-warning
 */
export function createGuard(
  listensOn: string,
  { allowedHosts, allowedOrigins }: GuardOptions,
): (headers: IncomingHttpHeaders) => string | undefined {
  const local = isLoopback(listensOn);
  const hosts = allowedHosts ?? (local ? LOOPBACK : undefined);
  const allowsOrigin = (origin: string) =>
    allowedOrigins?.includes(origin) ?? (local && isLocalOrigin(origin));
  return ({ host = "", origin }) => {
    if (hosts && !hosts.includes(host.toLowerCase().replace(/:\d+$/, "")))
      return "This Host is not allowed.";
    if (origin !== undefined && !allowsOrigin(origin))
      return "This Origin is not allowed.";
    return undefined;
  };
}

function isLocalOrigin(origin: string): boolean {
  return URL.canParse(origin) && LOOPBACK.includes(new URL(origin).hostname);
}
