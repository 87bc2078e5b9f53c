import type { TypeScript as TS } from "../typescript.js";
import type { Source } from "./node-kinds.js";

/** What a member of a list is found by in other versions; undefined where only its place and content tell. */
export function keyOf(node: TS.Node, source: Source): string | undefined {
  const { ts, file } = source;
  if (ts.isImportDeclaration(node)) return importKey(node, source);
  if (ts.isExportDeclaration(node))
    return labelOf(node, source)?.replace(/["']/g, "");
  if (ts.isArrayLiteralExpression(node.parent)) return valueKey(node, source);
  if (ts.isGetAccessor(node)) return `get ${node.name.getText(file)}`;
  if (ts.isSetAccessor(node)) return `set ${node.name.getText(file)}`;
  if (ts.isImportSpecifier(node) || ts.isExportSpecifier(node))
    return (node.propertyName ?? node.name).text;
  if (ts.isVariableDeclaration(node)) return node.name.getText(file);
  if (ts.isExportAssignment(node)) return "export default";
  if (ts.isSpreadAssignment(node) || ts.isModifier(node))
    return node.getText(file);
  return labelOf(node, source);
}

/** The name of a declaration, property or module that a person knows it by; what a module exports by default is the module. */
export function labelOf(node: TS.Node, source: Source): string | undefined {
  const { ts, file } = source;
  if (ts.isImportDeclaration(node))
    return `import ${node.moduleSpecifier.getText(file)}`;
  if (ts.isExportDeclaration(node))
    return `export ${(node.moduleSpecifier ?? node).getText(file)}`;
  if (ts.isConstructorDeclaration(node)) return "constructor";
  if (ts.isParameter(node) || ts.isVariableDeclaration(node)) return undefined;
  if (ts.isVariableStatement(node)) {
    const { declarations } = node.declarationList;
    return declarations.map(({ name }) => name.getText(file)).join(", ");
  }
  const name: unknown = "name" in node ? node.name : undefined;
  return isNode(name) ? nameText(name, source) : undefined;
}

/** Imports of types and of values, of names and of a namespace are separate lines, even from one module. */
function importKey(node: TS.ImportDeclaration, { ts, file }: Source): string {
  const { importClause: clause, moduleSpecifier } = node;
  const bindings = clause?.namedBindings;
  const what = [
    clause?.isTypeOnly === true ? "type" : "",
    clause?.name === undefined ? "" : "default",
    bindings && ts.isNamespaceImport(bindings) ? "*" : "",
  ];
  const module = moduleSpecifier.getText(file).slice(1, -1);
  return `import ${what.join("")} ${module}`;
}

/** An element of an array is known by its value, an object by the property that names it. */
function valueKey(node: TS.Node, source: Source): string | undefined {
  const { ts, file } = source;
  if (ts.isStringLiteral(node)) return JSON.stringify(node.text);
  if (ts.isArrayLiteralExpression(node)) return undefined;
  if (!ts.isObjectLiteralExpression(node)) return node.getText(file);
  for (const wanted of ["$ref", "name", "id"]) {
    for (const property of node.properties) {
      if (!ts.isPropertyAssignment(property)) continue;
      if (nameText(property.name, source) === wanted)
        return `${wanted} ${nameText(property.initializer, source)}`;
    }
  }
  return undefined;
}

function nameText(name: TS.Node, { ts, file }: Source): string {
  return ts.isStringLiteral(name) ? name.text : name.getText(file);
}

function isNode(value: unknown): value is TS.Node {
  return typeof value === "object" && value !== null && "kind" in value;
}
