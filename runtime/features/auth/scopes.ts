import { INVALID_PARAMS, ProtocolError } from "../../index.js";
import type { Caller, Feature, MethodHandler } from "../../index.js";

/** Member of a method's result that holds its list. */
const LIST_KEYS: Readonly<Record<string, string>> = {
  "tools/list": "tools",
  "resources/list": "resources",
  "resources/templates/list": "resourceTemplates",
};

/** A component as a listing describes it. */
interface ListedComponent {
  readonly name: string;
  readonly uri?: string;
  readonly uriTemplate?: string;
}

const toKey = ({ name, uri, uriTemplate }: ListedComponent) =>
  uri ?? uriTemplate ?? name;

const guardComponents: Feature = ({ entries, handlers }) => {
  const requiredScopes = new Map(
    entries.map(({ component }) => [toKey(component), component.scopes]),
  );
  const listMissingScopes = (
    component: ListedComponent,
    { principal }: Caller,
  ) =>
    (requiredScopes.get(toKey(component)) ?? []).filter(
      (scope) => principal?.scopes.includes(scope) === false,
    );
  const guardHandler = ([method, handler]: [string, MethodHandler]) => {
    const guardedHandler: MethodHandler = async (params, caller) => {
      const result = await handler(params, {
        ...caller,
        guard(component) {
          const missingScopes = listMissingScopes(component, caller).join(
            " and ",
          );
          if (missingScopes !== "")
            throw new ProtocolError(
              INVALID_PARAMS,
              `${component.name} needs a token with the scope ${missingScopes}.`,
            );
        },
      });
      const listKey = LIST_KEYS[method];
      if (listKey === undefined) return result;
      const { [listKey]: components = [] } = result as Record<
        string,
        ListedComponent[]
      >; // shape of the core's listing
      const allowedComponents = components.filter(
        (component) => listMissingScopes(component, caller).length === 0,
      );
      return { ...result, [listKey]: allowedComponents };
    };
    return [method, guardedHandler] as const;
  };
  return Object.fromEntries(Object.entries(handlers).map(guardHandler));
};

/** Restricts each component to callers whose token has its scopes: only they list it, call it or read it. */
export const scopes = Object.assign(guardComponents, { checksScopes: true });
