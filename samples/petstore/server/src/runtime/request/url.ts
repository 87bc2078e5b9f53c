import { ArgumentError, CallError } from "../call/errors.js";
import { escapePath, escapeQuery } from "./escape.js";
import type { Pair } from "./styles.js";

/** What a URL is made of. */
export interface UrlParts {
  /** Absolute base URL; its path and query stay. */
  readonly base: string;
  /** Put between the base URL and the path: `/v1`. */
  readonly prefix: string;
  /** Another base URL, absolute or relative to the first; complete, so that no prefix is added. */
  readonly server: string | undefined;
  /** `/pets/{petId}`; a query in it stays. */
  readonly template: string;
  /** Written path parameters by name. */
  readonly path: ReadonlyMap<string, string>;
  readonly query: readonly Pair[];
}

/**
 * The absolute URL of a request, in the form that URL parsers leave as it is.
 * Throws an `ArgumentError` where a value would climb the path, a `CallError` where there is no base URL.
 */
export function buildUrl(parts: UrlParts): string {
  const base = parseBase(parts);
  const [template = "", fixedQuery = ""] = (
    parts.template.split("#", 1)[0] ?? ""
  ).split(/\?(.*)/s);
  const path = expand(template, parts.path, escapePath);
  if (path.split("/").some((segment) => hasDotSegment(segment))) {
    throw new ArgumentError(
      `A value in ${parts.template} would lead to another path ("." or ".."). Give a plain value.`,
    );
  }
  const prefix = parts.server === undefined ? parts.prefix : "";
  base.pathname = [base.pathname.replace(/\/+$/, ""), prefix, path]
    .map((part) => (part === "" || part.startsWith("/") ? part : `/${part}`))
    .join("");
  base.search = [
    base.search.slice(1),
    expand(fixedQuery, parts.path, escapeQuery),
    ...parts.query.map(([name, value]) => `${name}=${value}`),
  ]
    .filter((part) => part !== "")
    .join("&");
  return base.href;
}

function parseBase({ base, server }: UrlParts): URL {
  const text = server === undefined ? base : resolve(server, base);
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    throw new CallError(
      `the base URL of the API${base && ` (${base})`} is ${base ? "no absolute http(s) URL" : "missing"}. Set API_BASE_URL where this server is started, such as ${exampleOf(base)}.`,
    );
  }
  const url = new URL(text);
  url.hash = "";
  return url;
}

function resolve(server: string, base: string): string {
  if (URL.canParse(server)) return server;
  return URL.canParse(server, base) ? new URL(server, base).href : "";
}

/** A path that the document gives goes into the example: it belongs behind the host. */
function exampleOf(base: string): string {
  return `https://api.example.com${base.startsWith("/") && base !== "/" ? base : ""}`;
}

function expand(
  template: string,
  values: ReadonlyMap<string, string>,
  escapeLiteral: (text: string) => string,
): string {
  return template
    .split(/(\{[^{}]*\})/)
    .map((part) => {
      if (!/^\{.*\}$/s.test(part)) {
        return part.split("/").map(escapeLiteral).join("/");
      }
      const value = values.get(part.slice(1, -1));
      if (value === undefined) {
        throw new ArgumentError(`No value for ${part} in ${template}.`);
      }
      return value;
    })
    .join("");
}

/** "." or ".." as servers may come to see it: after decoding once or more, with either kind of slash. */
function hasDotSegment(segment: string): boolean {
  return /(^|\/|\\|%(25)*(2f|5c))(\.|%(25)*2e){1,2}($|\/|\\|%(25)*(2f|5c))/i.test(
    segment,
  );
}
