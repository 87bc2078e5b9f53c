import { MissingCredential } from "../call/errors.js";
import { own } from "../own.js";
import type { Credential, RequestRecipe } from "../types.js";

/**
 * The credentials of the first alternative that can be used; the empty alternative comes last.
 * Throws a `MissingCredential` naming what would have to be set, and for which scheme.
 */
export function chooseCredentials(
  security: RequestRecipe["security"] = [[]],
  credentials: Readonly<Record<string, Credential>>,
): readonly Credential[] {
  const alternatives = security.toSorted(
    (one, other) => Number(one.length === 0) - Number(other.length === 0),
  );
  const reasons: string[] = [];
  for (const schemes of alternatives) {
    const chosen: Credential[] = [];
    const missing: string[] = [];
    for (const scheme of schemes) {
      const credential = own(credentials, scheme);
      if (credential) chosen.push(credential);
      const lacking = credential
        ? credential.missing.join(" and ")
        : "a credential in client.ts";
      if (lacking !== "") missing.push(`${lacking} for ${scheme}`);
    }
    if (missing.length === 0) return chosen;
    reasons.push(missing.join(" and "));
  }
  if (reasons.length === 0) return [];
  throw new MissingCredential(
    `this operation needs credentials that this server was not given. Set ${reasons.join(", or ")}.`,
  );
}
