import { lazy } from "../runtime.js";
import type { Finding } from "../errors.js";
import { appendPointer, parsePointer } from "../shared/json-pointer.js";
import { memoizeWeak } from "../shared/memoize.js";
import type { DocumentScan } from "./find-refs.js";

/** Line and column, counted from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Node of a document's text: its offset, and the nodes in it. */
export interface PositionTree {
  /** Key or index of the node. */
  readonly name: string;
  /** Offset of its key, or of its value if it has none. */
  readonly offset: number;
  /** Members in the text's order, duplicate names included. */
  readonly members: () => readonly PositionTree[];
  /** Members that are merged from elsewhere in the text (`<<` in YAML). */
  readonly mergedMembers: readonly PositionTree[];
}

/** Finds positions in a text. */
export interface Positions {
  /** Position of a JSON pointer, or of its nearest existing ancestor. */
  readonly locate: (pointer: string) => Position;
  /** Findings for duplicate keys. */
  readonly reportDuplicates: (file: string) => Finding[];
}

/**
 * Positions in a text. It is read, and its tree built, when a position is first needed: few runs need one, and a large
 * text would fill the memory of all.
 */
export function createPositions(
  readText: () => string,
  buildTree: (text: string) => PositionTree,
): Positions {
  const readIndex = lazy(() => {
    const text = readText();
    return { root: buildTree(text), toPosition: createLineIndex(text) };
  });
  const membersOf = memoizeWeak(membersByName);
  return {
    locate(pointer) {
      const { root, toPosition } = readIndex();
      let node = root;
      for (const step of parsePointer(pointer)) {
        const member = membersOf(node).get(step);
        if (member === undefined) break;
        node = member;
      }
      return toPosition(node.offset);
    },
    reportDuplicates(file) {
      const { root, toPosition } = readIndex();
      return findDuplicates(root, "").map(({ offset, pointer }) => ({
        code: "duplicate-key",
        severity: "warning",
        message: "This key occurs twice in its object; the last value is used.",
        pointer,
        file,
        ...toPosition(offset),
        hint: "Remove or rename one of them.",
      }));
    },
  };
}

/** Members by name: of duplicates the last one, and the node's own members before merged ones. */
function membersByName({
  members,
  mergedMembers,
}: PositionTree): Map<string, PositionTree> {
  return new Map(
    [...mergedMembers.toReversed(), ...members()].map((member) => [
      member.name,
      member,
    ]),
  );
}

function findDuplicates(
  { members }: PositionTree,
  pointer: string,
): { offset: number; pointer: string }[] {
  const names = new Set<string>();
  return members().flatMap((member) => {
    const { name, offset } = member;
    const memberPointer = appendPointer(pointer, name);
    const duplicates = findDuplicates(member, memberPointer);
    if (names.has(name)) duplicates.unshift({ offset, pointer: memberPointer });
    names.add(name);
    return duplicates;
  });
}

/** Converts offsets to positions; lines are counted once, when the first is needed. */
function createLineIndex(text: string): (offset: number) => Position {
  let starts: number[] | undefined;
  return (offset) => {
    starts ??= [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}

/** Parsed file: its data, and a function that finds positions in its text. */
export interface ParsedFile {
  readonly value: unknown;
  /** References and other facts about the whole value. */
  readonly documentScan: DocumentScan;
  readonly findings: readonly Finding[];
  /** Position of a JSON pointer, or of its nearest existing ancestor. Computed when it is first called. */
  readonly locate: (pointer: string) => Position;
}
