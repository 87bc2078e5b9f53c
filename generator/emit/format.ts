import { digest } from "../shared/hash.js";
import { WIDTH } from "./literal.js";

/** What earlier runs had laid out, by the digest of what they gave; a Map where there is nothing to remember. */
interface Memory {
  get(key: string): string | undefined;
  set(key: string, text: string): unknown;
}

/**
 * Makes a text what prettier's defaults would make of it. Templates and literals are laid out that
 * way from the start, so prettier runs only for what they can't foresee: a line of code that got
 * too long, or characters that may be wide or have no width.
 */
export async function format(
  path: string,
  text: string,
  memory: Memory = new Map(),
): Promise<string> {
  return needsPrettier(text) ? formatOnce(path, text, memory) : text;
}

/** Lays a text out by prettier's defaults, unless an earlier run did. */
export async function formatOnce(
  path: string,
  text: string,
  memory: Memory = new Map(),
): Promise<string> {
  const parser = parserOf(path);
  if (parser === null) return text;
  const key = `${parser} ${digest(text)}`;
  const known = memory.get(key);
  if (known !== undefined) return known;
  const prettier = await import("prettier");
  const formatted = await prettier
    .format(text, { parser })
    .catch((error: unknown) => {
      // Nested deeper than prettier's recursion goes: the text is laid out well enough.
      if (error instanceof RangeError) return text;
      throw error;
    });
  memory.set(key, formatted);
  return formatted;
}

/** A text in another layout than the usual one: options of prettier. */
export async function formatAs(
  path: string,
  text: string,
  layout: Readonly<Record<string, unknown>>,
): Promise<string> {
  const parser = parserOf(path);
  if (parser === null) return text;
  const prettier = await import("prettier");
  // A config may say anything; what is no option of prettier is no reason to stop.
  return prettier.format(text, { ...layout, parser }).catch(() => text);
}

function parserOf(path: string): string | null {
  if (path.endsWith(".ts")) return "typescript";
  // What prettier takes for it by itself, since npm writes it that way.
  if (path.endsWith("package.json")) return "json-stringify";
  if (path.endsWith(".json")) return "json";
  return null;
}

function needsPrettier(text: string): boolean {
  return text
    .replace(TEMPLATE, ": ``,\n")
    .split("\n")
    .some(
      (line) =>
        (widest(line) > WIDTH && !isUnbreakable(line)) || /\p{M}/u.test(line),
    );
}

/** Text over several lines, in which nothing is formatted. */
const TEMPLATE = /: `\n(?:[^`\\]|\\.)*`,\n/gs;

/** Columns of a line, if every character outside ASCII were a wide one. */
function widest(line: string): number {
  return line.length + (line.match(/[^\0-\u007f]/g)?.length ?? 0);
}

/**
 * Lines that prettier leaves as long as they are: a string alone, behind a key of up to four
 * characters or in JSON; one re-export; a comment.
 */
function isUnbreakable(line: string): boolean {
  return (
    /^\s*(\S{1,4}: )?("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'),?$/.test(line) ||
    /^ *"\w+": "(?:[^"\\]|\\.)*",?$/.test(line) ||
    /^export \{ (default as )?\S+ \} from "[^"]*";$/.test(line) ||
    /^ *(\/\*\* .* \*\/|\/\/ .*|\* .*)$/.test(line)
  );
}
