import { createRequire } from "node:module";
import type { ts as TS } from "ts-morph";
import { keyOf, labelOf } from "./names.js";
import type { Compiler } from "./names.js";
import { joinSense, senseOfChild, senseOfGap } from "./tree.js";
import type { Child, Shape, Tree } from "./tree.js";

/** Reads a version of a file; undefined where it is not valid. */
export type Parse = (text: string) => Tree | undefined;

/**
 * The way into ts-morph, which takes 0.3 s to load and is therefore only loaded where both sides
 * changed a file. By `require`, since `import` takes twice as long. Undefined for a file that is
 * neither TypeScript nor JSON.
 */
export function parserFor(path: string): Parse | undefined {
  const ending = /\.(?:ts|json)$/.exec(path)?.[0];
  if (ending === undefined) return undefined;
  const require = createRequire(import.meta.url);
  // What `require` gives has no type of its own.
  const morph = require("ts-morph") as typeof import("ts-morph");
  const project = new morph.Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    skipFileDependencyResolution: true,
    compilerOptions: { noLib: true, resolveJsonModule: true },
  });
  let count = 0;
  return (text) => {
    const file = project.createSourceFile(`/${(count += 1)}${ending}`, text);
    const program = project.getProgram();
    if (program.getSyntacticDiagnostics(file).length > 0) return undefined;
    return treeOf(file.compilerNode, { ts: morph.ts, text });
  };
}

interface Source {
  readonly ts: Compiler;
  readonly text: string;
}

function treeOf(node: TS.Node, source: Source): Tree {
  const { ts, text } = source;
  const inner = node.getChildren().filter((child) => !ts.isJSDoc(child));
  const whole =
    ts.isTemplateExpression(node) ||
    ts.isUnionTypeNode(node) ||
    ts.isIntersectionTypeNode(node);
  if (whole || inner.length === 0) return leafOf(node, source);
  const roles = rolesOf(node, inner, ts);
  const children: Child[] = [];
  let at = node.getStart();
  if (ts.isSourceFile(node)) at = 0;
  for (const [index, child] of inner.entries()) {
    const isList = child.kind === ts.SyntaxKind.SyntaxList;
    const start = isList ? at : child.getStart();
    const end = isList ? (inner[index + 1]?.getStart() ?? node.end) : child.end;
    children.push({
      key: roles[index],
      label: undefined,
      lead: text.slice(at, start),
      tree: isList
        ? listOf(child, { start, end }, source)
        : treeOf(child, source),
      after: "",
    });
    at = end;
  }
  const said = children.filter((_, index) => {
    const child = inner[index];
    return child && !isOptional(ts, child, node);
  });
  return {
    kind: ts.SyntaxKind[node.kind],
    shape: "parts",
    text: text.slice(ts.isSourceFile(node) ? 0 : node.getStart(), node.end),
    sense: joinSense(said.map(senseOfChild)),
    indent: indentAt(text, node.getStart()),
    children,
    commas: false,
    close: "",
  };
}

function leafOf(node: TS.Node, { ts, text }: Source): Tree {
  const own = node.getText();
  return {
    kind: ts.SyntaxKind[node.kind],
    shape: "leaf",
    text: own,
    sense: leafSense(ts, node, own),
    indent: indentAt(text, node.getStart()),
    children: [],
    commas: false,
    close: "",
  };
}

/** A list with everything up to the token that closes it. */
function listOf(
  list: TS.Node,
  { start, end }: { start: number; end: number },
  source: Source,
): Tree {
  const { ts, text } = source;
  const children: Child[] = [];
  const seen = new Map<string, number>();
  const members = list.getChildren();
  let at = start;
  for (const [index, member] of members.entries()) {
    if (member.kind === ts.SyntaxKind.CommaToken) continue;
    const separator = members[index + 1];
    const comma = separator?.kind === ts.SyntaxKind.CommaToken;
    const last = comma ? separator.end : member.end;
    const to = last + trailingComment(text.slice(last, end));
    const key = keyOf(ts, member);
    const count = (seen.get(key ?? "") ?? 0) + 1;
    if (key !== undefined) seen.set(key, count);
    children.push({
      key: key !== undefined && count > 1 ? `${key} (${count})` : key,
      label: labelOf(ts, member),
      lead: text.slice(at, member.getStart()),
      tree: treeOf(member, source),
      after: text.slice(member.end, to),
    });
    at = to;
  }
  const close = text.slice(at, end);
  return {
    kind: `list of ${ts.SyntaxKind[list.parent.kind]}`,
    shape: listShape(ts, list.parent),
    text: text.slice(start, end),
    sense: joinSense([...children.map(senseOfChild), senseOfGap(close)]),
    indent: indentAt(text, start),
    children,
    commas: hasCommas(ts, list.parent) && !members.some(ts.isModifier),
    close,
  };
}

