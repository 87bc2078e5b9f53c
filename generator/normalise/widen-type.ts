import { isObject, type JsonObject } from "../json.js";

/**
 * Lets a converted schema be of every type that its alternatives have: `type: array` beside
 * `oneOf: [object, array]` would refuse what the second half of the sentence allows, and
 * `type: null` beside alternatives means that null is one more. Changes and returns the schema.
 */
export function widenType(schema: JsonObject): JsonObject {
  const { anyOf, oneOf = anyOf, type } = schema;
  if (type === undefined || !Array.isArray(oneOf)) return schema;
  const own = new Set([type].flat());
  const all = oneOf.flatMap((one) =>
    isObject(one) && one["type"] !== undefined ? [[one["type"]].flat()] : [],
  );
  const strange = all.filter(
    (types) =>
      !types.some(
        (one) => own.has(one === "integer" ? "number" : one) || own.has(one),
      ),
  );
  if (strange.length === 0) return schema;
  schema["type"] = [...new Set([...own, ...strange.flat()])];
  if (own.has("null") && !all.flat().includes("null")) {
    delete schema["type"];
    const keyword = anyOf === oneOf ? "anyOf" : "oneOf";
    schema[keyword] = [...(oneOf as unknown[]), { type: "null" }];
  }
  return schema;
}
