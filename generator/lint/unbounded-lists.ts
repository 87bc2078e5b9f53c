import { PAGE_ARGUMENTS, isPaginationName, looseKey } from "../runtime.js";
import type { Api, Schema } from "../model.js";
import type { PlannedComponent } from "../plan/component.js";
import { dereference } from "../schema/object-shape.js";
import { findListPointer } from "../plan/value-flow.js";

/**
 * Finds tools whose response may be a list of any length: their document names no bound of it, no page, and
 * no page size that has a default or a maximum.
 */
export function findUnboundedLists(
  components: readonly PlannedComponent[],
  api: Api,
): PlannedComponent[] {
  return components.filter(
    (component) =>
      component.kind === "tool" &&
      isUnboundedList(component, api, component.args),
  );
}

/** True if a response is a list, and no schema or argument bounds it. */
export function isUnboundedList(
  component: PlannedComponent,
  api: Api,
  args: readonly {
    readonly name: string;
    readonly required?: boolean;
    readonly schema: Schema;
  }[],
): boolean {
  const { response } = component;
  if (response.schema === null || !isList(component, api)) return false;
  const hasMaximum =
    dereference(response.schema, api)["maxItems"] !== undefined;
  const isPaged = args.some(({ name }) => isPaginationName(name));
  const isSized = args.some(({ name, schema }) => {
    const { default: defaultSize, maximum } = dereference(schema, api);
    const isSize = PAGE_ARGUMENTS.size.test(looseKey(name));
    return isSize && (defaultSize !== undefined || maximum !== undefined);
  });
  // As many items come as were asked for by their ids.
  const isCounted = args.some(
    ({ name, required }) => required === true && /ids$/.test(looseKey(name)),
  );
  return !hasMaximum && !isPaged && !isSized && !isCounted;
}

/** Names of properties that hold what a response lists. */
const LIST_NAME =
  /^(?:content|contents|data|elements|entries|hits|items|list|members|nodes|objects|records|resources|results?|rows|values?)$/;

/** True if a response is a list, and no single object with a list in it, such as a pet with its tags. */
function isList(component: PlannedComponent, api: Api): boolean {
  const [, name] = findListPointer(component, api)?.split("/") ?? [];
  if (name === undefined || !isQuery(component)) return false;
  if (name === "0") return true;
  const { method, path } = component.operation;
  // One object with a list in it is not a list, whatever the list is called.
  if (path.endsWith("}")) return false;
  return method === "GET" || LIST_NAME.test(looseKey(name));
}

/** Word at the end of the path of an operation that only asks, whatever its method is. */
const QUERY_WORD = /search|query|find|filter|list/i;

/** True if an operation asks for a list. A write responds with as many items as it was sent. */
function isQuery({ operation: { method, path } }: PlannedComponent): boolean {
  return (
    /^(?:GET|QUERY)$/.test(method) ||
    QUERY_WORD.test(path.split("/").at(-1) ?? "")
  );
}
