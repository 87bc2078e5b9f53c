import { ToolwrightError } from "../errors.js";
import type { PlannedComponent } from "../plan/component.js";

/** Throws where `timeouts` names something that is not there, so that no limit is lost in silence. */
export function checkTimeouts(
  timeouts: Readonly<Record<string, number>>,
  components: readonly PlannedComponent[],
): void {
  const names = new Set(components.map(({ name }) => name));
  const unknown = Object.keys(timeouts).filter((name) => !names.has(name));
  if (unknown.length === 0) return;
  throw new ToolwrightError(
    unknown.map((name) => ({
      code: "unknown-timeout",
      message: `The option timeouts names ${JSON.stringify(name)}, which is no tool, resource or resource template.`,
      hint: "Names are those that clients see; `toolwright plan` lists them.",
    })),
  );
}
