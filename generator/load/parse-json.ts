import { once } from "../../runtime/schema.js";
import { createPositions, type Outline, type Parsed } from "./positions.js";
import { scan } from "./find-refs.js";

/** JSON texts up to this many characters are searched for keys that stand twice; larger ones are written by machines. */
const MAX_SEARCHED = 4_000_000;

/** Reads JSON text; undefined where it is none. */
export function parseJson(text: string, file: string): Parsed | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const scanned = scan(value, file);
  const { locate, duplicates } = createPositions(text, () =>
    outline(
      { text, ends: new Map() },
      { name: "", offset: 0 },
      text.search(/\S/),
    ),
  );
  const isSuspect =
    text.length <= MAX_SEARCHED && countKeys(text) !== scanned.keys;
  return {
    value,
    scanned,
    findings: isSuspect ? duplicates(file) : [],
    locate,
  };
}

/** Keys as they are written; those that end in a backslash are missed. */
function countKeys(text: string): number {
  return text.match(/(?<!\\)"\s*:/g)?.length ?? 0;
}

interface Source {
  readonly text: string;
  /** Where objects and lists end, by where they begin, as far as that is known. */
  readonly ends: Map<number, number>;
}

/** What a part of a text is called, and where that stands. */
type Label = Pick<Outline, "name" | "offset">;

/** Outlines the value of valid JSON text that begins at `start`. What is in it is read when first asked for. */
function outline(source: Source, label: Label, start: number): Outline {
  return { ...label, members: once(() => partsOf(source, start)), merged: [] };
}

/** What JSON consists of, but for the inside of strings. */
const TOKEN = /[{}[\]"]|[^\s,:{}[\]"]+/g;

function partsOf(source: Source, start: number): Outline[] {
  const { text, ends } = source;
  const parts: Outline[] = [];
  const isMap = text.charAt(start) === "{";
  if (!isMap && text.charAt(start) !== "[") return parts;
  const token = new RegExp(TOKEN);
  token.lastIndex = start;
  const open: number[] = [];
  let key: Label | undefined;
  do {
    const { 0: first, index } = token.exec(text) ?? { 0: "}", index: start };
    const isEnd = first === "}" || first === "]";
    if (first === '"') token.lastIndex = endOfString(text, index);
    if (open.length === 1 && !isEnd) {
      if (isMap && key === undefined) {
        // A name in valid JSON is a JSON string.
        const name = JSON.parse(text.slice(index, token.lastIndex)) as string;
        key = { name, offset: index };
      } else {
        const own = { name: String(parts.length), offset: index };
        parts.push(outline(source, key ?? own, index));
        key = undefined;
      }
    }
    const end = index === start ? undefined : ends.get(index);
    if (isEnd) ends.set(open.pop() ?? start, token.lastIndex);
    else if (end !== undefined) token.lastIndex = end;
    else if (first === "{" || first === "[") open.push(index);
  } while (open.length > 0);
  return parts;
}

function endOfString(text: string, start: number): number {
  const stop = /"|\\./gs;
  stop.lastIndex = start + 1;
  while (stop.exec(text)?.[0] !== '"') continue;
  return stop.lastIndex;
}
