import type { TypeScript as TS } from "../typescript.js";
import type { ParsedFile } from "./node-kinds.js";

/** Key that finds a member of a list in other versions; undefined if only its place and content tell. */
export function keyOf(
  node: TS.Node,
  parsedFile: ParsedFile,
): string | undefined {
  const { ts, file } = parsedFile;
  if (ts.isImportDeclaration(node)) return importKeyOf(node, parsedFile);
  if (ts.isExportDeclaration(node))
    return labelOf(node, parsedFile)?.replace(/["']/g, "");
  if (ts.isArrayLiteralExpression(node.parent))
    return elementKeyOf(node, parsedFile);
  if (ts.isGetAccessor(node)) return `get ${node.name.getText(file)}`;
  if (ts.isSetAccessor(node)) return `set ${node.name.getText(file)}`;
  if (ts.isImportSpecifier(node) || ts.isExportSpecifier(node))
    return (node.propertyName ?? node.name).text;
  if (ts.isVariableDeclaration(node)) return node.name.getText(file);
  if (ts.isExportAssignment(node)) return "export default";
  if (ts.isSpreadAssignment(node) || ts.isModifier(node))
    return node.getText(file);
  return labelOf(node, parsedFile);
}

/** Name by which the user knows a declaration, property or module; the default export of a module is the module. */
export function labelOf(
  node: TS.Node,
  parsedFile: ParsedFile,
): string | undefined {
  const { ts, file } = parsedFile;
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
  return isNode(name) ? nameOf(name, parsedFile) : undefined;
}

/** Key of an import. Imports of types and of values, of names and of a namespace are separate lines, even from one module. */
function importKeyOf(
  node: TS.ImportDeclaration,
  { ts, file }: ParsedFile,
): string {
  const { importClause: clause, moduleSpecifier } = node;
  const bindings = clause?.namedBindings;
  const clauseKinds = [
    clause?.isTypeOnly === true ? "type" : "",
    clause?.name === undefined ? "" : "default",
    bindings && ts.isNamespaceImport(bindings) ? "*" : "",
  ];
  const module = moduleSpecifier.getText(file).slice(1, -1);
  return `import ${clauseKinds.join("")} ${module}`;
}

/** Key of an element of an array: its value, or of an object the property that names it. */
function elementKeyOf(
  node: TS.Node,
  parsedFile: ParsedFile,
): string | undefined {
  const { ts, file } = parsedFile;
  if (ts.isStringLiteral(node)) return JSON.stringify(node.text);
  if (ts.isArrayLiteralExpression(node)) return undefined;
  if (!ts.isObjectLiteralExpression(node)) return node.getText(file);
  for (const namingProperty of ["$ref", "name", "id"]) {
    for (const property of node.properties) {
      if (!ts.isPropertyAssignment(property)) continue;
      if (nameOf(property.name, parsedFile) === namingProperty)
        return `${namingProperty} ${nameOf(property.initializer, parsedFile)}`;
    }
  }
  return undefined;
}

function nameOf(name: TS.Node, { ts, file }: ParsedFile): string {
  return ts.isStringLiteral(name) ? name.text : name.getText(file);
}

function isNode(candidate: unknown): candidate is TS.Node {
  return (
    typeof candidate === "object" && candidate !== null && "kind" in candidate
  );
}
