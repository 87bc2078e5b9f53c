import { appendPointer } from "../../shared/json-pointer.js";
import {
  entriesOf,
  getMember,
  isObject,
  type JsonObject,
  readText,
  setMember,
} from "../../shared/json.js";
import { childOf, itemsOf } from "./refs.js";
import type { KeywordLocation } from "./schema-values.js";

/**
 * Reads a discriminator. Swagger 2.0 has only the property's name: https://spec.openapis.org/oas/v2.0#schema-object.
 * Values of a mapping become references, so that later stages need no rule for names. Undefined without a name.
 */
export function readDiscriminator({
  keywordValue,
  pointer,
  schema,
  context,
}: KeywordLocation): unknown {
  const propertyName = isObject(keywordValue)
    ? keywordValue["propertyName"]
    : keywordValue;
  if (typeof propertyName !== "string") return undefined;
  const discriminator: JsonObject = { propertyName };
  const mapping: JsonObject = {};
  const branches = ["oneOf", "anyOf"].flatMap((keyword) =>
    itemsOf(context.follow(childOf(schema, keyword))).flatMap(
      ({ value }) => readText(getMember(value, "$ref")) || [],
    ),
  );
  const setReference = (
    holder: JsonObject,
    key: string,
    value: unknown,
    holderPointer: string,
  ) => {
    if (typeof value !== "string") return;
    const text = context.findMapped(value, { branches, pointer });
    const keyPointer = appendPointer(holderPointer, key);
    if (text !== null) {
      context.setRef(holder, key, { text, pointer: keyPointer });
      return;
    }
    // The tag is a value of the property, although no one knows which schema it selects.
    if (holder === mapping) setMember(mapping, key, "");
    if (value !== "")
      context.warnOfRef(
        value,
        keyPointer,
        "; its tag is listed for no alternative",
      );
  };
  const mappingTarget = context.follow(
    childOf({ value: keywordValue, pointer }, "mapping"),
  );
  for (const [tag, reference] of entriesOf(mappingTarget.value))
    setReference(mapping, tag, reference, mappingTarget.pointer);
  if (Object.keys(mapping).length > 0) discriminator["mapping"] = mapping;
  setReference(
    discriminator,
    "defaultMapping",
    getMember(keywordValue, "defaultMapping"),
    pointer,
  );
  return discriminator;
}
