import {
  boolCoreTag,
  floatCoreTag,
  intCoreTag,
  mapTag,
  NOT_RESOLVED,
  type ScalarTagDefinition,
} from "js-yaml";
import {
  isObject,
  type JsonObject,
  setMember,
  toWord,
} from "../shared/json.js";

/** Number or boolean that is not written as in JSON: `1.0`, `007`, `1e3`, `True`. */
class SpelledScalar {
  readonly value: unknown;
  readonly text: string;
  constructor(value: unknown, text: string) {
    this.value = value;
    this.text = text;
  }
}

/** Tags that keep the spelling of such scalars, until `resolveScalars` knows the expected type. */
export const spellingTags = [boolCoreTag, intCoreTag, floatCoreTag].map(
  (tag: ScalarTagDefinition): ScalarTagDefinition => ({
    ...tag,
    resolve(text, ...resolverArguments) {
      const value = tag.resolve(text, ...resolverArguments);
      const isPlain = value === NOT_RESOLVED || toWord(value) === text;
      return isPlain ? value : new SpelledScalar(value, text);
    },
  }),
);

const toKey = (key: unknown) => (key instanceof SpelledScalar ? key.text : key);

/** Mapping tag whose keys are texts in their original spelling. */
export const spelledMapTag: typeof mapTag = {
  ...mapTag,
  addPair: (map, key, value) => mapTag.addPair(map, toKey(key), value),
  has: (map, key) => mapTag.has(map, toKey(key)),
};

/**
 * Parsed value with its `SpelledScalar`s resolved: to their spelling if a text is expected, otherwise to their value.
 */
export function resolveScalars(
  value: unknown,
  isText = false,
  visitedObjects = new Set<object>(),
): unknown {
  if (value instanceof SpelledScalar) return isText ? value.text : value.value;
  if (typeof value !== "object" || value === null || visitedObjects.has(value))
    return value;
  visitedObjects.add(value);
  const holder = value as JsonObject; // or a list, whose keys are its indices
  for (const key in holder) {
    const item = holder[key];
    const resolvedValue = resolveScalars(
      item,
      isText || isTextExpected(holder, key),
      visitedObjects,
    );
    if (resolvedValue !== item) setMember(holder, key, resolvedValue);
  }
  return value;
}

function isTextExpected(holder: JsonObject, key: string): boolean {
  if (key === "info") return "openapi" in holder || "swagger" in holder;
  if (key === "variables") return typeof holder["url"] === "string"; // a server's
  return /^(?:const|default|enum|examples?)$/.test(key) && isTextSchema(holder);
}

/** True for a schema of text or of a list of texts, or an object with such a `schema`. */
function isTextSchema({ items, schema = items, type }: JsonObject): boolean {
  const types = [type].flat().filter((typeName) => typeName !== "null");
  return isObject(schema) ? isTextSchema(schema) : toWord(types) === "string";
}
