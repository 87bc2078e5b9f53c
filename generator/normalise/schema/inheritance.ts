import { below } from "../../shared/json-pointer.js";
import { gather } from "../../shared/group-by.js";
import { isObject, member, members, put } from "../../shared/json.js";
import { childOf, itemsOf, type Target } from "./refs.js";

/**
 * Finds bases whose subtypes are known by their `allOf` or by a mapping, and by no `oneOf` of the
 * base, and tells what a reference in some place means: a base together with all that extend it,
 * unless the place extends it. https://spec.openapis.org/oas/v3.1.1#models-with-polymorphism-support
 * @param find where a reference leads in the end
 */
export function familiesOf(
  components: readonly Target[],
  find: (reference: string) => Target | undefined,
): (target: Target, pointer: string) => Target {
  const targetOf = (reference: unknown) =>
    typeof reference === "string" ? find(reference) : undefined;
  const childAt: ChildAt = (target, key) => {
    const child = childOf(target, key);
    return targetOf(member(child.value, "$ref")) ?? child;
  };
  const extensions = new Set<string>();
  const tags = new Map<string, unknown>();
  const kin: [parent: string, child: Target][] = [];
  for (const target of components) {
    const [own] = discriminatorsOf(target, childAt);
    if (own !== undefined)
      tags.set(target.pointer, member(own.value, "propertyName") ?? own.value);
    for (const { value, pointer } of partsOf(target, childAt)) {
      const parent = targetOf(member(value, "$ref"));
      if (parent === undefined) continue;
      extensions.add(pointer);
      kin.push([parent.pointer, target]);
    }
  }
  const children = gather(kin);
  // The map grows while it is walked: what extends a base has its discriminator.
  for (const [pointer, tag] of tags)
    for (const child of children.get(pointer) ?? [])
      if (!tags.has(child.pointer)) tags.set(child.pointer, tag);

  const unionOf = (base: Target): Target => {
    const { pointer, value } = base;
    if (member(value, "oneOf") ?? member(value, "anyOf")) return base;
    const found = new Map([[pointer, base]]);
    const mapped: [tag: string, target: Target][] = [];
    for (const one of discriminatorsOf(base, childAt))
      for (const [tag, to] of members(childAt(one, "mapping").value)) {
        const target = targetOf(to);
        if (target === undefined) continue;
        mapped.push([tag, target]);
        found.set(target.pointer, target);
      }
    // It grows, too.
    for (const at of found.keys())
      for (const child of children.get(at) ?? [])
        found.set(child.pointer, child);
    const [, ...heirs] = found.values();
    if (heirs.length === 0) return base;
    const mapping: Record<string, string> = {};
    for (const one of heirs) {
      const tag = member(one.value, "x-ms-discriminator-value");
      if (typeof tag === "string") put(mapping, tag, referenceTo(one));
    }
    for (const [tag, one] of mapped) put(mapping, tag, referenceTo(one));
    const [tagging] = discriminatorsOf(base, childAt);
    const union = {
      discriminator: {
        propertyName: tags.get(pointer),
        mapping,
        defaultMapping: member(tagging?.value, "defaultMapping"),
      },
      anyOf: [...heirs, base].map((one) => ({ $ref: referenceTo(one) })),
    };
    const at = below(pointer, "anyOf");
    for (const index of union.anyOf.keys())
      extensions.add(below(below(at, "anyOf"), index));
    return { value: union, pointer: at };
  };

  const unions = new Map<string, Target>();
  return (target, pointer) => {
    if (extensions.has(pointer) || !tags.has(target.pointer)) return target;
    if (/\/discriminator\/(?:mapping\/|default)/.test(pointer)) return target;
    const union = unions.get(target.pointer) ?? unionOf(target);
    unions.set(target.pointer, union);
    return union;
  };
}

function referenceTo({ pointer }: Target): string {
  return `#${pointer.replaceAll("%", "%25")}`;
}

/** A member of an object, or what it refers to. */
type ChildAt = (target: Target, key: string) => Target;

/** The discriminators that a schema declares itself; Swagger 2.0 has names for them. */
function discriminatorsOf(target: Target, childAt: ChildAt): Target[] {
  return [target, ...partsOf(target, childAt)]
    .map((part) => childAt(part, "discriminator"))
    .filter(({ value }) => typeof value === "string" || isObject(value));
}

function partsOf(target: Target, childAt: ChildAt): Target[] {
  return itemsOf(childAt(target, "allOf"));
}
