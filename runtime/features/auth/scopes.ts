import { INVALID_PARAMS, ProtocolError } from "../../index.js";
import type { Caller, Feature, MethodHandler } from "../../index.js";

/** Under which name a method gives what it lists. */
const LISTS: Readonly<Record<string, string>> = {
  "tools/list": "tools",
  "resources/list": "resources",
  "resources/templates/list": "resourceTemplates",
};

/** What a component is listed by. */
interface Listed {
  readonly name: string;
  readonly uri?: string;
  readonly uriTemplate?: string;
}

const keyOf = ({ name, uri, uriTemplate }: Listed) =>
  uri ?? uriTemplate ?? name;

/** Lists a component for, and lets it be called or read by, those only whose token has its scopes. */
export const scopes: Feature = ({ entries, handlers }) => {
  const needed = new Map(
    entries.map(({ component }) => [keyOf(component), component.scopes]),
  );
  const missing = (one: Listed, { principal }: Caller) =>
    (needed.get(keyOf(one)) ?? []).filter(
      (scope) => principal?.scopes.includes(scope) === false,
    );
  const guarded = ([method, handler]: [string, MethodHandler]) => {
    const guarding: MethodHandler = async (params, caller) => {
      const result = await handler(params, {
        ...caller,
        guard(component) {
          const lacking = missing(component, caller).join(" and ");
          if (lacking !== "")
            throw new ProtocolError(
              INVALID_PARAMS,
              `${component.name} needs a token with the scope ${lacking}.`,
            );
        },
      });
      const list = LISTS[method];
      if (list === undefined) return result;
      const { [list]: all = [] } = result as Record<string, Listed[]>; // what the core lists
      const shown = all.filter((one) => missing(one, caller).length === 0);
      return { ...result, [list]: shown };
    };
    return [method, guarding] as const;
  };
  return Object.fromEntries(Object.entries(handlers).map(guarded));
};
