import type { TypeScript as TS } from "../typescript.js";
import type { MergeMode, Tree } from "./syntax-tree.js";

/** The compiler's own interface, as ts-morph gives it. */
export type Compiler = typeof TS;

/** A parsed file, and what it was parsed with. */
export interface ParsedFile {
  readonly ts: Compiler;
  readonly file: TS.SourceFile;
}

/** True if a node is one token to the merge, though it has parts: unions and intersections of types. */
export function isAtomic(ts: Compiler, node: TS.Node): boolean {
  return ts.isUnionTypeNode(node) || ts.isIntersectionTypeNode(node);
}

/** Kinds of lists by the kind of node that they are in; all others are sequences separated by commas. */
const LISTS: Readonly<Record<string, Pick<Tree, "mergeMode" | "hasCommas">>> = {
  ...assignKinds("module", false, "SourceFile ModuleBlock"),
  ...assignKinds("statements", false, "Block CaseClause DefaultClause"),
  ...assignKinds("sequence", false, "CaseBlock"),
  ...assignKinds("set", false, "ClassDeclaration ClassExpression"),
  ...assignKinds("set", false, "InterfaceDeclaration TypeLiteral"),
  ...assignKinds("set", true, "ArrayLiteralExpression ObjectLiteralExpression"),
  ...assignKinds("set", true, "EnumDeclaration ObjectBindingPattern"),
  ...assignKinds("set", true, "NamedExports NamedImports"),
};

function assignKinds(mergeMode: MergeMode, hasCommas: boolean, names: string) {
  return Object.fromEntries(
    names.split(" ").map((name) => [name, { mergeMode, hasCommas }]),
  );
}

/** Merge mode of the list inside of a node, and whether commas are between its members. */
export function listKindOf(
  ts: Compiler,
  node: TS.Node,
): Pick<Tree, "mergeMode" | "hasCommas"> {
  const isRow = ts.isArrayLiteralExpression(node) && isOrdered(ts, node);
  if (isRow) return { mergeMode: "row", hasCommas: true };
  return (
    LISTS[ts.SyntaxKind[node.kind]] ?? {
      mergeMode: "sequence",
      hasCommas: true,
    }
  );
}

/** True if an array is a value, part of one, or the object that a method such as `join` is called on. */
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
  children: readonly TS.Node[],
  { ts, file }: ParsedFile,
): string[] {
  const usedRoles = new Set<string>();
  let previousRole = "";
  return children.map((child) => {
    let role =
      child.kind === ts.SyntaxKind.SyntaxList
        ? `list after ${previousRole}`
        : (findPropertyOf(node, child) ?? child.getText(file));
    while (usedRoles.has(role)) role += "'";
    usedRoles.add(role);
    previousRole = role;
    return role;
  });
}

function findPropertyOf(node: TS.Node, child: TS.Node): string | undefined {
  // A node's properties are its own; entries would make a pair of each.
  const properties = node as unknown as Readonly<Record<string, unknown>>;
  return Object.keys(properties).find((name) => properties[name] === child);
}

/** True for tokens that a formatter adds and takes away. */
export function isOptionalToken(ts: Compiler, token: TS.Node, parent: TS.Node) {
  switch (token.kind) {
    case ts.SyntaxKind.SemicolonToken:
      return !ts.isForStatement(parent);
    case ts.SyntaxKind.OpenParenToken:
    case ts.SyntaxKind.CloseParenToken:
      return ts.isParenthesizedExpression(parent)
        ? isReturned(ts, parent)
        : ts.isArrowFunction(parent) && hasBareParameter(parent);
    case ts.SyntaxKind.OpenBraceToken:
    case ts.SyntaxKind.CloseBraceToken:
      return ts.isBlock(parent) && isBranch(ts, parent);
    default:
      return false;
  }
}

/**
 * True if braces are around the one statement of a branch or loop, and do not decide to which `if` an `else` belongs.
 */
function isBranch(ts: Compiler, { parent, statements }: TS.Block): boolean {
  const [statement, ...otherStatements] = statements;
  if (statement === undefined || otherStatements.length > 0) return false;
  return ts.isIfStatement(parent)
    ? !ts.isIfStatement(statement)
    : ts.isIterationStatement(parent, false);
}

/** True if an expression in parentheses is all that a function returns; around an object, parentheses tell it from a block. */
function isReturned(ts: Compiler, node: TS.ParenthesizedExpression): boolean {
  const { expression, parent } = node;
  if (ts.isObjectLiteralExpression(expression)) return false;
  return ts.isReturnStatement(parent) || ts.isArrowFunction(parent);
}

function hasBareParameter({ parameters }: TS.ArrowFunction): boolean {
  const [parameter, ...otherParameters] = parameters;
  if (parameter === undefined || otherParameters.length > 0) return false;
  return (
    parameter.pos === parameter.name.pos && parameter.end === parameter.name.end
  );
}

/** Normalizes a token: quotes, and a `|` before the first member of a union, are a matter of style. */
export function normalizeToken(ts: Compiler, node: TS.Node, text: string) {
  if (ts.isStringLiteral(node)) {
    const isName = "name" in node.parent && node.parent.name === node;
    const isBareName = isName && /^[A-Za-z_$][\w$]*$/.test(node.text);
    return isBareName ? node.text : JSON.stringify(node.text);
  }
  return isAtomic(ts, node)
    ? text.replace(/^[|&]\s*/, "").replace(/\s+/g, " ")
    : text;
}
