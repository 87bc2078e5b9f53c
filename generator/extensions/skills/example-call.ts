import { toPrettyJson } from "../../emit/literal.js";
import type { PlannedComponent } from "../../plan/component.js";
import type { ExampleCall } from "../../testgen/example-calls.js";
import type { ApiComponent } from "./sections.js";
import { formatCode } from "./markdown.js";

/** Most lines of JSON that an example has. */
const MAX_EXAMPLE_LINES = 20;

/** Formats the most telling example call of a skill: first of all a POST, then one whose values come from the document. Empty if there is none that is short enough. */
export function formatExampleCall(
  components: readonly ApiComponent[],
  exampleCalls: ReadonlyMap<PlannedComponent, ExampleCall>,
): string[] {
  const candidates = components.flatMap(({ component }) => {
    const exampleCall = exampleCalls.get(component);
    if (exampleCall === undefined) return [];
    const {
      args: plannedArguments,
      example: documentedArguments = {},
      operation,
    } = component;
    const shownNames = new Set([
      ...plannedArguments.flatMap(({ name, required }) =>
        required ? name : [],
      ),
      "confirm",
      ...Object.keys(documentedArguments),
    ]);
    // The other values are made up: the fewer of them, the clearer the example.
    const allArguments = Object.entries(exampleCall.args);
    const shownArguments = allArguments.filter(([name]) =>
      shownNames.has(name),
    );
    const lines = toJsonLines(
      Object.fromEntries(
        shownArguments.length > 0 ? shownArguments : allArguments,
      ),
    );
    const isPost = operation.method === "POST";
    const priority =
      Number(isPost) * 2 + Number(component.example !== undefined);
    return lines.length > MAX_EXAMPLE_LINES
      ? []
      : [{ component, exampleCall, lines, priority }];
  });
  const [bestCandidate] = candidates.sort(
    (a, b) => b.priority - a.priority || b.lines.length - a.lines.length,
  );
  if (bestCandidate === undefined) return [];
  const responseLines = toJsonLines(bestCandidate.exampleCall.answer ?? null);
  const isShown =
    bestCandidate.exampleCall.answer !== undefined &&
    bestCandidate.lines.length + responseLines.length <= MAX_EXAMPLE_LINES;
  return [
    `Call ${formatCode(bestCandidate.component.name)} with:`,
    "",
    "```json",
    ...bestCandidate.lines,
    "```",
    ...(isShown
      ? ["", "It answers:", "", "```json", ...responseLines, "```"]
      : []),
  ];
}

/**
 * Lines of JSON without `<`, so that none of it is markup. Lists of up to 60 characters are on one line, as prettier
 * prints them.
 */
function toJsonLines(value: unknown): string[] {
  return toPrettyJson(value)
    .replaceAll("<", "\\u003c")
    .replace(
      /\[\n +(?! )((?:[^[\]{}\n]*,\n +(?! ))*[^[\]{}\n]*)\n +\]/g,
      (listText, itemsText: string) => {
        const line = `[${itemsText.replace(/\n\s+/g, " ")}]`;
        return line.length <= 60 ? line : listText;
      },
    )
    .split("\n");
}
