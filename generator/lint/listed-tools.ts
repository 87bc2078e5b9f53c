import { posix } from "node:path";
import { parse } from "../source/evaluate.js";
import { loadCompiler, type TypeScript } from "../typescript.js";

/** Tool as a filter in `server.ts` sees it. */
interface FilteredTool {
  readonly path: string;
  readonly name: string;
}

/** Names that `server.ts` imports: modules of tools by their name there, and lists of such modules. */
interface ImportedNames {
  readonly modules: ReadonlyMap<string, string>;
  /** Paths of modules by the names under which a list exports them. */
  readonly lists: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

const SERVER = "src/server.ts";

/**
 * Test for tools that `server.ts` lists: not those that a filter of a list leaves out, such as
 * `Object.values(toolList).filter((tool) => tool !== listPets)`. What a filter says in other words is not followed, and
 * its tools count as listed. No code is run.
 */
export function createListedTest(
  texts: ReadonlyMap<string, string>,
): (tool: FilteredTool) => boolean {
  const text = texts.get(SERVER) ?? "";
  if (!text.includes(".filter(")) return () => true;
  const source = parse(SERVER, text);
  const imports = readImports(source, texts);
  const filters = [...findFilters(source, imports)];
  return (tool) =>
    filters.every(
      ({ paths, parameter, condition }) =>
        !paths.has(tool.path) ||
        evaluateCondition(condition, { tool, parameter, imports }) !== false,
    );
}

/** Line of the first filter of a list in `server.ts` that can't be followed; undefined if there is none. */
export function findUnreadFilter(
  texts: ReadonlyMap<string, string>,
): number | undefined {
  const text = texts.get(SERVER) ?? "";
  if (!text.includes(".filter(")) return undefined;
  const source = parse(SERVER, text);
  const imports = readImports(source, texts);
  const unreadFilter = [...findFilters(source, imports)].find(
    ({ condition, parameter, paths }) =>
      [...paths].some(
        (path) =>
          evaluateCondition(condition, {
            tool: { path, name: "" },
            parameter,
            imports,
          }) === undefined,
      ),
  );
  if (!unreadFilter) return undefined;
  const start = unreadFilter.condition.getStart(source);
  return source.getLineAndCharacterOfPosition(start).line + 1;
}

function readImports(
  source: TypeScript.SourceFile,
  texts: ReadonlyMap<string, string>,
): ImportedNames {
  const ts = loadCompiler();
  const modules = new Map<string, string>();
  const lists = new Map<string, ReadonlyMap<string, string>>();
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement)) continue;
    const { importClause, moduleSpecifier } = statement;
    if (!ts.isStringLiteral(moduleSpecifier) || !importClause) continue;
    const path = toPath(SERVER, moduleSpecifier.text);
    const exported = readExports(path, texts.get(path) ?? "");
    const { name, namedBindings } = importClause;
    if (name) modules.set(name.text, path);
    if (namedBindings && ts.isNamespaceImport(namedBindings))
      lists.set(namedBindings.name.text, exported);
    if (namedBindings && ts.isNamedImports(namedBindings))
      for (const {
        name: local,
        propertyName = local,
      } of namedBindings.elements) {
        const target = exported.get(propertyName.text);
        if (target !== undefined) modules.set(local.text, target);
      }
  }
  return { modules, lists };
}

/** Paths of the modules that an index exports, by their names. */
function readExports(path: string, text: string): Map<string, string> {
  const lines = text.matchAll(
    /^export \{ default as (\w+) \} from "(\.[\w./-]+)";?$/gm,
  );
  return new Map(
    [...lines].map(([, name = "", specifier = ""]) => [
      name,
      toPath(path, specifier),
    ]),
  );
}

function toPath(importer: string, specifier: string): string {
  return posix.join(posix.dirname(importer), specifier).replace(/\.js$/, ".ts");
}

/** Filter of the modules of a list. */
interface ListFilter {
  readonly paths: ReadonlySet<string>;
  readonly parameter: string;
  readonly condition: TypeScript.Expression;
}

