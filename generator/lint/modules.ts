import {
  evaluateLiteral,
  findCalls,
  parse,
  propertyNameOf,
  readPlainConstants,
} from "../source/evaluate.js";
import type { Definition } from "../diff/surface.js";
import { toWord } from "../shared/json.js";
import { createListedTest, findUnreadFilter } from "./listed-tools.js";
import { findImports } from "../reconcile/lint-project.js";
import { loadCompiler, type TypeScript } from "../typescript.js";

/** Definition of a tool in a module, read without running the module. */
export interface ToolDefinition {
  /** Path of the module: `src/tools/add-pet.ts`. */
  readonly path: string;
  readonly definition: Definition;
  /** Text of its handler; empty if it has none. */
  readonly handlerText: string;
  /** Line of a member, such as `["arguments", "limit"]`, or of its nearest existing ancestor. */
  readonly lineOf: (steps: readonly string[]) => number;
}

/** Part of a module that can't be read without running it. */
export interface UnreadPart {
  readonly file: string;
  readonly line: number;
  /** Name of the part: `arguments.limit.description`, or `defineTool`. */
  readonly part: string;
}

export interface ModuleReading {
  readonly tools: readonly ToolDefinition[];
  readonly unread: readonly UnreadPart[];
}

const DEFINE_TOOL = /^defineTool$/;

/** Folder of generated modules, whose `index.ts` lists those that are served. */
const LISTED_FOLDER = /^src\/(?:[\w-]+\/)?(?:tools|workflows)\//;

/** Reads the tools that a project serves from its sources, given as text by path. No code is run. */
export function readModules(texts: ReadonlyMap<string, string>): ModuleReading {
  const readings = selectServedPaths(texts).map((path) =>
    readModule(path, texts.get(path) ?? ""),
  );
  const isListed = createListedTest(texts);
  const filterLine = findUnreadFilter(texts);
  const unreadFilters: UnreadPart[] =
    filterLine === undefined
      ? []
      : [{ file: "src/server.ts", line: filterLine, part: "filter" }];
  return {
    tools: readings
      .flatMap(({ tools }) => tools)
      .filter(
        ({ definition, path }) =>
          definition["listed"] !== false &&
          isListed({ path, name: toWord(definition["name"]) }),
      ),
    unread: [...readings.flatMap(({ unread }) => unread), ...unreadFilters],
  };
}

/** Paths of the modules that define tools and that a list or another module imports. */
function selectServedPaths(texts: ReadonlyMap<string, string>): string[] {
  const sources = [...texts].filter(
    ([path]) => path.startsWith("src/") && !path.startsWith("src/runtime/"),
  );
  const isList = (path: string) => path.endsWith("/index.ts");
  const importedPaths = (isImporter: (path: string) => boolean) =>
    new Set(
      sources
        .filter(([path]) => isImporter(path))
        .flatMap(([path, text]) =>
          findImports(path, text).map(({ target }) => target),
        ),
    );
  const listedPaths = importedPaths(
    (path) => LISTED_FOLDER.test(path) && isList(path),
  );
  const usedPaths = importedPaths(() => true);
  return sources
    .filter(([path, text]) => {
      if (!text.includes("defineTool")) return false;
      if (listedPaths.has(path) || path === "src/custom/index.ts") return true;
      return !LISTED_FOLDER.test(path) && usedPaths.has(path);
    })
    .map(([path]) => path)
    .sort();
}

/** Reads the tools of one module, and what in them is not a literal. */
export function readModule(path: string, text: string): ModuleReading {
  const ts = loadCompiler();
  const source = parse(path, text);
  const constants = readPlainConstants(source);
  const lineAt = (node: TypeScript.Node) =>
    source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
  const toUnread = (node: TypeScript.Node, part: string): UnreadPart => ({
    file: path,
    line: lineAt(node),
    part,
  });
  const unread = findAliases(source).map((node) =>
    toUnread(node, "defineTool"),
  );
  const tools = [...findCalls(source, DEFINE_TOOL)].flatMap(
    (call): ToolDefinition[] => {
      const root = call.arguments[0] ?? call;
      if (!ts.isObjectLiteralExpression(root)) {
        unread.push(toUnread(root, "defineTool"));
        return [];
      }
      const parts = findUnreadNodes(root, constants);
      unread.push(...parts.map(({ name, node }) => toUnread(node, name)));
      const handler = memberOf(root, "handler");
      return [
        {
          path,
          // An object literal gives an object.
          definition: evaluateLiteral(root, constants) as Definition,
          handlerText: handler?.getText(source) ?? "",
          lineOf: (steps) => lineAt(findMember(root, steps)),
        },
      ];
    },
  );
  return { tools, unread };
}

