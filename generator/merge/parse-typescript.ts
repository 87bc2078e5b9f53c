import { compiler, type TypeScript as TS } from "../typescript.js";
import {
  isOptional,
  isWhole,
  listKind,
  rolesOf,
  senseOfToken,
  type Source,
} from "./node-kinds.js";
import { keyOf, labelOf } from "./node-keys.js";
import {
  joinSense,
  leaf,
  senseOfChild,
  senseOfGap,
  type Child,
  type Tree,
} from "./syntax-tree.js";

/** One language. */
export interface Parser {
  /** The tree of a text; undefined where it is not valid. */
  parse(this: void, text: string): Tree | undefined;
  /** The kinds of its nodes, as they stand in each other, without parentheses; undefined where it is not valid. */
  shape(this: void, text: string): string | undefined;
  isValid(this: void, text: string): boolean;
}

/**
 * The parser for a path; undefined for a file that is neither TypeScript nor JSON. The way into
 * TypeScript, loaded only where both sides changed a file.
 */
export function parserOf(path: string): Parser | undefined {
  const ending = /\.(?:ts|mjs|json)$/.exec(path)?.[0];
  if (ending === undefined) return undefined;
  const ts = compiler();
  const read = (text: string, parents: boolean) => {
    const { Latest } = ts.ScriptTarget;
    const file = ts.createSourceFile(`/file${ending}`, text, Latest, parents);
    // What a program, which takes 30 times as long to make, would tell of syntax; no public type has it.
    const { parseDiagnostics: problems } = file as typeof file & {
      readonly parseDiagnostics?: readonly unknown[];
    };
    return problems?.length === 0 ? file : undefined;
  };
  return {
    parse(text) {
      const file = read(text, true);
      return file && treeOf(file, { ts, file });
    },
    shape(text) {
      const file = read(text, false);
      return file && shapeOf(ts, file);
    },
    isValid: (text) => read(text, false) !== undefined,
  };
}

function shapeOf(ts: typeof TS, node: TS.Node): string {
  const inner: string[] = [];
  ts.forEachChild(node, (child) => void inner.push(shapeOf(ts, child)));
  const isBracket =
    ts.isParenthesizedExpression(node) || ts.isParenthesizedTypeNode(node);
  return isBracket ? inner.join() : `${node.kind}[${inner.join()}]`;
}

/** Makes a tree of a syntax node: tokens and nodes with what stands between them, so that nothing of the text is left out. */
function treeOf(node: TS.Node, source: Source): Tree {
  const { ts, file } = source;
  const begin = ts.isSourceFile(node) ? 0 : node.getStart(file);
  const own = {
    kind: ts.SyntaxKind[node.kind],
    text: file.text.slice(begin, node.end),
    indent: indentAt(file.text, begin),
  };
  const inner = isWhole(ts, node)
    ? []
    : node.getChildren(file).filter((child) => !ts.isJSDoc(child));
  if (inner.length === 0) return leaf(own, senseOfToken(ts, node, own.text));
  const roles = rolesOf(node, inner, source);
  const children: Child[] = [];
  const senses: string[] = [];
  let at = begin;
  for (const [index, child] of inner.entries()) {
    const isList = child.kind === ts.SyntaxKind.SyntaxList;
    const start = isList ? at : child.getStart(file);
    const end = isList
      ? (inner[index + 1]?.getStart(file) ?? node.end)
      : child.end;
    const part: Child = {
      key: roles[index],
      label: undefined,
      lead: file.text.slice(at, start),
      tree: isList
        ? listOf(child, { start, end }, source)
        : treeOf(child, source),
      after: "",
    };
    children.push(part);
    senses.push(
      isOptional(ts, child, node) ? senseOfGap(part.lead) : senseOfChild(part),
    );
    at = end;
  }
  const sense = joinSense(senses);
  if (ts.isTemplateExpression(node)) return leaf(own, sense);
  return { ...own, shape: "parts", sense, children, commas: false, close: "" };
}

/** A list with everything up to the token that closes it. */
function listOf(
  list: TS.Node,
  { start, end }: { start: number; end: number },
  source: Source,
): Tree {
  const { ts, file } = source;
  const { text } = file;
  const members = list.getChildren(file);
  const header = ts.isSourceFile(list.parent) ? headerOf(members, source) : [];
  const children = [...header];
  // Members of one name are told apart by their number.
  const seen = new Map<string, number>();
  const unique = (key: string | undefined) => {
    if (key === undefined) return undefined;
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return count > 1 ? `${key} (${count})` : key;
  };
  let at = start + (header[0]?.tree.text.length ?? 0);
  for (const [index, member] of members.entries()) {
    if (member.kind === ts.SyntaxKind.CommaToken) continue;
    const separator = members[index + 1];
    const comma = separator?.kind === ts.SyntaxKind.CommaToken;
    const following = members[index + (comma ? 2 : 1)];
    const last = comma ? separator.end : member.end;
    const behind = text.slice(last, following?.getStart(file) ?? end);
    const next = last + trailingComment(behind);
    children.push({
      key: unique(keyOf(member, source)),
      label: labelOf(member, source),
      lead: text.slice(at, member.getStart(file)),
      tree: treeOf(member, source),
      after: text.slice(member.end, next),
    });
    at = next;
  }
  const close = text.slice(at, end);
  const { shape, commas } = listKind(ts, list.parent);
  return {
    kind: `list of ${ts.SyntaxKind[list.parent.kind]}`,
    shape,
    text: text.slice(start, end),
    sense: joinSense([...children.map(senseOfChild), senseOfGap(close)]),
    indent: indentAt(text, start),
    children,
    commas: commas && !members.some(ts.isModifier),
    close,
  };
}

/** What stands at the top of a file and not at its first statement: the line for the shell, and comments before an empty line. */
function headerOf(members: readonly TS.Node[], { file }: Source): Child[] {
  const lead = file.text.slice(0, members[0]?.getStart(file) ?? 0);
  const shell = /^#!.*/.exec(lead)?.[0].length ?? 0;
  const text = lead.slice(0, Math.max(shell, lead.lastIndexOf("\n\n")));
  if (text.trim() === "") return [];
  const tree = leaf({ kind: "Header", text, indent: "" }, senseOfGap(text));
  return [{ key: "header", label: "header", lead: "", tree, after: "" }];
}

/** Length of a comment that ends the line. */
function trailingComment(gap: string): number {
  const comments =
    /^(?:[ \t]*\/\*(?:[^*\n]|\*(?!\/))*\*\/)*(?:[ \t]*\/\/[^\n]*)?(?=[ \t]*(?:\n|$))/;
  return comments.exec(gap)?.[0].length ?? 0;
}

function indentAt(text: string, position: number): string {
  const line = text.lastIndexOf("\n", position - 1) + 1;
  let end = line;
  while (end < position && (text[end] === " " || text[end] === "\t")) end += 1;
  return text.slice(line, end);
}
