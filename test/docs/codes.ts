import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const SOURCES = readdirSync("generator", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .map((file) =>
    ts.createSourceFile(
      file,
      readFileSync(join("generator", file), "utf8"),
      ts.ScriptTarget.Latest,
      true,
    ),
  );

/** The codes of all problems that the generator can tell, sorted: what is written where a `code` stands, or given to a function for one. */
export function codesOfProblems(): string[] {
  const takers = new Map<string, number>();
  eachNode((node) => {
    if (!ts.isFunctionDeclaration(node) && !ts.isArrowFunction(node)) return;
    const named = ts.isFunctionDeclaration(node) ? node : node.parent;
    const at = node.parameters.findIndex(
      ({ name }) => name.getText() === "code",
    );
    if (at >= 0 && "name" in named && named.name)
      takers.set((named.name as ts.Node).getText(), at);
  });
  const codes = new Set<string>();
  eachNode((node) => {
    const value = codeOf(node) ?? argumentOf(node, takers);
    for (const code of value === undefined ? [] : textsOf(value))
      codes.add(code);
  });
  return [...codes].filter((code) => /^[a-z][a-z0-9-]+$/.test(code)).sort();
}

/** Of `code: "…"` and `const code = "…"`. */
function codeOf(node: ts.Node): ts.Node | undefined {
  return (ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node)) &&
    node.name.getText() === "code"
    ? node.initializer
    : undefined;
}

function argumentOf(node: ts.Node, takers: ReadonlyMap<string, number>) {
  if (!ts.isCallExpression(node)) return undefined;
  const at = takers.get(node.expression.getText());
  return at === undefined ? undefined : node.arguments[at];
}

/** What an expression can be: one text, either of two, or a template with such in it. */
function textsOf(node: ts.Node): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isConditionalExpression(node))
    return [node.whenTrue, node.whenFalse].flatMap(textsOf);
  if (!ts.isTemplateExpression(node)) return [];
  return node.templateSpans.reduce(
    (starts, { expression, literal }) =>
      starts.flatMap((start) =>
        textsOf(expression).map((text) => start + text + literal.text),
      ),
    [node.head.text],
  );
}

function eachNode(visit: (node: ts.Node) => void): void {
  const walk = (node: ts.Node) => {
    visit(node);
    ts.forEachChild(node, walk);
  };
  for (const source of SOURCES) walk(source);
}
