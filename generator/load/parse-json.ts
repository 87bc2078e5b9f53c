import { lazy } from "../runtime.js";
import {
  createPositions,
  type PositionTree,
  type ParsedFile,
} from "./positions.js";
import { scanDocument } from "./find-refs.js";

/** Characters of a JSON text at most that is searched for duplicate keys; larger texts are written by machines. */
const MAX_SEARCHED_LENGTH = 4_000_000;

/**
 * Parses JSON text; undefined if it is not valid JSON.
 * @param readText reads the text again, for positions, so that it is not kept
 */
export function parseJson(
  text: string,
  file: string,
  readText: () => string,
): ParsedFile | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const documentScan = scanDocument(value, file);
  const { locate, reportDuplicates: duplicates } = createPositions(
    readText,
    (indexedText) =>
      buildJsonTree(
        { text: indexedText, ends: new Map() },
        { name: "", offset: 0 },
        indexedText.search(/\S/),
      ),
  );
  const isSuspect =
    text.length <= MAX_SEARCHED_LENGTH &&
    countKeys(text) !== documentScan.keyCount;
  return {
    value,
    documentScan,
    findings: isSuspect ? duplicates(file) : [],
    locate,
  };
}

/** Number of keys in the text, duplicates included; keys that end in a backslash are missed. */
function countKeys(text: string): number {
  return text.match(/(?<!\\)"\s*:/g)?.length ?? 0;
}

interface JsonText {
  readonly text: string;
  /** End offsets of objects and lists, by their start offsets, as far as they are known. */
  readonly ends: Map<number, number>;
}

/** Name of a node, and its offset in the text. */
type NodeLabel = Pick<PositionTree, "name" | "offset">;

/** Position tree of the JSON value that begins at `start`. Its members are read when they are first needed. */
function buildJsonTree(
  source: JsonText,
  label: NodeLabel,
  start: number,
): PositionTree {
  return {
    ...label,
    members: lazy(() => childrenOf(source, start)),
    mergedMembers: [],
  };
}

/** Tokens of JSON; of strings only the opening quote. */
const TOKEN = /[{}[\]"]|[^\s,:{}[\]"]+/g;

function childrenOf(source: JsonText, start: number): PositionTree[] {
  const { text, ends } = source;
  const children: PositionTree[] = [];
  const isMap = text.charAt(start) === "{";
  if (!isMap && text.charAt(start) !== "[") return children;
  const tokenPattern = new RegExp(TOKEN);
  tokenPattern.lastIndex = start;
  const openOffsets: number[] = [];
  let key: NodeLabel | undefined;
  do {
    const { 0: tokenText, index } = tokenPattern.exec(text) ?? {
      0: "}",
      index: start,
    };
    const isEnd = tokenText === "}" || tokenText === "]";
    if (tokenText === '"') tokenPattern.lastIndex = findStringEnd(text, index);
    if (openOffsets.length === 1 && !isEnd) {
      if (isMap && key === undefined) {
        // A key in valid JSON is a JSON string.
        const name = JSON.parse(
          text.slice(index, tokenPattern.lastIndex),
        ) as string;
        key = { name, offset: index };
      } else {
        const indexLabel = { name: String(children.length), offset: index };
        children.push(buildJsonTree(source, key ?? indexLabel, index));
        key = undefined;
      }
    }
    const end = index === start ? undefined : ends.get(index);
    if (isEnd) ends.set(openOffsets.pop() ?? start, tokenPattern.lastIndex);
    else if (end !== undefined) tokenPattern.lastIndex = end;
    else if (tokenText === "{" || tokenText === "[") openOffsets.push(index);
  } while (openOffsets.length > 0);
  return children;
}

function findStringEnd(text: string, start: number): number {
  const stop = /"|\\./gs;
  stop.lastIndex = start + 1;
  while (stop.exec(text)?.[0] !== '"') continue;
  return stop.lastIndex;
}
