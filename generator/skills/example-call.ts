import { json } from "../emit/literal.js";
import type { PlannedComponent } from "../plan/component.js";
import type { Trial } from "../testgen/example-calls.js";
import type { Placed } from "./sections.js";
import { code } from "./markdown.js";

/** Lines of the JSON of an example. */
const MAX_EXAMPLE = 20;

/** One call that is worth looking at: of what makes something, with values that the document shows. */
export function exampleOf(
  components: readonly Placed[],
  trials: ReadonlyMap<PlannedComponent, Trial>,
): string[] {
  const tried = components.flatMap(({ one }) => {
    const trial = trials.get(one);
    if (trial === undefined) return [];
    const { args: known, example: shown = {}, operation } = one;
    const needed = new Set([
      ...known.flatMap(({ name, required }) => (required ? name : [])),
      "confirm",
      ...Object.keys(shown),
    ]);
    // Of values that are made up, the fewest tell the most.
    const args = Object.entries(trial.args);
    const few = args.filter(([name]) => needed.has(name));
    const lines = inJson(Object.fromEntries(few.length > 0 ? few : args));
    const isPost = operation.method === "POST";
    const worth = Number(isPost) * 2 + Number(one.example !== undefined);
    return lines.length > MAX_EXAMPLE ? [] : [{ one, trial, lines, worth }];
  });
  const [best] = tried.sort(
    (a, b) => b.worth - a.worth || b.lines.length - a.lines.length,
  );
  if (best === undefined) return [];
  const answer = inJson(best.trial.answer ?? null);
  const isShown =
    best.trial.answer !== undefined &&
    best.lines.length + answer.length <= MAX_EXAMPLE;
  return [
    `Call ${code(best.one.name)} with:`,
    "",
    "```json",
    ...best.lines,
    "```",
    ...(isShown ? ["", "It answers:", "", "```json", ...answer, "```"] : []),
  ];
}

/** Nothing of it is markup; short lists stand on one line, as prettier has them. */
function inJson(value: unknown): string[] {
  return json(value)
    .replaceAll("<", "\\u003c")
    .replace(
      /\[\n +(?! )((?:[^[\]{}\n]*,\n +(?! ))*[^[\]{}\n]*)\n +\]/g,
      (whole, inner: string) => {
        const line = `[${inner.replace(/\n\s+/g, " ")}]`;
        return line.length <= 60 ? line : whole;
      },
    )
    .split("\n");
}
