import { loadCompiler, type TypeScript as TS } from "../typescript.js";
import {
  isOptionalToken,
  isAtomic,
  listKindOf,
  rolesOf,
  normalizeToken,
  type ParsedFile,
} from "./node-kinds.js";
import { keyOf, labelOf } from "./node-keys.js";
import {
  joinTokens,
  createLeaf,
  tokensOf,
  commentsOf,
  type Child,
  type Tree,
} from "./syntax-tree.js";

/** Parser of one language. */
export interface Parser {
  /** Parses a text; undefined if it is not valid. */
  parse(this: void, text: string): Tree | undefined;
  /** Kinds of the nodes of a text, nested as they are, without parentheses; undefined if it is not valid. */
  nodeShapeOf(this: void, text: string): string | undefined;
  isValid(this: void, text: string): boolean;
}

/**
 * The parser for a path; undefined for a file that is neither TypeScript nor JSON. Loads TypeScript, so it is called
 * only if both sides changed a file.
 */
export function parserOf(path: string): Parser | undefined {
  const ending = /\.(?:ts|mjs|json)$/.exec(path)?.[0];
  if (ending === undefined) return undefined;
  const ts = loadCompiler();
  const parseSource = (text: string, setsParents: boolean) => {
    const { Latest } = ts.ScriptTarget;
    const file = ts.createSourceFile(
      `/file${ending}`,
      text,
      Latest,
      setsParents,
    );
    // The syntax errors of a program, which takes 30 times as long to make; no public type has them.
    const { parseDiagnostics: syntaxErrors } = file as typeof file & {
      readonly parseDiagnostics?: readonly unknown[];
    };
    return syntaxErrors?.length === 0 ? file : undefined;
  };
  return {
    parse(text) {
      const file = parseSource(text, true);
      return file && toTree(file, { ts, file });
    },
    nodeShapeOf(text) {
      const file = parseSource(text, false);
      return file && toNodeShape(ts, file);
    },
    isValid: (text) => parseSource(text, false) !== undefined,
  };
}

function toNodeShape(ts: typeof TS, node: TS.Node): string {
  const childShapes: string[] = [];
  ts.forEachChild(
    node,
    (child) => void childShapes.push(toNodeShape(ts, child)),
  );
  const isBracket =
    ts.isParenthesizedExpression(node) || ts.isParenthesizedTypeNode(node);
  return isBracket ? childShapes.join() : `${node.kind}[${childShapes.join()}]`;
}

/** Converts a syntax node to a tree: tokens and nodes with the gaps between them, so that nothing of the text is left out. */
function toTree(node: TS.Node, parsedFile: ParsedFile): Tree {
  const { ts, file } = parsedFile;
  const treeStart = ts.isSourceFile(node) ? 0 : node.getStart(file);
  const treeFields = {
    kind: ts.SyntaxKind[node.kind],
    text: file.text.slice(treeStart, node.end),
    indent: readIndentAt(file.text, treeStart),
  };
  const nodes = isAtomic(ts, node)
    ? []
    : node.getChildren(file).filter((child) => !ts.isJSDoc(child));
  if (nodes.length === 0)
    return createLeaf(treeFields, normalizeToken(ts, node, treeFields.text));
  const roles = rolesOf(node, nodes, parsedFile);
  const children: Child[] = [];
  const childTokens: string[] = [];
  let position = treeStart;
  for (const [index, child] of nodes.entries()) {
    const isList = child.kind === ts.SyntaxKind.SyntaxList;
    const start = isList ? position : child.getStart(file);
    const end = isList
      ? (nodes[index + 1]?.getStart(file) ?? node.end)
      : child.end;
    const treeChild: Child = {
      key: roles[index],
      label: undefined,
      leading: file.text.slice(position, start),
      tree: isList
        ? toListTree(child, { start, end }, parsedFile)
        : toTree(child, parsedFile),
      trailing: "",
    };
    children.push(treeChild);
    childTokens.push(
      isOptionalToken(ts, child, node)
        ? commentsOf(treeChild.leading)
        : tokensOf(treeChild),
    );
    position = end;
  }
  const tokens = joinTokens(childTokens);
  if (ts.isTemplateExpression(node)) return createLeaf(treeFields, tokens);
  return {
    ...treeFields,
    mergeMode: "parts",
    tokens,
    children,
    hasCommas: false,
    beforeClose: "",
  };
}

