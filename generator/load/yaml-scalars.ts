import {
  boolCoreTag,
  floatCoreTag,
  intCoreTag,
  mapTag,
  NOT_RESOLVED,
  type ScalarTagDefinition,
} from "js-yaml";
import { isObject, type JsonObject, put, toWord } from "../shared/json.js";

/** A number or flag that is written otherwise than JSON has it: `1.0`, `007`, `1e3`, `True`. */
class Spelled {
  readonly value: unknown;
  readonly text: string;
  constructor(value: unknown, text: string) {
    this.value = value;
    this.text = text;
  }
}

/** Tags that keep how such a one was written, until `settle` knows what is wanted. */
export const spellingTags = [boolCoreTag, intCoreTag, floatCoreTag].map(
  (tag: ScalarTagDefinition): ScalarTagDefinition => ({
    ...tag,
    resolve(text, ...how) {
      const value = tag.resolve(text, ...how);
      const isPlain = value === NOT_RESOLVED || toWord(value) === text;
      return isPlain ? value : new Spelled(value, text);
    },
  }),
);

const keyOf = (key: unknown) => (key instanceof Spelled ? key.text : key);

/** Keys are texts, too. */
export const spelledMapTag: typeof mapTag = {
  ...mapTag,
  addPair: (map, key, value) => mapTag.addPair(map, keyOf(key), value),
  has: (map, key) => mapTag.has(map, keyOf(key)),
};

/** What was read; where a text is wanted, a number's spelling is the text. */
export function settle(
  value: unknown,
  isText = false,
  seen = new Set<object>(),
): unknown {
  if (value instanceof Spelled) return isText ? value.text : value.value;
  if (typeof value !== "object" || value === null || seen.has(value))
    return value;
  seen.add(value);
  const holder = value as JsonObject; // or a list, whose keys are its indices
  for (const key in holder) {
    const item = holder[key];
    const settled = settle(item, isText || wantsText(holder, key), seen);
    if (settled !== item) put(holder, key, settled);
  }
  return value;
}

function wantsText(holder: JsonObject, key: string): boolean {
  if (key === "info") return "openapi" in holder || "swagger" in holder;
  if (key === "variables") return typeof holder["url"] === "string"; // a server's
  return /^(?:const|default|enum|examples?)$/.test(key) && isOfText(holder);
}

/** A schema of text or of a list of texts, or what has one. */
function isOfText({ items, schema = items, type }: JsonObject): boolean {
  const types = [type].flat().filter((one) => one !== "null");
  return isObject(schema) ? isOfText(schema) : toWord(types) === "string";
}
