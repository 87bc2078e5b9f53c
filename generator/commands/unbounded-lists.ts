import {
  PAGE_ARGUMENTS,
  isPaginationName,
  looseKey,
} from "../../runtime/features/shorten-responses/pagination-names.js";
import type { Api } from "../model.js";
import type { PlannedComponent } from "../plan/component.js";
import { dereference } from "../schema/object-shape.js";
import { hasListResponse } from "../skills/value-flow.js";

/**
 * Finds tools whose response may be a list of any length: their document names no bound of it, no page, and
 * no page size that has a default or a maximum.
 */
export function findUnboundedLists(
  components: readonly PlannedComponent[],
  api: Api,
): PlannedComponent[] {
  return components.filter((component) => {
    const { response, args, kind } = component;
    if (
      kind !== "tool" ||
      response.schema === null ||
      !hasListResponse(component, api)
    )
      return false;
    const hasMaximum =
      dereference(response.schema, api)["maxItems"] !== undefined;
    const isPaged = args.some(({ name }) => isPaginationName(name));
    const isSized = args.some(({ name, schema }) => {
      const { default: defaultSize, maximum } = dereference(schema, api);
      const isSize = PAGE_ARGUMENTS.size.test(looseKey(name));
      return isSize && (defaultSize !== undefined || maximum !== undefined);
    });
    return !hasMaximum && !isPaged && !isSized;
  });
}
