import { INVALID_PARAMS, ProtocolError } from "../../../index.js";
import type { Feature } from "../../../index.js";

/** Restricts each component to callers whose token has its scopes: only they list it, call it or read it. */
export function scopes(): Feature {
  return {
    name: "scopes",
    hooks: () => ({
      guard({ component: { name, scopes = [] } }, { principal }) {
        const missingScopes = scopes.filter(
          (scope) => principal?.scopes.includes(scope) === false,
        );
        if (missingScopes.length > 0)
          throw new ProtocolError(
            INVALID_PARAMS,
            `${name} needs a token with the scope ${missingScopes.join(" and ")}.`,
          );
      },
    }),
  };
}
