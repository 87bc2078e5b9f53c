import { compiler, type TypeScript } from "../typescript.js";

/** A call of a function that is not run: `apiKey({ in: "header" })`. */
export interface Call {
  readonly call: string;
  readonly with: readonly unknown[];
}

export function parse(path: string, text: string): TypeScript.SourceFile {
  const { createSourceFile, ScriptTarget } = compiler();
  return createSourceFile(path, text, ScriptTarget.Latest, true);
}

/** The first call of a function with such a name, wherever it stands. */
export function findCall(root: TypeScript.Node, name: RegExp) {
  const [call] = callsIn(root, name);
  return call;
}

/** All calls of a function, those that stand higher first. */
export function* callsIn(
  root: TypeScript.Node,
  name: RegExp,
): Generator<TypeScript.CallExpression> {
  const ts = compiler();
  const queue: TypeScript.Node[] = [root];
  for (const node of queue) {
    if (
      ts.isCallExpression(node) &&
      ts.isIdentifier(node.expression) &&
      name.test(node.expression.text)
    )
      yield node;
    node.forEachChild((child) => void queue.push(child));
  }
}

/** What literals say, without running anything: a call is a `Call`, of `env.A ?? "b"` the text counts, names are those of constants, and other code is left out. */
export function valueOf(
  node: TypeScript.Node,
  constants: ReadonlyMap<string, unknown> = new Map(),
): unknown {
  const ts = compiler();
  const inner = (part: TypeScript.Node) => valueOf(part, constants);
  if (ts.isIdentifier(node)) return constants.get(node.text);
  if (ts.isStringLiteral(node)) return node.text;
  if (ts.isNoSubstitutionTemplateLiteral(node)) return unindented(node.text);
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (ts.isPrefixUnaryExpression(node)) return -Number(inner(node.operand));
  if (
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node)
  )
    return inner(node.expression);
  if (ts.isArrayLiteralExpression(node)) return node.elements.map(inner);
  if (ts.isBinaryExpression(node)) return inner(node.right);
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression))
    return {
      call: node.expression.text,
      with: node.arguments.map(inner),
    } satisfies Call;
  if (ts.isObjectLiteralExpression(node)) {
    const entries = node.properties.flatMap((property) => {
      if (ts.isShorthandPropertyAssignment(property))
        return [[property.name.text, inner(property.name)] as const];
      if (!ts.isPropertyAssignment(property)) return [];
      const { initializer, name } = property;
      const text = nameText(name);
      return text === undefined ? [] : [[text, inner(initializer)] as const];
    });
    return Object.fromEntries(
      entries.filter(([, value]) => value !== undefined),
    );
  }
  switch (node.kind) {
    case ts.SyntaxKind.TrueKeyword:
      return true;
    case ts.SyntaxKind.FalseKeyword:
      return false;
    case ts.SyntaxKind.NullKeyword:
      return null;
    default:
      return undefined;
  }
}

/** The name of a property, where it is written out. */
export function nameText(name: TypeScript.Node): string | undefined {
  const ts = compiler();
  return ts.isIdentifier(name) ||
    ts.isStringLiteral(name) ||
    ts.isNumericLiteral(name)
    ? name.text
    : undefined;
}

/** A text that stands indented between backticks. */
function unindented(text: string): string {
  return text.replace(/\n[ \t]+/g, "\n").trim();
}
