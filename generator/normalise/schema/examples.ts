import { member, toWord } from "../../shared/json.js";
import { referred, type Refs, type Target } from "./refs.js";
import { isComponent } from "./schema-names.js";

/**
 * The value of an example. One that is nothing but a reference is what that leads to, as bundlers and people mean it;
 * undefined where it leads to a schema, which is no example of itself.
 */
export function readExample(target: Target, refs: Refs): unknown {
  if (!isReference(target.value)) return target.value;
  const { value, pointer } = referred(target, refs);
  if (isComponent(pointer)) return undefined;
  return /^\/components\/examples\/[^/]+$/.test(pointer)
    ? (member(value, "value") ?? member(value, "dataValue"))
    : value;
}

/** Nothing but a local reference, as `load` leaves all that lead somewhere. */
function isReference(value: unknown): boolean {
  return (
    toWord(member(value, "$ref")).startsWith("#") &&
    Object.keys(Object(value) as object).length === 1
  );
}
