import { digest } from "../shared/hash.js";
import { WIDTH } from "./literal.js";

/** Formatted texts of earlier runs, by parser and digest of the unformatted text; a `Map` if nothing is kept. */
interface FormatCache {
  get(key: string): string | undefined;
  set(key: string, text: string): unknown;
}

/**
 * Formats a text as prettier's defaults would. Templates and literals are laid out that way from the
 * start, so prettier runs only for what they can't foresee: a line of code that became too long, or
 * characters that may be wide or have no width.
 */
export async function format(
  path: string,
  text: string,
  cache: FormatCache = new Map(),
): Promise<string> {
  return needsPrettier(text) ? formatCached(path, text, cache) : text;
}

/** Formats a text by prettier's defaults, or takes it from the cache of earlier runs. */
export async function formatCached(
  path: string,
  text: string,
  cache: FormatCache = new Map(),
): Promise<string> {
  const parser = parserOf(path);
  if (parser === null) return text;
  const key = `${parser} ${digest(text)}`;
  const cachedText = cache.get(key);
  if (cachedText !== undefined) return cachedText;
  const prettier = await import("prettier");
  const formatted = await prettier
    .format(text, { parser })
    .catch((error: unknown) => {
      // Nested deeper than prettier's recursion goes: the text is laid out well enough.
      if (error instanceof RangeError) return text;
      throw error;
    });
  cache.set(key, formatted);
  return formatted;
}

/** Formats a text by other options of prettier. Returns it unchanged if prettier refuses them. */
export async function formatAs(
  path: string,
  text: string,
  layout: Readonly<Record<string, unknown>>,
): Promise<string> {
  const parser = parserOf(path);
  if (parser === null) return text;
  const prettier = await import("prettier");
  // A config may hold anything; an unknown option of prettier is not a reason to stop.
  return prettier.format(text, { ...layout, parser }).catch(() => text);
}

function parserOf(path: string): string | null {
  if (path.endsWith(".ts")) return "typescript";
  // prettier's own parser for this file, since npm writes it that way.
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
        (maxColumnsOf(line) > WIDTH && !isUnbreakable(line)) ||
        /\p{M}/u.test(line),
    );
}

/** Template literals over several lines, in which nothing is formatted. */
const TEMPLATE = /: `\n(?:[^`\\]|\\.)*`,\n/gs;

/** Columns of a line if every character outside ASCII is two wide. */
function maxColumnsOf(line: string): number {
  return line.length + (line.match(/[^\0-\u007f]/g)?.length ?? 0);
}

/**
 * True for lines that prettier leaves as long as they are: a string alone, behind a key of up to four
 * characters or in JSON; an import or export of one name; a comment.
 */
function isUnbreakable(line: string): boolean {
  return (
    /^\s*(\S{1,4}: )?("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'),?$/.test(line) ||
    /^ *"[\w-]+": "(?:[^"\\]|\\.)*",?$/.test(line) ||
    /^(?:im|ex)port (?:type )?\{ (?:default as )?\S+ \} from "[^"]*";$/.test(
      line,
    ) ||
    /^ *(\/\*\* .* \*\/|\/\/ .*|\* .*)$/.test(line)
  );
}
