// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
import type { Log } from "../../index.js";

/**
 * Reads an item of `MCP_ALLOWED_HOSTS`: a name as in the header `Host`, in lower case and without port. Throws if
 * it can match no request.
 */
export function toAllowedHost(item: string): string {
  if (item.includes("*"))
    throw new Error(
      'MCP_ALLOWED_HOSTS can\'t have a wildcard ("*"). List whole names, such as mcp.example.com. Without the variable, a server that is not bound to loopback takes any name.',
    );
  const hasScheme = item.includes("://");
  const url = parseUrl(hasScheme ? item : `http://${toAuthority(item)}`);
  if (!url?.hostname)
    throw new Error(
      "MCP_ALLOWED_HOSTS has an item that is not a host name. List names as in the header Host, such as mcp.example.com.",
    );
  // An item may have a password, so only its host is shown.
  if (hasScheme || !isOrigin(url))
    throw new Error(
      `MCP_ALLOWED_HOSTS has an item with more than a host name. Write ${url.hostname}.`,
    );
  const name = item.toLowerCase().replace(/:\d+$/, "");
  // URLs write some names as an address, 127.1 for one; the header has them as the caller wrote them.
  return /^[\w.-]+$/.test(name) ? name : url.hostname;
}

/** Puts an IPv6 address into brackets, as the header has it. */
const toAuthority = (item: string) =>
  /^[\da-f]*:[\da-f]*:[\da-f:.]*$/i.test(item) ? `[${item}]` : item;

/**
 * Reads an item of `MCP_ALLOWED_ORIGINS`: an origin as browsers send it, such as `https://app.example.com`. Throws if it
 * can match no request.
 */
export function toAllowedOrigin(item: string): string {
  const text = item.toLowerCase().replace(/\/$/, "");
  if (text.includes("*"))
    throw new Error(
      'MCP_ALLOWED_ORIGINS can\'t have a wildcard ("*"). List the origins of the pages, such as https://app.example.com.',
    );
  const isWebPage = /^https?:\/\//.test(text);
  // Extensions of browsers and editors have origins with other schemes.
  if (!isWebPage && /^[a-z][a-z\d+.-]*:\/\/[\w.-]+$/.test(text)) return text;
  const url = parseUrl(isWebPage ? text : `https://${text}`);
  if (isWebPage && url && isOrigin(url)) return url.origin;
  const form = url?.hostname ? url.origin : "https://app.example.com";
  throw new Error(
    `MCP_ALLOWED_ORIGINS has an item that is not an origin, which is a scheme and a host. Write ${form}.`,
  );
}

const parseUrl = (text: string) =>
  URL.canParse(text) ? new URL(text) : undefined;

/** True if a URL has nothing but a scheme, a host and a port. */
const isOrigin = ({ hash, password, pathname, search, username }: URL) =>
  `${username}${password}${search}${hash}` === "" && pathname === "/";

/** Number of refused names that are logged, and the maximum length of one in characters. */
const MAX_NAMES = 20;
const MAX_LENGTH = 200;

/** Header whose value a server may refuse, and the variable that allows values. */
const VARIABLES = {
  Host: "MCP_ALLOWED_HOSTS",
  Origin: "MCP_ALLOWED_ORIGINS",
} as const;

export type NameHeader = keyof typeof VARIABLES;

/**
 * Creates a function that logs the first refusal of each name. Callers choose the names, so the log ends after 20 of
 * them.
 */
export function createRefusalLog(log: Log) {
  const loggedNames = new Set<string>();
  return (header: NameHeader, value: string): void => {
    const name = value.slice(0, MAX_LENGTH);
    const key = `${header} ${name}`;
    if (loggedNames.has(key) || loggedNames.size >= MAX_NAMES) return;
    loggedNames.add(key);
    const isLast = loggedNames.size === MAX_NAMES;
    log.warn("refused", {
      reason: `${header} ${JSON.stringify(name)} is not allowed. If callers may use it, add it to ${VARIABLES[header]}.`,
      ...(isLast && { hint: "Further names are not logged." }),
    });
  };
}