/** Uses of `defineTool` that are not a call: another name for it, or a function that takes it. */
function findAliases(source: TypeScript.SourceFile): TypeScript.Node[] {
  const ts = loadCompiler();
  const aliases: TypeScript.Node[] = [];
  const queue: TypeScript.Node[] = [source];
  for (const node of queue) {
    node.forEachChild((child) => void queue.push(child));
    if (!ts.isIdentifier(node) || node.text !== "defineTool") continue;
    const { parent } = node;
    const isCallee = ts.isCallExpression(parent) && parent.expression === node;
    const isImport = ts.isImportSpecifier(parent) && parent.name === node;
    if (!isCallee && !isImport) aliases.push(node);
  }
  return aliases;
}

interface UnreadNode {
  readonly node: TypeScript.Node;
  readonly name: string;
}

/** Values in an object that are not literals, constants or functions, with the names that lead to them. */
function findUnreadNodes(
  root: TypeScript.Node,
  constants: ReadonlyMap<string, unknown>,
): UnreadNode[] {
  const ts = loadCompiler();
  const unreadNodes: UnreadNode[] = [];
  const queue: UnreadNode[] = [{ node: root, name: "" }];
  for (const { name, node } of queue) {
    const nameOf = (step: string) => (name === "" ? step : `${name}.${step}`);
    if (ts.isObjectLiteralExpression(node)) {
      for (const property of node.properties) {
        if (ts.isMethodDeclaration(property)) continue;
        const propertyName =
          property.name === undefined
            ? undefined
            : propertyNameOf(property.name);
        if (ts.isPropertyAssignment(property) && propertyName !== undefined)
          queue.push({
            node: property.initializer,
            name: nameOf(propertyName),
          });
        else if (ts.isShorthandPropertyAssignment(property))
          queue.push({ node: property.name, name: nameOf(property.name.text) });
        else unreadNodes.push({ node: property, name: nameOf("…") });
      }
    } else if (ts.isArrayLiteralExpression(node)) {
      for (const [index, element] of node.elements.entries())
        queue.push({ node: element, name: nameOf(String(index)) });
    } else if (
      ts.isAsExpression(node) ||
      ts.isSatisfiesExpression(node) ||
      ts.isParenthesizedExpression(node)
    ) {
      queue.push({ node: node.expression, name });
    } else if (!isReadable(node, name, constants)) {
      unreadNodes.push({ node, name });
    }
  }
  return unreadNodes;
}

function isReadable(
  node: TypeScript.Node,
  name: string,
  constants: ReadonlyMap<string, unknown>,
): boolean {
  const ts = loadCompiler();
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return true;
  // A handler is code, whatever it is.
  if (name === "handler") return true;
  if (ts.isCallExpression(node)) return false;
  if (
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind !== ts.SyntaxKind.PlusToken
  )
    return false;
  const isUndefined = ts.isIdentifier(node) && node.text === "undefined";
  return isUndefined || evaluateLiteral(node, constants) !== undefined;
}

function memberOf(
  node: TypeScript.ObjectLiteralExpression,
  name: string,
): TypeScript.ObjectLiteralElementLike | undefined {
  return node.properties.find(
    (property) =>
      property.name !== undefined && propertyNameOf(property.name) === name,
  );
}

/** Member that steps lead to, or the last one on the way that exists. */
function findMember(
  root: TypeScript.ObjectLiteralExpression,
  steps: readonly string[],
): TypeScript.Node {
  const ts = loadCompiler();
  let node: TypeScript.Node = root;
  let holder: TypeScript.Node = root;
  for (const step of steps) {
    if (!ts.isObjectLiteralExpression(holder)) break;
    const member = memberOf(holder, step);
    if (member === undefined) break;
    node = member;
    if (!ts.isPropertyAssignment(member)) break;
    holder = member.initializer;
  }
  return node;
}