function listShape(ts: Compiler, parent: TS.Node): Shape {
  if (ts.isSourceFile(parent) || ts.isModuleBlock(parent)) return "module";
  if (ts.isBlock(parent) || ts.isCaseOrDefaultClause(parent))
    return "statements";
  const unordered =
    ts.isObjectLiteralExpression(parent) ||
    ts.isArrayLiteralExpression(parent) ||
    ts.isObjectBindingPattern(parent) ||
    ts.isNamedImports(parent) ||
    ts.isNamedExports(parent) ||
    ts.isTypeLiteralNode(parent) ||
    ts.isInterfaceDeclaration(parent) ||
    ts.isClassLike(parent) ||
    ts.isEnumDeclaration(parent);
  return unordered ? "set" : "sequence";
}

function hasCommas(ts: Compiler, parent: TS.Node): boolean {
  return !(
    ts.isSourceFile(parent) ||
    ts.isModuleBlock(parent) ||
    ts.isBlock(parent) ||
    ts.isCaseOrDefaultClause(parent) ||
    ts.isCaseBlock(parent) ||
    ts.isTypeLiteralNode(parent) ||
    ts.isInterfaceDeclaration(parent) ||
    ts.isClassLike(parent)
  );
}

/** Length of a comment that ends the line. */
function trailingComment(rest: string): number {
  const blocks =
    /^(?:[ \t]*\/\*[^\n]*?\*\/)*(?:[ \t]*\/\/[^\n]*)?(?=[ \t]*(?:\n|$))/;
  return blocks.exec(rest)?.[0].length ?? 0;
}

/** The role of every child: the property of the node that holds it, or the token's own text. */
function rolesOf(
  node: TS.Node,
  inner: readonly TS.Node[],
  ts: Compiler,
): string[] {
  const names = new Map(
    Object.entries(node).map(([name, value]) => [value as unknown, name]),
  );
  const seen = new Map<string, number>();
  let previous = "";
  return inner.map((child) => {
    const isList = child.kind === ts.SyntaxKind.SyntaxList;
    const role =
      names.get(child) ?? (isList ? `list after ${previous}` : child.getText());
    const count = (seen.get(role) ?? 0) + 1;
    seen.set(role, count);
    previous = role;
    return count > 1 ? `${role} (${count})` : role;
  });
}

/** Tokens that a formatter adds or takes away. */
function isOptional(ts: Compiler, token: TS.Node, parent: TS.Node): boolean {
  switch (token.kind) {
    case ts.SyntaxKind.SemicolonToken:
      return !ts.isForStatement(parent);
    case ts.SyntaxKind.OpenParenToken:
    case ts.SyntaxKind.CloseParenToken: {
      if (!ts.isArrowFunction(parent) || parent.parameters.length !== 1)
        return false;
      const [parameter] = parent.parameters;
      return parameter?.getText() === parameter?.name.getText();
    }
    default:
      return false;
  }
}

/** Quotes and a leading `|` are a matter of style. */
function leafSense(ts: Compiler, node: TS.Node, text: string): string {
  if (ts.isStringLiteral(node)) {
    const isName =
      node.parent && "name" in node.parent && node.parent.name === node;
    return isName && /^[A-Za-z_$][\w$]*$/.test(node.text)
      ? node.text
      : JSON.stringify(node.text);
  }
  return ts.isUnionTypeNode(node) || ts.isIntersectionTypeNode(node)
    ? text.replace(/^[|&]\s*/, "").replace(/\s+/g, " ")
    : text;
}

function indentAt(text: string, position: number): string {
  const line = text.lastIndexOf("\n", position - 1) + 1;
  return /^[ \t]*/.exec(text.slice(line, position))?.[0] ?? "";
}
