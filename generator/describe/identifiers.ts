import { gather } from "../shared/group-by.js";
import type { Api, Parameter, Schema } from "../model.js";
import { resolve } from "../schema/object-shape.js";
import { remembering } from "../shared/memoize.js";
import { sha256 } from "../shared/hash.js";
import { cut, cutAtWord, MAX_DESCRIPTION } from "./sentences.js";

/** What every language takes as a name: `2nd item` → `_2nd_item`; empty where nothing is left. */
export function toIdentifier(text: string): string {
  const safe = text.replace(/[^A-Za-z0-9]+/g, "_").replace(/^_+|_+$/g, "");
  return /^[0-9]/.test(safe) ? `_${safe}` : safe;
}

/** Argument name that every client takes: `filter[name]` → `filter_name`. */
export function argumentName(wireName: string): string {
  const safe = toIdentifier(wireName);
  const name = safe === "" ? `arg_${shortHash(wireName)}` : safe;
  return name.length <= 64
    ? name
    : `${name.slice(0, 57)}_${shortHash(wireName)}`;
}

/** The same of a parameter, which may have a label. */
export function parameterName({ label, name }: Parameter): string {
  return argumentName(label ?? name);
}

/** A name, or the same with the first number that makes it free. */
export function freeName(
  name: string,
  taken: { readonly has: (name: string) => boolean },
): string {
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${name}_${number}`;
  return free;
}

/** Names for what the API calls otherwise, each its own: who has one itself keeps it. */
export function apartNames(wireNames: readonly string[]) {
  const alike = gather(wireNames.map((one) => [argumentName(one), one]));
  const taken = new Set(wireNames.filter((one) => argumentName(one) === one));
  const names = new Map<string, string>();
  for (const one of wireNames) {
    const plain = argumentName(one);
    names.set(one, one === plain ? one : freeName(plain, taken));
    taken.add(names.get(one) ?? "");
  }
  return (one: string) => ({
    name: names.get(one) ?? one,
    isAlike: (alike.get(argumentName(one))?.length ?? 0) > 1,
  });
}

/** A name of an argument. */
export interface Named {
  /** What clients see. */
  readonly name: string;
  /** What the API calls it. */
  readonly wireName: string;
  /** Another one would have the same name. */
  readonly isAlike?: boolean;
}

/** Whether a name says less than the API's: it differs in more than case, punctuation and its place, or in that alone from others. */
export function isRenamed({ isAlike, name, wireName }: Named): boolean {
  const plain = name.replace(/__(path|query|header|cookie)$/, "");
  return isAlike
    ? plain !== wireName
    : lettersOf(plain) !== lettersOf(wireName);
}

/** The schema of an argument, with the API's name for it where its own name says less. */
export function withWireName(schema: Schema, named: Named, api: Api): Schema {
  if (!isRenamed(named)) return schema;
  const note = `Named ${quoted(named)} in the API.`;
  const about = schema["description"] ?? resolve(schema, api)["description"];
  const room = MAX_DESCRIPTION - note.length - 1;
  const text = typeof about === "string" ? `${cut(about, room)} ${note}` : note;
  return { ...schema, description: text };
}

/** The same in one sentence, for what has no schema to say it; empty where the name says it all. */
export function wireNameOf(named: Named): string {
  return isRenamed(named)
    ? `"${named.name}" is named ${quoted(named)} in the API.`
    : "";
}

/** Longest name in a description, in characters. */
const MAX_NAME = 200;

function quoted({ wireName }: Named): string {
  return JSON.stringify(cutAtWord(wireName, MAX_NAME));
}

/** Six digits that tell names apart. */
export function shortHash(text: string): string {
  return sha256(text).slice(0, 6);
}

/** What two texts have in common that say the same but for case, blanks and punctuation: `Event Id` and `event_id` → `eventid`. */
export function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N}]+/gu, "").toLowerCase();
}

/** Title where the document has none: `create_pet` → `Create pet`. */
export function humanise(name: string): string {
  const words = wordsIn(name);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `createPet`, `create_pet` and `Create.Pet` → `create-pet`. */
export const kebabCase = remembering((name) =>
  spaced(name)
    .replace(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .toLowerCase(),
);

/** The same as words of any language: `create pet`. */
export const wordsIn = remembering((name) =>
  spaced(name)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim()
    .toLowerCase(),
);

/** An `s` or a version behind capitals belongs to them: `reservedIPs` → `reserved IPs`, `listIPv6` → `list IPv6`. `OAuth` is one word. */
function spaced(name: string): string {
  return name
    .replace(/OAuth/g, "Oauth")
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])(?![A-Z](?:s(?![a-z])|v\d))([A-Z][a-z])/g, "$1 $2");
}

/** Words of a segment of a path, of one and of many: `applicationFees` → application fee, application fees. */
export function nounsOf(segment: string): { one: string; many: string } {
  const many = wordsIn(segment);
  return { one: singular(many), many };
}

/** `quality profile` → `quality profiles`; what is no English word, or has no plural, as it is. */
export function plural(words: string): string {
  if (
    /(?:[^a-z]|s|all|data|health|history|info|ing|latest|media|recent|since|space)$/i.test(
      words,
    )
  )
    return words;
  return words
    .replace(/(?<=[^aeiou])y$/, "ie")
    .replace(/(?:sh|ch|x|zz)$/, "$&e")
    .replace(/$/, "s");
}

/** `categories` → `category`. */
export function singular(word: string): string {
  if (
    /(?:ss|us|sis|xis|redis|news|series|settings|statistics|stats|status|address|access|sms|dns|tls|aws|gas)$/.test(
      word,
    )
  )
    return word;
  return word
    .replace(/people$/, "person")
    .replace(/children$/, "child")
    .replace(/ies$/, "y")
    .replace(/(ss|sh|ch|x|zz)es$/, "$1")
    .replace(/s$/, "");
}
