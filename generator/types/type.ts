/** A TypeScript type as a tree, ready to be laid out. */
export type Type =
  | { readonly kind: "word"; readonly text: string }
  | { readonly kind: "object"; readonly members: readonly Member[] }
  | { readonly kind: "union"; readonly parts: readonly Type[] }
  | { readonly kind: "intersection"; readonly parts: readonly Type[] }
  | { readonly kind: "array"; readonly of: Type }
  | { readonly kind: "tuple"; readonly parts: readonly Type[] }
  | {
      readonly kind: "generic";
      readonly name: string;
      readonly parts: readonly Type[];
    };

/** One member of an object type: all that stands before the colon, and its type. */
export interface Member {
  readonly head: string;
  readonly type: Type;
}

/** Head of the member that stands for all names that are not declared. */
export const INDEX_SIGNATURE = "[key: string]";

/** A union or intersection; those of its own kind below it are taken in, as their text would be read. */
export function combine(
  kind: "union" | "intersection",
  types: readonly Type[],
): Type {
  const words = new Set<string>();
  const parts = types
    .flatMap((type) => (type.kind === kind ? type.parts : [type]))
    .filter((type) => {
      if (type.kind !== "word") return true;
      const isNew = !words.has(type.text);
      words.add(type.text);
      return isNew;
    });
  const [first] = parts;
  return first !== undefined && parts.length === 1 ? first : { kind, parts };
}
