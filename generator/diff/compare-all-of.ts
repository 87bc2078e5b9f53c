import type { Schema } from "../model.js";
import { displayNameOf } from "./display-name.js";
import { addChange, type CompareContext } from "./schema-change.js";
import { toRuleText } from "./value-set.js";

/** Compares the rules that `allOf` adds to those of the same keywords beside it: the ones that are new, and the ones that went. */
export function compareAllOf(
  [oldParts, newParts]: readonly [readonly Schema[], readonly Schema[]],
  context: CompareContext,
): void {
  const oldTexts = new Set(oldParts.map(toRuleText));
  const newTexts = new Set(newParts.map(toRuleText));
  const lostParts = oldParts.filter((part) => !newTexts.has(toRuleText(part)));
  const addedParts = newParts.filter((part) => !oldTexts.has(toRuleText(part)));
  const [lostPart, ...furtherLostParts] = lostParts;
  const [addedPart, ...furtherAddedParts] = addedParts;
  const isSingle = furtherLostParts.length + furtherAddedParts.length === 0;
  if (lostPart && addedPart && isSingle)
    return context.compareNested(lostPart, addedPart, "");
  for (const part of lostParts)
    addChange(context, `need no longer be ${displayPart(part)}`, "none");
  for (const part of addedParts)
    addChange(context, `has to be ${displayPart(part)}, too`, "narrowed");
}

/** Name of a part; its rules, if they have no name. */
function displayPart(part: Schema): string {
  const name = displayNameOf(part);
  return name === "any" ? JSON.stringify(part) : name;
}
