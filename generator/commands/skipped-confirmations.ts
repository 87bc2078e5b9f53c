import type { Problem } from "../errors.js";
import type { MergeInput } from "../project/outcome.js";
import { parse } from "../source/evaluate.js";
import { loadCompiler, type TypeScript } from "../typescript.js";
import { findImports } from "../reconcile/lint-project.js";

/** Path of a workflow's module. */
const WORKFLOW_PATH = /^src\/workflows\/(?!index\.)[\w-]+\.ts$/;

/**
 * Finds workflows that call a module with `confirm`, which the user may have written: within a workflow no one is
 * asked, and nothing is repeated, so the call would go past the confirmation.
 */
export function findSkippedConfirmations(
  paths: readonly string[],
  readText: MergeInput["readCurrent"],
): Problem[] {
  const confirmsByPath = new Map<string, boolean>();
  const asksConfirmation = (path: string) => {
    const cachedAnswer = confirmsByPath.get(path);
    if (cachedAnswer !== undefined) return cachedAnswer;
    const isAsking = definesConfirmation(path, readText(path) ?? "");
    confirmsByPath.set(path, isAsking);
    return isAsking;
  };
  return [...new Set(paths)]
    .filter((path) => WORKFLOW_PATH.test(path))
    .sort()
    .flatMap((path) => {
      const targets = findImports(path, readText(path) ?? "");
      return targets
        .filter(({ target }) => asksConfirmation(target))
        .map(({ target }) => ({
          code: "past-confirmation",
          file: path,
          message: `This workflow calls ${target}, which asks for confirmation. A workflow can't ask.`,
          hint: "Remove `confirm` from that module, or delete this workflow and remove it from its document.",
        }));
    });
}

/** True if a module defines a tool with `confirm`, whatever its value is. */
function definesConfirmation(path: string, text: string): boolean {
  if (!text.includes("confirm")) return false;
  const ts = loadCompiler();
  const nodes: TypeScript.Node[] = [parse(path, text)];
  for (const node of nodes) {
    const [definition] =
      ts.isCallExpression(node) &&
      ts.isIdentifier(node.expression) &&
      node.expression.text === "defineTool"
        ? node.arguments
        : [];
    const isConfirming =
      definition !== undefined &&
      ts.isObjectLiteralExpression(definition) &&
      definition.properties.some(
        ({ name }) =>
          name !== undefined &&
          (ts.isIdentifier(name) || ts.isStringLiteral(name)) &&
          name.text === "confirm",
      );
    if (isConfirming) return true;
    node.forEachChild((child) => void nodes.push(child));
  }
  return false;
}
