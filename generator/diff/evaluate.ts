import { toWord } from "../shared/json.js";
import { compiler, type TypeScript } from "../typescript.js";

export function parse(path: string, text: string): TypeScript.SourceFile {
  const { createSourceFile, ScriptTarget } = compiler();
  return createSourceFile(path, text, ScriptTarget.Latest, true);
}

/** The objects that calls of a function with such a name are given, wherever they stand, those that stand higher first. */
export function* givenTo(
  path: string,
  text: string,
  name: RegExp,
): Generator<Readonly<Record<string, unknown>>> {
  const ts = compiler();
  const queue: TypeScript.Node[] = [parse(path, text)];
  for (const node of queue) {
    if (
      ts.isCallExpression(node) &&
      ts.isIdentifier(node.expression) &&
      name.test(node.expression.text)
    ) {
      const [given] = node.arguments;
      yield Object(given && valueOf(given)) as Record<string, unknown>;
    }
    node.forEachChild((child) => void queue.push(child));
  }
}

/**
 * What literals say, without running anything: `apiKey({ … })` is `{ call: "apiKey", with: [{ … }] }`, of
 * `env.A ?? "b"` the text counts, names are those of constants, and other code is left out.
 */
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
  if (ts.isPrefixUnaryExpression(node))
    return -Number(toWord(inner(node.operand)));
  if (
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node)
  )
    return inner(node.expression);
  if (ts.isArrayLiteralExpression(node)) return node.elements.map(inner);
  if (ts.isBinaryExpression(node)) return inner(node.right);
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression))
    return { call: node.expression.text, with: node.arguments.map(inner) };
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
  if (node.kind === ts.SyntaxKind.TrueKeyword) return true;
  if (node.kind === ts.SyntaxKind.FalseKeyword) return false;
  return node.kind === ts.SyntaxKind.NullKeyword ? null : undefined;
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
