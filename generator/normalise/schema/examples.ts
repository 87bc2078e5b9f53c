import type { LocatedProblem } from "../../errors.js";
import { getMember, readText } from "../../shared/json.js";
import { tryFollow, type RefResolver, type Target } from "./refs.js";
import { isSharedSchema } from "./schema-names.js";

/**
 * Reads the value of an example. An example that is only a reference means its target, as bundlers and authors intend;
 * undefined if that is a schema, which is not an example of itself, or if there is no target, which is reported.
 */
export function readExample(
  target: Target,
  {
    refs,
    warn,
  }: {
    readonly refs: RefResolver;
    readonly warn: (problem: LocatedProblem) => void;
  },
): unknown {
  // GitHub's document has 20 of them.
  if (!isBareRef(target.value)) return target.value;
  const { value, pointer } = tryFollow(target, refs);
  if (isSharedSchema(pointer)) return undefined;
  if (isBareRef(value)) {
    const reference = readText(getMember(value, "$ref"));
    warn(refs.toUnresolvedProblem(reference, pointer, "; it is left out"));
    return undefined;
  }
  return /^\/components\/examples\/[^/]+$/.test(pointer)
    ? (getMember(value, "value") ?? getMember(value, "dataValue"))
    : value;
}

/** True for an object with nothing but a reference. */
function isBareRef(value: unknown): boolean {
  return (
    readText(getMember(value, "$ref")) !== "" &&
    Object.keys(Object(value) as object).length === 1
  );
}
