import type { ts as TS } from "ts-morph";

/** The compiler's own interface, as ts-morph gives it. */
export type Compiler = typeof TS;

/** What a member of a list is found by in other versions; undefined where only its place and content tell. */
export function keyOf(ts: Compiler, node: TS.Node): string | undefined {
  if (ts.isImportDeclaration(node)) return importKey(ts, node);
  if (ts.isArrayLiteralExpression(node.parent)) return valueKey(ts, node);
  if (ts.isGetAccessor(node)) return `get ${node.name.getText()}`;
  if (ts.isSetAccessor(node)) return `set ${node.name.getText()}`;
  if (ts.isImportSpecifier(node) || ts.isExportSpecifier(node))
    return (node.propertyName ?? node.name).text;
  if (ts.isSpreadAssignment(node) || ts.isModifier(node)) return node.getText();
  return labelOf(ts, node);
}

/** The name of a declaration, property or module that a person knows it by. */
export function labelOf(ts: Compiler, node: TS.Node): string | undefined {
  if (ts.isImportDeclaration(node))
    return `import ${node.moduleSpecifier.getText()}`;
  if (ts.isExportDeclaration(node))
    return `export ${node.moduleSpecifier?.getText() ?? ""}`.trimEnd();
  if (ts.isExportAssignment(node)) return "export default";
  if (ts.isConstructorDeclaration(node)) return "constructor";
  if (ts.isParameter(node)) return undefined;
  if (ts.isVariableStatement(node)) {
    const names = node.declarationList.declarations.map(({ name }) => name);
    return names.map((name) => name.getText()).join(", ");
  }
  const name = "name" in node ? node.name : undefined;
  return isNode(name) ? nameText(ts, name) : undefined;
}

/** Imports of types and of values, of names and of a namespace are separate lines, even from one module. */
function importKey(ts: Compiler, node: TS.ImportDeclaration): string {
  const { importClause: clause, moduleSpecifier } = node;
  const bindings = clause?.namedBindings;
  const what = [
    clause?.isTypeOnly === true ? "type" : "",
    clause?.name === undefined ? "" : "default",
    bindings && ts.isNamespaceImport(bindings) ? "*" : "",
  ];
  return `import ${what.join("")} ${moduleSpecifier.getText().slice(1, -1)}`;
}

/** An element of an array is known by its value, an object by the property that names it. */
function valueKey(ts: Compiler, node: TS.Node): string | undefined {
  if (ts.isStringLiteral(node)) return JSON.stringify(node.text);
  if (!ts.isObjectLiteralExpression(node))
    return ts.isArrayLiteralExpression(node) ? undefined : node.getText();
  for (const name of ["$ref", "name", "id"]) {
    for (const property of node.properties) {
      if (
        ts.isPropertyAssignment(property) &&
        nameText(ts, property.name) === name
      )
        return `${name} ${nameText(ts, property.initializer)}`;
    }
  }
  return undefined;
}

function nameText(ts: Compiler, name: TS.Node): string {
  return ts.isStringLiteral(name) ? name.text : name.getText();
}

function isNode(value: unknown): value is TS.Node {
  return typeof value === "object" && value !== null && "kind" in value;
}
