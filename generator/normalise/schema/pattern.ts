import { isRegExp } from "../../../runtime/features/checks/pattern.js";

/** What became of a pattern: usable, or why not. */
export type RepairedPattern =
  { readonly pattern: string } | { readonly fault: string };

/** Longer patterns are not looked into. */
const MAX_PATTERN_LENGTH = 10_000;

/**
 * Makes a pattern one that JavaScript reads with the `u` flag, which is what MCP clients compile.
 * What it costs to check is left to those who check it: a model reads it, whatever its cost.
 */
export function repairPattern(source: unknown): RepairedPattern {
  if (typeof source !== "string") return { fault: "is no text" };
  if (source.length > MAX_PATTERN_LENGTH) return { fault: "is too long" };
  // `/^a$/i`: written as code, not as the text of a pattern.
  const [, literalBody, flags] = /^\/(\^.*\$)\/([a-z]*)$/s.exec(source) ?? [];
  if (flags) return { fault: "has flags" };
  const patternText = literalBody ?? source;
  const pattern = [patternText, toUnicodeSyntax(patternText)].find(canCompile);
  return pattern === undefined
    ? { fault: "is no JavaScript regular expression" }
    : { pattern };
}

/** Node takes flags within a pattern from version 23 on, clients may not. */
function canCompile(pattern: string): boolean {
  return !/\(\?[a-z-]+[:)]/.test(pattern) && isRegExp(pattern);
}

const PATTERN_TOKEN =
  /\\[pPu]\{[^}]*\}|\\[^]|\(\?P<|\{\d+(?:,\d*)?\}|\[:\w+:\]|[[\]{}]/g;

// What other languages allow and the `u` flag does not: needless escapes, bare brackets, and other
// words for the ends of a text. A class such as [:alpha:] stays, and so stays invalid.
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
