import { below, steps } from "../shared/json-pointer.js";
import { member } from "../shared/json.js";

/** Looks up what fragments and `$id`s of one document mean. */
export interface Identifiers {
  /** Pointer that a fragment means in the embedded document that an address names. */
  readonly find: (
    address: string,
    fragment: string,
    holder: object,
  ) => string | undefined;
  /** Pointer that a fragment (`/a/b`, `anchor` or empty) means, seen from the object that holds it. */
  readonly pointerOf: (fragment: string, holder?: object) => string;
}

/** Of a document that names none of its parts. */
export const PLAIN: Identifiers = {
  find: () => undefined,
  pointerOf: (fragment) =>
    fragment === "" || fragment.startsWith("/") ? fragment : `/${fragment}`,
};

/** An embedded document: https://json-schema.org/draft/2020-12/json-schema-core#section-9.3 */
interface Resource {
  readonly pointer: string;
  readonly address: string;
}

/** Gathers `$id`, `$anchor`, `$dynamicAnchor` and `$self` of a document. */
export function identify(root: unknown): Identifiers {
  const addresses = new Map<string, string>();
  const anchors = new Map<string, string>();
  const homes = new Map<object, Resource>();

  const visit = (node: unknown, pointer: string, outer: Resource): void => {
    if (typeof node !== "object" || node === null || homes.has(node)) return;
    const home = resourceOf(node, pointer, outer);
    homes.set(node, home);
    if (home !== outer && !addresses.has(home.address))
      addresses.set(home.address, pointer);
    for (const keyword of ["$anchor", "$dynamicAnchor"]) {
      const name = member(node, keyword);
      if (typeof name !== "string") continue;
      anchors.set(`${home.pointer}#${name}`, pointer);
      if (!anchors.has(name)) anchors.set(name, pointer);
    }
    for (const [key, value] of Object.entries(node))
      visit(value, below(pointer, key), home);
  };
  const nowhere = { pointer: "", address: "https://document.invalid/" };
  visit(root, "", nowhere);

  return {
    find: (address, fragment, holder) => {
      const base = homes.get(holder)?.address ?? nowhere.address;
      const inside = addresses.get(absolute(address, base));
      if (inside === undefined || fragment === "") return inside;
      return fragment.startsWith("/")
        ? inside + fragment
        : anchors.get(`${inside}#${fragment}`);
    },
    pointerOf: (fragment, holder) => {
      const inside = (holder && homes.get(holder)?.pointer) ?? "";
      if (fragment !== "" && !fragment.startsWith("/"))
        return (
          anchors.get(`${inside}#${fragment}`) ??
          anchors.get(fragment) ??
          PLAIN.pointerOf(fragment)
        );
      // Many documents give a schema an `$id` and go on to count from the top.
      return exists(root, inside + fragment) ? inside + fragment : fragment;
    },
  };
}

function resourceOf(node: object, pointer: string, outer: Resource): Resource {
  const id =
    member(node, pointer === "" ? "$self" : "$id") ?? member(node, "$id");
  if (typeof id !== "string" || id.startsWith("#")) return outer;
  return { pointer, address: absolute(id, outer.address) };
}

function absolute(address: string, base: string): string {
  if (!URL.canParse(address, base)) return address;
  const url = new URL(address, base);
  url.hash = "";
  return url.href;
}

function exists(root: unknown, pointer: string): boolean {
  return steps(pointer).reduce(member, root) !== undefined;
}
