import { ToolwrightError } from "../errors.js";
import type { PlannedComponent } from "../plan/component.js";
import { didYouMean } from "../shared/suggest.js";

/** Throws where an option names something that is not there, so that nothing is lost in silence. */
export function checkNames(
  option: "pin" | "timeouts",
  given: readonly string[],
  components: readonly Pick<PlannedComponent, "name">[],
): void {
  const names = new Set(components.map(({ name }) => name));
  const unknown = given.filter((name) => !names.has(name));
  if (unknown.length === 0) return;
  const what =
    option === "pin" ? "tool" : "tool, resource or resource template";
  throw new ToolwrightError(
    unknown.map((name) => ({
      code: `unknown-${option === "pin" ? "pin" : "timeout"}`,
      message: `The option ${option} names ${JSON.stringify(name)}, which is no ${what}.`,
      hint: `${didYouMean(name, names)}Names are those that clients see; toolwright plan lists them.`,
    })),
  );
}
