import {
  ARGUMENTS,
  isPaging,
  plain,
} from "../../runtime/features/brief/paging-names.js";
import type { Api } from "../model.js";
import type { PlannedComponent } from "../plan/component.js";
import { resolve } from "../schema/object-shape.js";
import { lists } from "../skills/value-flow.js";

/** Tools that may answer with a list of any length: their document names no bound of it, no page, and no size of pages that has a default or a maximum. */
export function unboundedLists(
  components: readonly PlannedComponent[],
  api: Api,
): PlannedComponent[] {
  return components.filter((component) => {
    const { answer, args, kind } = component;
    if (kind !== "tool" || answer.schema === null || !lists(component, api))
      return false;
    const hasMaximum = resolve(answer.schema, api)["maxItems"] !== undefined;
    const isPaged = args.some(({ name }) => isPaging(name));
    const isSized = args.some(({ name, schema }) => {
      const { default: preset, maximum } = resolve(schema, api);
      const isSize = ARGUMENTS.size.test(plain(name));
      return isSize && (preset !== undefined || maximum !== undefined);
    });
    return !hasMaximum && !isPaged && !isSized;
  });
}