/** Yields the filters of `Object.values(list)`, also of one that is filtered already. */
function* findFilters(
  source: TypeScript.SourceFile,
  { lists }: ImportedNames,
): Generator<ListFilter> {
  const ts = loadCompiler();
  const queue: TypeScript.Node[] = [source];
  for (const node of queue) {
    node.forEachChild((child) => void queue.push(child));
    if (!ts.isCallExpression(node)) continue;
    const { arguments: args, expression } = node;
    const [callback] = args;
    if (!ts.isPropertyAccessExpression(expression)) continue;
    if (expression.name.text !== "filter" || !callback) continue;
    if (!ts.isArrowFunction(callback) || ts.isBlock(callback.body)) continue;
    const [parameter] = callback.parameters;
    const list = [...lists].find(([name]) =>
      expression.expression.getText().startsWith(`Object.values(${name})`),
    );
    if (list && parameter && ts.isIdentifier(parameter.name))
      yield {
        paths: new Set(list[1].values()),
        parameter: parameter.name.text,
        condition: callback.body,
      };
  }
}

interface Evaluation {
  readonly tool: FilteredTool;
  readonly parameter: string;
  readonly imports: ImportedNames;
}

/** Result of a condition on a tool; undefined if it says something that isn't followed. */
function evaluateCondition(
  node: TypeScript.Expression,
  evaluation: Evaluation,
): boolean | undefined {
  const ts = loadCompiler();
  const { SyntaxKind } = ts;
  const evaluate = (part: TypeScript.Expression) =>
    evaluateCondition(part, evaluation);
  const isSame = (
    first: TypeScript.Expression,
    second: TypeScript.Expression,
  ) => {
    const [value, otherValue] = [first, second].map((part) =>
      toComparable(part, evaluation),
    );
    return value === undefined || otherValue === undefined
      ? undefined
      : value === otherValue;
  };
  if (ts.isParenthesizedExpression(node)) return evaluate(node.expression);
  if (
    ts.isPrefixUnaryExpression(node) &&
    node.operator === SyntaxKind.ExclamationToken
  )
    return negate(evaluate(node.operand));
  if (ts.isBinaryExpression(node)) {
    const { left: leftSide, operatorToken, right: rightSide } = node;
    switch (operatorToken.kind) {
      case SyntaxKind.AmpersandAmpersandToken: {
        const results = [evaluate(leftSide), evaluate(rightSide)];
        if (results.includes(false)) return false;
        return results.includes(undefined) ? undefined : true;
      }
      case SyntaxKind.BarBarToken: {
        const results = [evaluate(leftSide), evaluate(rightSide)];
        if (results.includes(true)) return true;
        return results.includes(undefined) ? undefined : false;
      }
      case SyntaxKind.EqualsEqualsEqualsToken:
        return isSame(leftSide, rightSide);
      case SyntaxKind.ExclamationEqualsEqualsToken:
        return negate(isSame(leftSide, rightSide));
      default:
        return undefined;
    }
  }
  // `[listPets, addPet].includes(tool)`
  if (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    node.expression.name.text === "includes" &&
    ts.isArrayLiteralExpression(node.expression.expression) &&
    node.arguments[0]
  ) {
    const [searched] = node.arguments;
    const results = node.expression.expression.elements.map((element) =>
      isSame(element, searched),
    );
    if (results.includes(true)) return true;
    return results.includes(undefined) ? undefined : false;
  }
  return undefined;
}

function negate(result: boolean | undefined): boolean | undefined {
  return result === undefined ? undefined : !result;
}

/** Text by which two values are compared: the path of a module, or a name in quotes. Undefined for another expression. */
function toComparable(
  node: TypeScript.Expression,
  { imports, parameter, tool }: Evaluation,
): string | undefined {
  const ts = loadCompiler();
  if (ts.isStringLiteral(node)) return JSON.stringify(node.text);
  if (ts.isIdentifier(node))
    return node.text === parameter ? tool.path : imports.modules.get(node.text);
  if (!ts.isPropertyAccessExpression(node) || !ts.isIdentifier(node.expression))
    return undefined;
  const { expression, name } = node;
  return expression.text === parameter && name.text === "name"
    ? JSON.stringify(tool.name)
    : imports.lists.get(expression.text)?.get(name.text);
}
