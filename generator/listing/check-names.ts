import { ToolwrightError, type Finding } from "../errors.js";
import type { PlannedComponent } from "../plan/component.js";
import { suggestNames } from "../shared/suggest.js";

/**
 * Reports names of an option whose components have gone with their operations. Throws a `ToolwrightError` if a component
 * never existed, so that no setting is lost silently.
 * @param isFormer true for names of components that the last run had
 */
export function checkNames(
  option: "alwaysListed" | "timeouts",
  names: readonly string[],
  {
    components,
    isFormer,
    unlistedNames = [],
  }: {
    readonly components: readonly Pick<PlannedComponent, "name">[];
    readonly isFormer: (name: string) => boolean;
    /** Names of components that an override takes off the list. */
    readonly unlistedNames?: readonly string[];
  },
): Finding[] {
  const hiddenNames = names.filter((name) => unlistedNames.includes(name));
  if (hiddenNames.length > 0)
    throw new ToolwrightError(
      hiddenNames.map((name) => ({
        code: "unknown-listed-tool",
        message: `The option ${option} names ${JSON.stringify(name)}, which an override takes off the list.`,
        hint: `Remove the name, or \`listed: false\` from the override.`,
      })),
    );
  const knownNames = new Set(components.map(({ name }) => name));
  const missingNames = names.filter((name) => !knownNames.has(name));
  const unknownNames = missingNames.filter((name) => !isFormer(name));
  if (unknownNames.length === 0)
    return missingNames.map((name) => ({
      severity: "warning",
      code: "lost-operation",
      message: `The option ${option} names ${JSON.stringify(name)}, whose operation the document no longer has.`,
      hint: `${suggestNames(name, knownNames)}Name another tool, or remove the name.`,
    }));
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
