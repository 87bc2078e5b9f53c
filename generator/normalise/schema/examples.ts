import { getMember, toWord } from "../../shared/json.js";
import { tryFollow, type RefResolver, type Target } from "./refs.js";
import { isSharedSchema } from "./schema-names.js";

/**
 * Reads the value of an example. An example that is only a reference means its target, as bundlers and authors intend;
 * undefined if that is a schema, which is not an example of itself.
 */
export function readExample(target: Target, refs: RefResolver): unknown {
  // GitHub's document has 20 of them.
  if (!isBareRef(target.value)) return target.value;
  const { value, pointer } = tryFollow(target, refs);
  if (isSharedSchema(pointer)) return undefined;
  return /^\/components\/examples\/[^/]+$/.test(pointer)
    ? (getMember(value, "value") ?? getMember(value, "dataValue"))
    : value;
}

/** True for an object with nothing but a local reference. `load` has made all resolvable references local. */
function isBareRef(value: unknown): boolean {
  return (
    toWord(getMember(value, "$ref")).startsWith("#") &&
    Object.keys(Object(value) as object).length === 1
  );
}
