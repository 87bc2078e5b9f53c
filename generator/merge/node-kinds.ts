import type { TypeScript as TS } from "../typescript.js";
import type { Shape, Tree } from "./syntax-tree.js";

/** The compiler's own interface, as ts-morph gives it. */
export type Compiler = typeof TS;

/** A parsed file, and what it was parsed with. */
export interface Source {
  readonly ts: Compiler;
  readonly file: TS.SourceFile;
}

/** Whether a node is one token to the merge, though it has parts: unions and intersections of types. */
export function isWhole(ts: Compiler, node: TS.Node): boolean {
  return ts.isUnionTypeNode(node) || ts.isIntersectionTypeNode(node);
}

/** Lists by the kind of node that they stand in, all others being sequences with commas. */
const LISTS: Readonly<Record<string, Pick<Tree, "shape" | "commas">>> = {
  ...kinds("module", false, "SourceFile ModuleBlock"),
  ...kinds("statements", false, "Block CaseClause DefaultClause"),
  ...kinds("sequence", false, "CaseBlock"),
  ...kinds("set", false, "ClassDeclaration ClassExpression"),
  ...kinds("set", false, "InterfaceDeclaration TypeLiteral"),
  ...kinds("set", true, "ArrayLiteralExpression ObjectLiteralExpression"),
  ...kinds("set", true, "EnumDeclaration ObjectBindingPattern"),
  ...kinds("set", true, "NamedExports NamedImports"),
};

function kinds(shape: Shape, commas: boolean, names: string) {
  return Object.fromEntries(
    names.split(" ").map((name) => [name, { shape, commas }]),
  );
}

/** How the list inside of a node is merged, and whether commas stand between its members. */
export function listKind(
  ts: Compiler,
  node: TS.Node,
): Pick<Tree, "shape" | "commas"> {
  const isRow = ts.isArrayLiteralExpression(node) && isOrdered(ts, node);
  if (isRow) return { shape: "row", commas: true };
  return LISTS[ts.SyntaxKind[node.kind]] ?? { shape: "sequence", commas: true };
}

/** Whether an array is a value, part of one, or what a method such as `join` is called on. */
function isOrdered(ts: Compiler, { parent }: TS.Node): boolean {
  if (ts.isPropertyAssignment(parent) && VALUES.test(parent.name.getText()))
    return true;
  const isPart =
    ts.isPropertyAssignment(parent) ||
    ts.isObjectLiteralExpression(parent) ||
    ts.isArrayLiteralExpression(parent);
  return isPart ? isOrdered(ts, parent) : ts.isPropertyAccessExpression(parent);
}

/** Keywords of JSON Schema and properties of a definition that hold values of any kind, or a schema for each place. */
const VALUES =
  /^["']?(?:const|default|example|exampleAnswer|examples|prefixItems)["']?$/;

/** The role of every child: the property of the node that holds it, or the token's own text. */
export function rolesOf(
  node: TS.Node,
  inner: readonly TS.Node[],
  { ts, file }: Source,
): string[] {
  const seen = new Set<string>();
  let previous = "";
  return inner.map((child) => {
    let role =
      child.kind === ts.SyntaxKind.SyntaxList
        ? `list after ${previous}`
        : (propertyOf(node, child) ?? child.getText(file));
    while (seen.has(role)) role += "'";
    seen.add(role);
    previous = role;
    return role;
  });
}

function propertyOf(node: TS.Node, child: TS.Node): string | undefined {
  // A node's properties are its own; entries would make a pair of each.
  const held = node as unknown as Readonly<Record<string, unknown>>;
  return Object.keys(held).find((name) => held[name] === child);
}

/** True for tokens that a formatter adds and takes away. */
export function isOptional(ts: Compiler, token: TS.Node, parent: TS.Node) {
  switch (token.kind) {
    case ts.SyntaxKind.SemicolonToken:
      return !ts.isForStatement(parent);
    case ts.SyntaxKind.OpenParenToken:
    case ts.SyntaxKind.CloseParenToken:
      return ts.isParenthesizedExpression(parent)
        ? isGiven(ts, parent)
        : ts.isArrowFunction(parent) && hasBareParameter(parent);
    case ts.SyntaxKind.OpenBraceToken:
    case ts.SyntaxKind.CloseBraceToken:
      return ts.isBlock(parent) && isBranch(ts, parent);
    default:
      return false;
  }
}

/** Whether braces stand around the one statement of a branch or loop, and tell nothing of whose an `else` is. */
function isBranch(ts: Compiler, { parent, statements }: TS.Block): boolean {
  const [only, ...others] = statements;
  if (only === undefined || others.length > 0) return false;
  return ts.isIfStatement(parent)
    ? !ts.isIfStatement(only)
    : ts.isIterationStatement(parent, false);
}

/** Whether it is all that a function gives; around an object, parentheses tell it from a block. */
function isGiven(ts: Compiler, node: TS.ParenthesizedExpression): boolean {
  const { expression, parent } = node;
  if (ts.isObjectLiteralExpression(expression)) return false;
  return ts.isReturnStatement(parent) || ts.isArrowFunction(parent);
}

function hasBareParameter({ parameters }: TS.ArrowFunction): boolean {
  const [first, ...others] = parameters;
  if (first === undefined || others.length > 0) return false;
  return first.pos === first.name.pos && first.end === first.name.end;
}

/** What a token says: quotes, and a `|` before the first member of a union, are a matter of style. */
export function senseOfToken(ts: Compiler, node: TS.Node, text: string) {
  if (ts.isStringLiteral(node)) {
    const isName = "name" in node.parent && node.parent.name === node;
    const bare = isName && /^[A-Za-z_$][\w$]*$/.test(node.text);
    return bare ? node.text : JSON.stringify(node.text);
  }
  return isWhole(ts, node)
    ? text.replace(/^[|&]\s*/, "").replace(/\s+/g, " ")
    : text;
}
