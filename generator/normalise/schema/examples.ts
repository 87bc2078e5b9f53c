import { getMember, toWord } from "../../shared/json.js";
import { tryFollow, type RefResolver, type Target } from "./refs.js";
import { isSharedSchema } from "./schema-names.js";

/**
 * The value of an example. One that is nothing but a reference is what that leads to, as bundlers and people mean it;
 * undefined where it leads to a schema, which is no example of itself.
 */
export function readExample(target: Target, refs: RefResolver): unknown {
  if (!isBareRef(target.value)) return target.value;
  const { value, pointer } = tryFollow(target, refs);
  if (isSharedSchema(pointer)) return undefined;
  return /^\/components\/examples\/[^/]+$/.test(pointer)
    ? (getMember(value, "value") ?? getMember(value, "dataValue"))
    : value;
}

/** Nothing but a local reference, as `load` leaves all that lead somewhere. */
function isBareRef(value: unknown): boolean {
  return (
    toWord(getMember(value, "$ref")).startsWith("#") &&
    Object.keys(Object(value) as object).length === 1
  );
}
