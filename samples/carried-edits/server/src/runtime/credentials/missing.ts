import type { Entry } from "../catalog.js";
import { chooseCredentials } from "./choice.js";
import { MissingCredential } from "../call/errors.js";

/** What would have to be set so that every component can be called; each with the number of components that need it. */
export function missingCredentials(
  entries: Iterable<Entry>,
): ReadonlyMap<string, number> {
  const missing = new Map<string, number>();
  for (const { component, origin } of entries) {
    try {
      chooseCredentials(
        component.request.security,
        origin.client().credentials,
      );
    } catch (error) {
      if (!(error instanceof MissingCredential)) throw error;
      missing.set(error.message, (missing.get(error.message) ?? 0) + 1);
    }
  }
  return missing;
}
