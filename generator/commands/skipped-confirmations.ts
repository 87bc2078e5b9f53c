import type { Problem } from "../errors.js";
import type { MergeInput } from "../project/outcome.js";
import { parse } from "../diff/evaluate.js";
import { compiler, type TypeScript } from "../typescript.js";
import { importsIn } from "../reconcile/lint-project.js";

/** A workflow. */
const WORKFLOW = /^src\/workflows\/(?!index\.)[\w-]+\.ts$/;

/**
 * Workflows that call a module with `confirm`, which a hand may have written: within a workflow nobody
 * is asked, and nothing is repeated, so the call would go past the confirmation.
 */
export function pastConfirmations(
  paths: readonly string[],
  textOf: MergeInput["yours"],
): Problem[] {
  const confirming = new Map<string, boolean>();
  const asks = (path: string) => {
    const known = confirming.get(path);
    if (known !== undefined) return known;
    const isAsking = confirms(path, textOf(path) ?? "");
    confirming.set(path, isAsking);
    return isAsking;
  };
  return [...new Set(paths)]
    .filter((path) => WORKFLOW.test(path))
    .sort()
    .flatMap((path) => {
      const targets = importsIn(path, textOf(path) ?? "");
      return targets
        .filter(({ target }) => asks(target))
        .map(({ target }) => ({
          code: "past-confirmation",
          file: path,
          message: `This workflow calls ${target}, which asks for a confirmation; within a workflow nobody is asked.`,
          hint: "Take `confirm` out of that module, or delete this workflow and take it out of its document.",
        }));
    });
}

/** Whether a module defines a tool with `confirm`, whatever its value is. */
function confirms(path: string, text: string): boolean {
  if (!text.includes("confirm")) return false;
  const ts = compiler();
  const queue: TypeScript.Node[] = [parse(path, text)];
  for (const node of queue) {
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
    node.forEachChild((child) => void queue.push(child));
  }
  return false;
}
