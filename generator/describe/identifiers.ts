import pluralize from "pluralize";
import { groupBy } from "../shared/group-by.js";
import type { Api, Parameter, Schema } from "../model.js";
import { dereference } from "../schema/object-shape.js";
import { memoize } from "../shared/memoize.js";
import { sha256 } from "../shared/hash.js";
import { trimSign } from "../shared/trim.js";
import { truncateText, truncateAtWord, MAX_DESCRIPTION } from "./sentences.js";

/** Identifier that is valid in every language: `2nd item` → `_2nd_item`. Empty if no ASCII letter or digit is left. */
export function toIdentifier(text: string): string {
  const safe = trimSign(text.replace(/[^A-Za-z0-9]+/g, "_"), "_");
  return /^[0-9]/.test(safe) ? `_${safe}` : safe;
}

/** Argument name that every client takes: `filter[name]` → `filter_name`. */
export function toArgumentName(wireName: string): string {
  const safe = toIdentifier(wireName);
  const name = safe === "" ? `arg_${shortHash(wireName)}` : safe;
  return name.length <= 64
    ? name
    : `${name.slice(0, 57)}_${shortHash(wireName)}`;
}

/** Argument name of a parameter, made of its label if it has one. */
export function argumentNameOf({ label, name }: Parameter): string {
  return toArgumentName(label ?? name);
}

/** Name as it is, or with the first number from 2 that nothing has taken: `name_2`. */
export function toUniqueName(
  name: string,
  takenNames: { readonly has: (name: string) => boolean },
): string {
  let candidate = name;
  for (let suffix = 2; takenNames.has(candidate); suffix++)
    candidate = `${name}_${suffix}`;
  return candidate;
}

/** Unique argument names for the names of the API. A name that needs no change is kept as it is. */
export function assignArgumentNames(wireNames: readonly string[]) {
  const wireNamesByArgument = groupBy(
    wireNames.map((wireName) => [toArgumentName(wireName), wireName]),
  );
  const takenNames = new Set(
    wireNames.filter((wireName) => toArgumentName(wireName) === wireName),
  );
  const names = new Map<string, string>();
  for (const wireName of wireNames) {
    const argumentName = toArgumentName(wireName);
    names.set(
      wireName,
      wireName === argumentName
        ? wireName
        : toUniqueName(argumentName, takenNames),
    );
    takenNames.add(names.get(wireName) ?? "");
  }
  return (wireName: string) => ({
    name: names.get(wireName) ?? wireName,
    isAmbiguous:
      (wireNamesByArgument.get(toArgumentName(wireName))?.length ?? 0) > 1,
  });
}

/** Argument's name, and the name of the same in the API. */
export interface ArgumentName {
  /** Name that clients see. */
  readonly name: string;
  /** Name that the API has for it. */
  readonly wireName: string;
  /** True if another name of the API would become the same argument name. */
  readonly isAmbiguous?: boolean;
}

/** True if the name says less than the API's: they differ in more than case, punctuation and the suffix for the location; if ambiguous, in these as well. */
export function isRenamed({
  isAmbiguous,
  name,
  wireName,
}: ArgumentName): boolean {
  const bareName = name.replace(/__(path|query|header|cookie)$/, "");
  return isAmbiguous
    ? bareName !== wireName
    : looseKey(bareName) !== looseKey(wireName);
}

/** Schema of an argument, with the API's name in its description if its own name says less. */
export function addWireName(
  schema: Schema,
  argument: ArgumentName,
  api: Api,
): Schema {
  if (!isRenamed(argument)) return schema;
  const note = `Named ${quoteWireName(argument)} in the API.`;
  const description =
    schema["description"] ?? dereference(schema, api)["description"];
  const remainingLength = MAX_DESCRIPTION - note.length - 1;
  const text =
    typeof description === "string"
      ? `${truncateText(description, remainingLength)} ${note}`
      : note;
  return { ...schema, description: text };
}

/** Sentence on the API's name, for arguments without a schema to say it. Empty if the name says it all. */
export function describeWireName(argument: ArgumentName): string {
  return isRenamed(argument)
    ? `"${argument.name}" is named ${quoteWireName(argument)} in the API.`
    : "";
}

/** Longest name in a description, in characters. */
const MAX_NAME = 200;

function quoteWireName({ wireName }: ArgumentName): string {
  return JSON.stringify(truncateAtWord(wireName, MAX_NAME));
}

/** Hash of six hexadecimal digits that distinguishes names. */
export function shortHash(text: string): string {
  return sha256(text).slice(0, 6);
}

/** Key that texts share if they differ only in case, blanks and punctuation: `Event Id` and `event_id` → `eventid`. */
export function looseKey(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N}]+/gu, "").toLowerCase();
}

/** Title made of a name: `create_pet` → `Create pet`. */
export function humanise(name: string): string {
  const words = toWords(name);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Name in kebab case: `createPet`, `create_pet` and `Create.Pet` → `create-pet`. */
export const kebabCase = memoize((name) =>
  trimSign(
    separateWords(name).replace(/[^A-Za-z0-9]+/g, "-"),
    "-",
  ).toLowerCase(),
);

/** Words of a name, in lower case and any script: `createPet` → `create pet`. */
export const toWords = memoize((name) =>
  separateWords(name)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim()
    .toLowerCase(),
);

/** Name with blanks between its words. An `s` or a version after capitals belongs to them: `reservedIPs` → `reserved IPs`, `listIPv6` → `list IPv6`. `OAuth` is one word. */
function separateWords(name: string): string {
  return name
    .replace(/OAuth/g, "Oauth")
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])(?![A-Z](?:s(?![a-z])|v\d))([A-Z][a-z])/g, "$1 $2");
}

/** Singular and plural of a path segment: `applicationFees` → `application fee`, `application fees`. */
export function nounsOf(segment: string): { singular: string; plural: string } {
  const plural = toWords(segment);
  return { singular: toSingular(plural), plural };
}

/** Plural: `quality profile` → `quality profiles`. A phrase whose last word is not a countable noun stays as it is. */
export function toPlural(words: string): string {
  return NO_COUNTABLE_NOUN.test(words) ? words : pluralize.plural(words);
}

/** Endings of phrases that have no plural in a path: adjectives, verbs and nouns of something that is not counted. */
const NO_COUNTABLE_NOUN =
  /(?:[^a-z]|\b(?:me|plus)|access|all|data|dismiss|genesis|health|history|info|ing|latest|recent|since|space|status|(?:re)?(?:index|process))$/i;

/** Singular: `categories` → `category`. */
export const toSingular = memoize((word) =>
  UNCHANGED_SINGULAR.test(word) ? word : pluralize.singular(word),
);

/** Words that are their own singular in an API: `status`, `settings`, and names that end in s. */
const UNCHANGED_SINGULAR =
  /(?:data|series|redis|settings|statistics|stats|status|access|sms|dns|tls|aws|gas|lfs)$/;

// The library knows the Greek plural, which no API writes, and takes "uses" for "us".
pluralize.addIrregularRule("schema", "schemas");
pluralize.addIrregularRule("use", "uses");
