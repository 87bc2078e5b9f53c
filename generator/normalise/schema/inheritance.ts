import { appendPointer } from "../../shared/json-pointer.js";
import { groupBy } from "../../shared/group-by.js";
import {
  isObject,
  getMember,
  entriesOf,
  setMember,
} from "../../shared/json.js";
import { childOf, itemsOf, type Target, toReference } from "./refs.js";

/**
 * Creates a function that turns a reference to a base schema into the union of the base and its subtypes, unless the
 * reference itself extends the base. Applies to bases without a `oneOf` whose subtypes are known by their `allOf` or by
 * a mapping. https://spec.openapis.org/oas/v3.1.1#models-with-polymorphism-support
 * @param findTarget returns the final target of a reference
 * @param findMapped returns that of a value in the mapping of a discriminator at a pointer
 */
export function createUnionResolver(
  components: readonly Target[],
  findTarget: (reference: string) => Target | undefined,
  findMapped: (reference: string, pointer: string) => Target | undefined,
): (target: Target, pointer: string) => Target {
  const followReference = (reference: unknown) =>
    typeof reference === "string" ? findTarget(reference) : undefined;
  const childAt: ResolveChild = (target, key) => {
    const child = childOf(target, key);
    return followReference(getMember(child.value, "$ref")) ?? child;
  };
  const extensionPointers = new Set<string>();
  const tagsByPointer = new Map<string, unknown>();
  const extensionPairs: [parent: string, child: Target][] = [];
  for (const target of components) {
    const [discriminator] = discriminatorsOf(target, childAt);
    if (discriminator !== undefined)
      tagsByPointer.set(
        target.pointer,
        getMember(discriminator.value, "propertyName") ?? discriminator.value,
      );
    for (const { value, pointer } of allOfPartsOf(target, childAt)) {
      const parent = followReference(getMember(value, "$ref"));
      if (parent === undefined) continue;
      extensionPointers.add(pointer);
      extensionPairs.push([parent.pointer, target]);
    }
  }
  const childrenByPointer = groupBy(extensionPairs);
  // The map grows while it is walked: subtypes inherit the discriminator of their base.
  for (const [pointer, tag] of tagsByPointer)
    for (const child of childrenByPointer.get(pointer) ?? [])
      if (!tagsByPointer.has(child.pointer))
        tagsByPointer.set(child.pointer, tag);

  const createUnion = (base: Target): Target => {
    const { pointer, value } = base;
    if (getMember(value, "oneOf") ?? getMember(value, "anyOf")) return base;
    const familyMembers = new Map([[pointer, base]]);
    const mappedTargets: [tag: string, target: Target][] = [];
    const lostTags = new Set<string>();
    for (const discriminator of discriminatorsOf(base, childAt))
      for (const [tag, reference] of entriesOf(
        childAt(discriminator, "mapping").value,
      )) {
        if (typeof reference !== "string") continue;
        const target = findMapped(reference, discriminator.pointer);
        if (target === undefined) {
          lostTags.add(tag);
          continue;
        }
        mappedTargets.push([tag, target]);
        familyMembers.set(target.pointer, target);
      }
    // This map grows while it is walked, too.
    for (const memberPointer of familyMembers.keys())
      for (const child of childrenByPointer.get(memberPointer) ?? [])
        familyMembers.set(child.pointer, child);
    const [, ...subtypes] = familyMembers.values();
    if (subtypes.length === 0) return base;
    const mapping: Record<string, string> = {};
    for (const subtype of subtypes) {
      const tag = getMember(subtype.value, "x-ms-discriminator-value");
      if (typeof tag === "string")
        setMember(mapping, tag, toReference(subtype));
    }
    for (const [tag, subtype] of mappedTargets)
      setMember(mapping, tag, toReference(subtype));
    for (const tag of lostTags)
      if (getMember(mapping, tag) === undefined) setMember(mapping, tag, "");
    const [baseDiscriminator] = discriminatorsOf(base, childAt);
    const union = {
      discriminator: {
        propertyName: tagsByPointer.get(pointer),
        mapping,
        defaultMapping: getMember(baseDiscriminator?.value, "defaultMapping"),
      },
      anyOf: [...subtypes, base].map((familyMember) => ({
        $ref: toReference(familyMember),
      })),
    };
    const unionPointer = appendPointer(pointer, "anyOf");
    for (const index of union.anyOf.keys())
      extensionPointers.add(
        appendPointer(appendPointer(unionPointer, "anyOf"), index),
      );
    return { value: union, pointer: unionPointer };
  };

  const unions = new Map<string, Target>();
  return (target, pointer) => {
    if (extensionPointers.has(pointer) || !tagsByPointer.has(target.pointer))
      return target;
    if (/\/discriminator\/(?:mapping\/|default)/.test(pointer)) return target;
    const union = unions.get(target.pointer) ?? createUnion(target);
    unions.set(target.pointer, union);
    return union;
  };
}

/** Returns a member of an object, or the target of its reference. */
type ResolveChild = (target: Target, key: string) => Target;

/** Discriminators that a schema declares itself, including the names that Swagger 2.0 uses. */
function discriminatorsOf(target: Target, childAt: ResolveChild): Target[] {
  return [target, ...allOfPartsOf(target, childAt)]
    .map((part) => childAt(part, "discriminator"))
    .filter(({ value }) => typeof value === "string" || isObject(value));
}

function allOfPartsOf(target: Target, childAt: ResolveChild): Target[] {
  return itemsOf(childAt(target, "allOf"));
}
