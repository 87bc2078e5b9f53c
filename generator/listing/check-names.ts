import { ToolwrightError } from "../errors.js";
import type { PlannedComponent } from "../plan/component.js";
import { suggestNames } from "../shared/suggest.js";

/** Throws a `ToolwrightError` if an option names a component that doesn't exist, so that no setting is lost silently. */
export function checkNames(
  option: "alwaysListed" | "timeouts",
  names: readonly string[],
  components: readonly Pick<PlannedComponent, "name">[],
): void {
  const knownNames = new Set(components.map(({ name }) => name));
  const unknownNames = names.filter((name) => !knownNames.has(name));
  if (unknownNames.length === 0) return;
  const kindPhrase =
    option === "alwaysListed" ? "tool" : "tool, resource or resource template";
  throw new ToolwrightError(
    unknownNames.map((name) => ({
      code: `unknown-${option === "alwaysListed" ? "listed-tool" : "timeout"}`,
      message: `The option ${option} names ${JSON.stringify(name)}, which is not a ${kindPhrase}.`,
      hint: `${suggestNames(name, knownNames)}Use the names that clients see. toolwright plan lists them.`,
    })),
  );
}
