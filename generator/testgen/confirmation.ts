import type { Args } from "../runtime.js";
import { isPersonConfirm } from "../config/config.js";
import type { PlannedComponent } from "../plan/component.js";

/** Name of the argument that callers have to repeat as `confirm`. Undefined if they have none to repeat. */
export function repeatedNameOf({
  confirm,
}: PlannedComponent["override"]): string | undefined {
  return isPersonConfirm(confirm) ? undefined : confirm;
}

/** Arguments with the `confirm` that their tool requires. */
export function addConfirmation(
  args: Args,
  override: PlannedComponent["override"],
): Args {
  const repeatedName = repeatedNameOf(override);
  return repeatedName === undefined
    ? args
    : { ...args, confirm: toConfirmText(args[repeatedName]) };
}

/** Text that the runtime compares a value with: a string as it is, anything else as JSON. */
const toConfirmText = (value: unknown) =>
  typeof value === "string" ? value : JSON.stringify(value);
