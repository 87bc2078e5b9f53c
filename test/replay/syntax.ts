import ts from "typescript";

/** Parses one module. */
export function parse(text: string): ts.SourceFile {
  return ts.createSourceFile("module.ts", text, ts.ScriptTarget.Latest, true);
}

/** The object that a component's module defines: `defineTool({ … })`, wherever it is. */
export function definition(
  node: ts.Node,
): ts.ObjectLiteralExpression | undefined {
  if (ts.isCallExpression(node)) {
    const [argument] = node.arguments;
    const isOne = /^define(?:Tool|Resource|Template)$/;
    if (isOne.test(node.expression.getText()) && argument !== undefined)
      return ts.isObjectLiteralExpression(argument) ? argument : undefined;
  }
  return ts.forEachChild(node, definition);
}

/** A property or method of the definition by its path: `annotations.readOnlyHint`. */
export function member(
  text: string,
  path: string,
): ts.ObjectLiteralElementLike | undefined {
  let object = definition(parse(text));
  let found: ts.ObjectLiteralElementLike | undefined;
  for (const name of path.split(".")) {
    found = object?.properties.find(
      (property) => property.name?.getText().replaceAll(/["']/g, "") === name,
    );
    const value =
      found !== undefined && ts.isPropertyAssignment(found)
        ? found.initializer
        : undefined;
    object =
      value !== undefined && ts.isObjectLiteralExpression(value)
        ? value
        : undefined;
  }
  return found;
}

/** Names of the definition's properties. */
export function propertiesOf(text: string): string[] {
  const found = definition(parse(text))?.properties ?? [];
  return found.flatMap(({ name }) => name?.getText() ?? []);
}

/** Code without its layout: the same whatever formatter it went through. */
export function bare(node: ts.Node | undefined): string | undefined {
  return node
    ?.getText()
    .replaceAll(/[\s;]/g, "")
    .replaceAll("'", `"`)
    .replaceAll(/,(?=[})\]])/g, "");
}

/** True if a comment with these words is in a text, as a comment. */
export function hasComment(text: string, words: string): boolean {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false);
  scanner.setText(text);
  for (
    let kind = scanner.scan();
    kind !== ts.SyntaxKind.EndOfFileToken;
    kind = scanner.scan()
  ) {
    const isComment =
      kind === ts.SyntaxKind.SingleLineCommentTrivia ||
      kind === ts.SyntaxKind.MultiLineCommentTrivia;
    if (isComment && scanner.getTokenText().includes(words)) return true;
  }
  return false;
}

/** Names that a module declares or imports at its top. */
export function names(text: string): string[] {
  return parse(text).statements.flatMap((statement) => {
    if (ts.isFunctionDeclaration(statement))
      return [statement.name?.text ?? ""];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.map((one) =>
        one.name.getText(),
      );
    const bindings = ts.isImportDeclaration(statement)
      ? statement.importClause?.namedBindings
      : undefined;
    return bindings !== undefined && ts.isNamedImports(bindings)
      ? bindings.elements.map((element) => element.name.text)
      : [];
  });
}

/** True if some expression of a module is this code. */
export function hasCode(text: string, code: string): boolean {
  const wanted = code.replaceAll(/[\s;]/g, "").replaceAll("'", `"`);
  const search = (node: ts.Node): boolean =>
    bare(node) === wanted || ts.forEachChild(node, search) === true;
  return search(parse(text));
}
