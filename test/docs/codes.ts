import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** The codes of all problems that the generator can report, sorted: literals at a `code`, or arguments for one. */
export function codesOfProblems(): string[] {
  const values: ts.Node[] = [];
  const calls: { readonly name: string; readonly call: ts.CallExpression }[] =
    [];
  /** Functions that take a code, with its place among their parameters. */
  const takers = new Map<string, number>();
  const visit = (node: ts.Node) => {
    const name = nameOf(node);
    const value = valueOf(node);
    if (name === "code" && value) values.push(value);
    const taker = value ?? node;
    if (name !== undefined && isFunction(taker)) {
      const at = taker.parameters.findIndex((one) => nameOf(one) === "code");
      if (at >= 0) takers.set(name, at);
    }
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression))
      calls.push({ name: node.expression.text, call: node });
    ts.forEachChild(node, visit);
  };
  for (const source of sources()) visit(source);
  for (const { name, call } of calls) {
    const value = call.arguments[takers.get(name) ?? -1];
    if (value) values.push(value);
  }
  const codes = values.flatMap(textsOf);
  return [...new Set(codes)].filter((code) => CODE.test(code)).sort();
}

const CODE = /^[a-z][a-z0-9-]+$/;

function sources(): ts.SourceFile[] {
  return readdirSync("generator", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => {
      const text = readFileSync(join("generator", file), "utf8");
      return ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
    });
}

function nameOf(node: ts.Node): string | undefined {
  const isNamed =
    ts.isPropertyAssignment(node) ||
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isFunctionDeclaration(node);
  return isNamed && node.name && ts.isIdentifier(node.name)
    ? node.name.text
    : undefined;
}

function valueOf(node: ts.Node): ts.Node | undefined {
  return ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node)
    ? node.initializer
    : undefined;
}

function isFunction(node: ts.Node) {
  return ts.isFunctionDeclaration(node) || ts.isArrowFunction(node);
}

/** Texts that an expression can be: one text, either of two, or a template with such in it. */
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
