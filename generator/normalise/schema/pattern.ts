import { isRegExp } from "../../runtime.js";

/** Result of a repair: the usable pattern, or the reason why there is none. */
export type RepairedPattern =
  { readonly pattern: string } | { readonly fault: string };

/** Maximum length of a pattern that is analysed, in characters. */
const MAX_PATTERN_LENGTH = 10_000;

/**
 * Repairs a pattern so that JavaScript compiles it with the `u` flag, as MCP clients do. Its running time doesn't
 * matter here: a model only reads it, and validators have their own limits.
 */
export function repairPattern(source: unknown): RepairedPattern {
  if (typeof source !== "string") return { fault: "is not a string" };
  if (source.length > MAX_PATTERN_LENGTH) return { fault: "is too long" };
  // `/^a$/i` is a literal of source code around the pattern: express-zod-api wrote them.
  const [, literalBody, flags] = /^\/(\^.*\$)\/([a-z]*)$/s.exec(source) ?? [];
  if (flags) return { fault: "has flags" };
  const patternText = literalBody ?? source;
  const pattern = [patternText, toUnicodeSyntax(patternText)].find(canCompile);
  return pattern === undefined
    ? { fault: "is not a valid JavaScript regular expression" }
    : { pattern };
}

/** True if clients can compile it: Node accepts flags inside a pattern from version 23 on, but clients may not. */
function canCompile(pattern: string): boolean {
  return !/\(\?[a-z-]+[:)]/.test(pattern) && isRegExp(pattern);
}

const PATTERN_TOKEN =
  /\\[pPu]\{[^}]*\}|\\[^]|\(\?P<|\{\d+(?:,\d*)?\}|\[:\w+:\]|[[\]{}]/g;

// Rewrites syntax of other languages that the `u` flag forbids: needless escapes (DigitalOcean, SendGrid), unescaped
// brackets, named groups of Python, and other anchors for the ends of a text (Django REST, Ruby's datacaster). Classes
// such as [:alpha:] stay invalid.
function toUnicodeSyntax(pattern: string): string {
  let inClass = false;
  return pattern.replace(PATTERN_TOKEN, (token) => {
    if (token === "(?P<") return "(?<";
    if (token === "[" || (token === "]" && inClass)) {
      inClass = token === "[";
      return token;
    }
    if (!inClass && "]{}".includes(token)) return `\\${token}`;
    if (!token.startsWith("\\") || token.length > 2) return token;
    const escaped = token.charAt(1);
    if (!inClass && escaped === "A") return "^";
    if (!inClass && "zZ".includes(escaped)) return "$";
    if (/[a-zA-Z0-9^$\\.*+?()[\]{}|/]/.test(escaped)) return token;
    return escaped === "-" && inClass ? token : escaped;
  });
}
