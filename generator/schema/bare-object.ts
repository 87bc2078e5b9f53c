import { getMember } from "../shared/json.js";
import type { Schema } from "../model.js";
import { mapSchemas } from "./walk.js";

/** Keywords of an object of which nothing is said: generators of Java write a value of the class Object so. */
const BARE_KEYWORD = /^(?:type|title|description|example|default|x-.*)$/;

/** Types of a property that is a bare object. The order marks the list: `narrowBareObjects` finds it by that. */
export const NON_NULL_TYPES: readonly string[] = [
  "object",
  "array",
  "string",
  "number",
  "boolean",
];

/** Types of an item or of a value in a map that is a bare object. */
export const ALL_TYPES: readonly string[] = [...NON_NULL_TYPES, "null"];

/** Lets a converted part of a schema be of any type if its source says nothing but `type: object`; most are objects. */
export function widenBareObject<Converted extends Schema>(
  converted: Converted,
  source: unknown,
  types = NON_NULL_TYPES,
): Converted {
  const isBare =
    getMember(source, "type") === "object" &&
    Object.keys(Object(source) as object).every((keyword) =>
      BARE_KEYWORD.test(keyword),
    );
  return isBare ? { ...converted, type: [...types] } : converted;
}

const WIDENED_TYPES = new Set(
  [NON_NULL_TYPES, ALL_TYPES].map((types) => types.join()),
);

/** Schema in which bare objects are objects again, as the document has them. */
export function narrowBareObjects(schema: Schema): Schema {
  const narrowed = mapSchemas(schema, narrowBareObjects);
  const { type } = narrowed;
  return Array.isArray(type) && WIDENED_TYPES.has(type.join())
    ? { ...narrowed, type: "object" }
    : narrowed;
}
