import { below, gather, isObject, member, members } from "../json.js";
import { childOf, itemsOf, type Target } from "./refs.js";

/** Bases that others extend, and that say by a discriminator which of them a value is. */
export interface Families {
  /**
   * What a reference in some place means: a base together with all that extend it, unless the place
   * extends it.
   */
  readonly meant: (target: Target, pointer: string) => Target;
}

interface Options {
  readonly components: readonly Target[];
  /** Where a reference leads in the end. */
  readonly find: (reference: string) => Target | undefined;
}

/**
 * Finds bases whose subtypes are known by their `allOf` or by a mapping, and by no `oneOf` of the
 * base. https://spec.openapis.org/oas/v3.1.1#models-with-polymorphism-support
 */
export function findFamilies({ components, find }: Options): Families {
  const extensions = new Set<string>();
  const tags = new Map<string, unknown>();
  const targetsOf = (references: readonly unknown[]): Target[] =>
    references.flatMap((one) => (typeof one === "string" && find(one)) || []);

  for (const target of components) {
    const [own] = discriminatorsOf(target);
    if (own !== undefined)
      tags.set(target.pointer, member(own, "propertyName") ?? own);
  }
  const children = gather(
    components.flatMap((target) =>
      partsOf(target).flatMap(({ value, pointer }) =>
        targetsOf([member(value, "$ref")]).map((parent) => {
          extensions.add(pointer);
          return [parent.pointer, target] as const;
        }),
      ),
    ),
  );
  // The map grows while it is walked: what extends a base has its discriminator.
  for (const [pointer, tag] of tags)
    for (const child of children.get(pointer) ?? [])
      if (!tags.has(child.pointer)) tags.set(child.pointer, tag);

  const unionOf = (base: Target): Target => {
    const { pointer, value } = base;
    if (member(value, "oneOf") ?? member(value, "anyOf")) return base;
    const mapped = discriminatorsOf(base)
      .flatMap((one) => members(member(one, "mapping")))
      .flatMap(([tag, to]) =>
        targetsOf([to]).map((one) => [tag, one] as const),
      );
    const found = new Map([[pointer, base]]);
    for (const [, target] of mapped) found.set(target.pointer, target);
    // It grows, too.
    for (const at of found.keys())
      for (const child of children.get(at) ?? [])
        found.set(child.pointer, child);
    const [, ...heirs] = found.values();
    if (heirs.length === 0) return base;
    const named = heirs.flatMap((one) => {
      const tag = member(one.value, "x-ms-discriminator-value");
      return typeof tag === "string" ? [[tag, one] as const] : [];
    });
    const mapping = [...named, ...mapped].map(
      ([tag, one]) => [tag, referenceTo(one)] as const,
    );
    const union = {
      discriminator: {
        propertyName: tags.get(pointer),
        mapping: Object.fromEntries(mapping),
        defaultMapping: member(discriminatorsOf(base)[0], "defaultMapping"),
      },
      anyOf: [...heirs, base].map((one) => ({ $ref: referenceTo(one) })),
    };
    const at = below(pointer, "anyOf");
    for (const index of union.anyOf.keys())
      extensions.add(below(below(at, "anyOf"), index));
    return { value: union, pointer: at };
  };

  const unions = new Map<string, Target>();
  return {
    meant(target, pointer) {
      if (extensions.has(pointer) || !tags.has(target.pointer)) return target;
      if (/\/discriminator\/(?:mapping\/|default)/.test(pointer)) return target;
      const union = unions.get(target.pointer) ?? unionOf(target);
      unions.set(target.pointer, union);
      return union;
    },
  };
}

function referenceTo({ pointer }: Target): string {
  return `#${pointer.replaceAll("%", "%25")}`;
}

/** The discriminators that a schema declares itself; Swagger 2.0 has names for them. */
function discriminatorsOf(target: Target): unknown[] {
  return [target, ...partsOf(target)]
    .map(({ value }) => member(value, "discriminator"))
    .filter((one) => typeof one === "string" || isObject(one));
}

function partsOf(target: Target): Target[] {
  return itemsOf(childOf(target, "allOf"));
}
