import { INVALID_PARAMS, ProtocolError } from "../../index.js";
import type { Caller, Feature } from "../../index.js";
import { toolScopes } from "./door.js";

/** Lists a tool for, and lets it be called by, those only whose token has its scopes. */
export const scopes: Feature = (service) => {
  const scopesOf = toolScopes(service);
  const missing = (name: unknown, { principal }: Caller) => {
    const needed = scopesOf.get(String(name)) ?? [];
    return needed.filter(
      (scope) => principal?.scopes.includes(scope) === false,
    );
  };
  const { "tools/call": call, "tools/list": list } = service.handlers;
  if (!call || !list) return {};
  return {
    async "tools/list"(params, caller) {
      const { tools } = (await list(params, caller)) as {
        tools: { name: string }[]; // what the core lists
      };
      return {
        tools: tools.filter(({ name }) => missing(name, caller).length === 0),
      };
    },
    "tools/call"(params, caller) {
      const { name } = params;
      const lacking = missing(name, caller);
      if (lacking.length === 0) return call(params, caller);
      throw new ProtocolError(
        INVALID_PARAMS,
        `Tool ${String(name)} needs a token with the scope ${lacking.join(" and ")}.`,
      );
    },
  };
};