/** Converts a list, with everything up to the token that closes it. */
function toListTree(
  list: TS.Node,
  { start, end }: { start: number; end: number },
  parsedFile: ParsedFile,
): Tree {
  const { ts, file } = parsedFile;
  const { text } = file;
  const members = list.getChildren(file);
  const header = ts.isSourceFile(list.parent)
    ? toHeader(members, parsedFile)
    : [];
  const children = [...header];
  // Members of one name are distinguished by their number.
  const keyCounts = new Map<string, number>();
  const toUniqueKey = (key: string | undefined) => {
    if (key === undefined) return undefined;
    const count = (keyCounts.get(key) ?? 0) + 1;
    keyCounts.set(key, count);
    return count > 1 ? `${key} (${count})` : key;
  };
  let position = start + (header[0]?.tree.text.length ?? 0);
  for (const [index, member] of members.entries()) {
    if (member.kind === ts.SyntaxKind.CommaToken) continue;
    const separator = members[index + 1];
    const hasComma = separator?.kind === ts.SyntaxKind.CommaToken;
    const nextMember = members[index + (hasComma ? 2 : 1)];
    const separatorEnd = hasComma ? separator.end : member.end;
    const followingGap = text.slice(
      separatorEnd,
      nextMember?.getStart(file) ?? end,
    );
    const childEnd = separatorEnd + measureTrailingComment(followingGap);
    children.push({
      key: toUniqueKey(keyOf(member, parsedFile)),
      label: labelOf(member, parsedFile),
      leading: text.slice(position, member.getStart(file)),
      tree: toTree(member, parsedFile),
      trailing: text.slice(member.end, childEnd),
    });
    position = childEnd;
  }
  const beforeClose = text.slice(position, end);
  const { mergeMode, hasCommas } = listKindOf(ts, list.parent);
  return {
    kind: `list of ${ts.SyntaxKind[list.parent.kind]}`,
    mergeMode,
    text: text.slice(start, end),
    tokens: joinTokens([...children.map(tokensOf), commentsOf(beforeClose)]),
    indent: readIndentAt(text, start),
    children,
    hasCommas: hasCommas && !members.some(ts.isModifier),
    beforeClose,
  };
}

/** Text at the top of a file that does not belong to its first statement: the line for the shell, and comments before an empty line. */
function toHeader(members: readonly TS.Node[], { file }: ParsedFile): Child[] {
  const leading = file.text.slice(0, members[0]?.getStart(file) ?? 0);
  const shebangLength = /^#!.*/.exec(leading)?.[0].length ?? 0;
  const text = leading.slice(
    0,
    Math.max(shebangLength, leading.lastIndexOf("\n\n")),
  );
  if (text.trim() === "") return [];
  const tree = createLeaf(
    { kind: "Header", text, indent: "" },
    commentsOf(text),
  );
  return [{ key: "header", label: "header", leading: "", tree, trailing: "" }];
}

/** Length of a comment that ends the line. */
function measureTrailingComment(gap: string): number {
  const pattern =
    /^(?:[ \t]*\/\*(?:[^*\n]|\*(?!\/))*\*\/)*(?:[ \t]*\/\/[^\n]*)?(?=[ \t]*(?:\n|$))/;
  return pattern.exec(gap)?.[0].length ?? 0;
}

function readIndentAt(text: string, position: number): string {
  const lineStart = text.lastIndexOf("\n", position - 1) + 1;
  let end = lineStart;
  while (end < position && (text[end] === " " || text[end] === "\t")) end += 1;
  return text.slice(lineStart, end);
}
