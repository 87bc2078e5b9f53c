import { propertiesOf } from "../runtime.js";
import { countUnsharedLetters } from "../shared/suggest.js";
import type { Schema } from "../model.js";
import { toRuleText } from "./value-set.js";

type RulesPair = readonly [oldRules: Schema, newRules: Schema];

/**
 * Pairs properties that went with properties that came in their place: with a name that is alike, or with the same
 * rules, if these are more than a type. New names by old names, each once.
 */
export function pairRenamed(
  [oldRules, newRules]: RulesPair,
  [oldShared, newShared]: RulesPair,
): Map<string, string> {
  const lostProperties = listMissing(oldRules, [newRules, newShared]);
  const addedProperties = listMissing(newRules, [oldRules, oldShared]);
  if (lostProperties.length === 0 || addedProperties.length === 0)
    return new Map();
  const pairs = lostProperties.flatMap((lostProperty) =>
    addedProperties.flatMap((addedProperty) => {
      const score = scoreOf(lostProperty, addedProperty);
      return score === null
        ? []
        : [{ oldName: lostProperty.name, newName: addedProperty.name, score }];
    }),
  );
  const newNames = new Map<string, string>();
  const takenNames = new Set<string>();
  for (const { newName, oldName } of pairs.sort((a, b) => a.score - b.score))
    if (!newNames.has(oldName) && !takenNames.has(newName)) {
      newNames.set(oldName, newName);
      takenNames.add(newName);
    }
  return newNames;
}

/** Most properties of one side that are paired. */
const MAX_PROPERTIES = 100;

interface NamedRules {
  readonly name: string;
  readonly text: string;
}

/** Properties that none of the other rules have. */
function listMissing(
  rules: Schema,
  otherRules: readonly Schema[],
): NamedRules[] {
  const otherNames = new Set(
    otherRules.flatMap(propertiesOf).map(([name]) => name),
  );
  return propertiesOf(rules)
    .filter(([name]) => !otherNames.has(name))
    .slice(0, MAX_PROPERTIES)
    .map(([name, property]) => ({ name, text: toRuleText(property) }));
}

/** Text of rules that hold no more than a type. */
const BARE_LENGTH = toRuleText({ type: "boolean" }).length;

/** Distance of two properties, 0 at best; null: one does not stand for the other. */
function scoreOf(first: NamedRules, second: NamedRules): number | null {
  const letterCount = countUnsharedLetters(first.name, second.name);
  const isEqual = first.text === second.text;
  if (isEqual && first.text.length > BARE_LENGTH) return letterCount / 1_000;
  const [shortName = "", longName = ""] = [first.name, second.name]
    .map((name) => name.toLowerCase())
    .sort((a, b) => a.length - b.length);
  const isPart =
    longName.includes(shortName) && shortName.length >= (isEqual ? 2 : 4);
  const isAlike = isPart || letterCount <= Math.max(1, shortName.length / 4);
  if (!isAlike) return null;
  return (isEqual ? 1 : 100) + letterCount;
}
