import { dedent } from "../runtime.js";
import { toWord } from "../shared/json.js";
import { loadCompiler, type TypeScript } from "../typescript.js";

export function parse(path: string, text: string): TypeScript.SourceFile {
  const { createSourceFile, ScriptTarget } = loadCompiler();
  return createSourceFile(path, text, ScriptTarget.Latest, true);
}

/** Yields the first object literal, otherwise the first argument, of each call of a function whose name matches, at any depth, outer calls first. */
export function* findCallArguments(
  path: string,
  text: string,
  name: RegExp,
): Generator<Readonly<Record<string, unknown>>> {
  const source = parse(path, text);
  const constants = readPlainConstants(source);
  const { isObjectLiteralExpression } = loadCompiler();
  for (const { arguments: args } of findCalls(source, name)) {
    // Options may follow what a function is handed, such as a context.
    const argument = args.find(isObjectLiteralExpression) ?? args[0];
    yield Object(argument && evaluateLiteral(argument, constants)) as Record<
      string,
      unknown
    >;
  }
}

/** Yields the calls of a function with this name, or whose name matches, at any depth, outer calls first. */
export function* findCalls(
  source: TypeScript.SourceFile,
  name: RegExp | string,
): Generator<TypeScript.CallExpression> {
  const ts = loadCompiler();
  const queue: TypeScript.Node[] = [source];
  for (const node of queue) {
    if (
      ts.isCallExpression(node) &&
      ts.isIdentifier(node.expression) &&
      (typeof name === "string"
        ? name === node.expression.text
        : name.test(node.expression.text))
    )
      yield node;
    node.forEachChild((child) => void queue.push(child));
  }
}

/** Value of a constant of a module, as it is written; undefined if there is none of that name. */
export function findConstant(
  source: TypeScript.SourceFile,
  constantName: string,
): TypeScript.Expression | undefined {
  const ts = loadCompiler();
  return source.statements
    .flatMap((statement) =>
      ts.isVariableStatement(statement)
        ? statement.declarationList.declarations
        : [],
    )
    .find(({ name }) => ts.isIdentifier(name) && name.text === constantName)
    ?.initializer;
}

/** Reads the constants of a module that are texts, numbers or booleans. Others could share values so that they grow without end. */
export function readPlainConstants(
  source: TypeScript.SourceFile,
): ReadonlyMap<string, unknown> {
  const ts = loadCompiler();
  const constants = new Map<string, unknown>();
  for (const statement of source.statements)
    if (
      ts.isVariableStatement(statement) &&
      (statement.declarationList.flags & ts.NodeFlags.Const) !== 0
    )
      for (const { initializer, name } of statement.declarationList
        .declarations)
        if (initializer !== undefined && ts.isIdentifier(name)) {
          const value = evaluateLiteral(initializer, constants);
          if (/^(?:string|number|boolean)$/.test(typeof value))
            constants.set(name.text, value);
        }
  return constants;
}

/** Longest text that is joined of several, in characters: constants that join each other would double it each time. */
const MAX_JOINED = 1_000_000;

/**
 * Evaluates literals without running code: `apiKey({ … })` becomes `{ call: "apiKey", with: [{ … }] }`,
 * `env.A ?? "b"` becomes its right side, an identifier the constant of that name, `"a" + "b"` one text. Undefined
 * for other code.
 */
export function evaluateLiteral(
  node: TypeScript.Node,
  constants: ReadonlyMap<string, unknown> = new Map(),
): unknown {
  const ts = loadCompiler();
  const evaluateChild = (child: TypeScript.Node) =>
    evaluateLiteral(child, constants);
  if (ts.isIdentifier(node)) return constants.get(node.text);
  if (ts.isStringLiteral(node)) return node.text;
  if (ts.isNoSubstitutionTemplateLiteral(node)) return dedent(node.text);
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (ts.isPrefixUnaryExpression(node))
    return -Number(toWord(evaluateChild(node.operand)));
  if (
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node)
  )
    return evaluateChild(node.expression);
  if (ts.isArrayLiteralExpression(node))
    return node.elements.map(evaluateChild);
  if (ts.isBinaryExpression(node)) {
    const right = evaluateChild(node.right);
    if (node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return right;
    const leftValue = evaluateChild(node.left);
    const isText = typeof leftValue === "string" && typeof right === "string";
    return isText && leftValue.length + right.length <= MAX_JOINED
      ? leftValue + right
      : undefined;
  }
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression))
    return {
      call: node.expression.text,
      with: node.arguments.map(evaluateChild),
    };
  if (ts.isObjectLiteralExpression(node)) {
    const entries = node.properties.flatMap((property) => {
      if (ts.isShorthandPropertyAssignment(property))
        return [[property.name.text, evaluateChild(property.name)] as const];
      if (!ts.isPropertyAssignment(property)) return [];
      const { initializer, name } = property;
      const text = propertyNameOf(name);
      return text === undefined
        ? []
        : [[text, evaluateChild(initializer)] as const];
    });
    return Object.fromEntries(
      entries.filter(([, value]) => value !== undefined),
    );
  }
  if (node.kind === ts.SyntaxKind.TrueKeyword) return true;
  if (node.kind === ts.SyntaxKind.FalseKeyword) return false;
  return node.kind === ts.SyntaxKind.NullKeyword ? null : undefined;
}

/** Name of a property; undefined if it is computed. */
export function propertyNameOf(name: TypeScript.Node): string | undefined {
  const ts = loadCompiler();
  return ts.isIdentifier(name) ||
    ts.isStringLiteral(name) ||
    ts.isNumericLiteral(name)
    ? name.text
    : undefined;
}
