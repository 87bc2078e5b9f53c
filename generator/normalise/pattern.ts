import type { SchemaContext } from "./schema.js";

/** Longer patterns are dropped. */
const MAX_LENGTH = 10_000;

/**
 * The pattern as JavaScript reads it with the `u` flag, which is what MCP clients compile;
 * undefined, with a warning, where it can't be mended.
 */
export function mendPattern(
  given: unknown,
  pointer: string,
  warn: SchemaContext["warn"],
): string | undefined {
  const { pattern, fault } = examine(given);
  if (fault !== undefined)
    warn({
      code: "bad-pattern",
      message: `The pattern ${JSON.stringify(given).slice(0, 100)} ${fault}; it is left out.`,
      pointer,
      hint: "Write it as ECMA-262 has it, without flags and nested repetition.",
    });
  return pattern;
}

function examine(given: unknown): { pattern?: string; fault?: string } {
  if (typeof given !== "string") return { fault: "is no text" };
  if (given.length > MAX_LENGTH) return { fault: "is too long" };
  // `/^a$/i`: written as code, not as the text of a pattern.
  const delimited = /^\/(\^.*\$)\/([a-z]*)$/s.exec(given);
  if (delimited?.[2]) return { fault: "has flags" };
  const text = delimited?.[1] ?? given;
  const pattern = [text, modernise(text)].find(compiles);
  return pattern === undefined
    ? { fault: "is no JavaScript regular expression" }
    : { pattern };
}

/** Whether it is valid and of a size that the engine takes, which shows when it first runs. */
function compiles(pattern: string): boolean {
  try {
    new RegExp(pattern, "u").test("");
    return true;
  } catch {
    return false;
  }
}

const TOKEN =
  /\\[pPu]\{[^}]*\}|\\[\s\S]|\(\?P<|\{\d+(?:,\d*)?\}|\[:\w+:\]|[[\]{}]/g;

// What other languages allow and the `u` flag does not: needless escapes, bare brackets, and other
// words for the ends of a text. A class such as [:alpha:] stays, and so stays invalid.
function modernise(pattern: string): string {
  let inClass = false;
  return pattern.replace(TOKEN, (token) => {
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
    if (/[\w^$\\.*+?()[\]{}|/]/.test(escaped) && escaped !== "_") return token;
    return escaped === "-" && inClass ? token : escaped;
  });
}
