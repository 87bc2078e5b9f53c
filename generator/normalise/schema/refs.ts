import { type Placed, ToolwrightError } from "../../errors.js";
import { below, percentDecoded, steps } from "../../shared/json-pointer.js";
import {
  type JsonObject,
  listOf,
  member,
  members,
  readText,
} from "../../shared/json.js";
import type { Loaded } from "../../load/load.js";
import { apart } from "../../shared/suggest.js";

/** A value of the document and where it stands. */
export interface Target {
  readonly value: unknown;
  readonly pointer: string;
}

/** An object of the document and where it stands. */
export interface Node extends Target {
  readonly value: JsonObject;
}

/** A member of an object or list. */
export function childOf(
  { value, pointer }: Target,
  key: string | number,
): Target {
  return { value: member(value, String(key)), pointer: below(pointer, key) };
}

/** The same, where it may be a reference instead. */
export function referredChild(target: Target, key: string, refs: Refs): Target {
  return referred(childOf(target, key), refs);
}

/** A value, or what it refers to in the end; a reference that leads nowhere stays. */
export function referred(target: Target, refs: Refs): Target {
  let at = target;
  for (let hops = 0; hops < MAX_CHAIN; hops += 1) {
    const reference = readText(member(at.value, "$ref"));
    const next = reference === "" ? undefined : refs.find(reference);
    if (next === undefined) return at;
    at = next;
  }
  return target;
}

/** The members of an object by name; none of anything else. */
export function childrenOf({ value, pointer }: Target): [string, Target][] {
  return members(value).map(([key, child]) => [
    key,
    { value: child, pointer: below(pointer, key) },
  ]);
}

/** The items of a list; none of anything else. */
export function itemsOf({ value, pointer }: Target): Target[] {
  return listOf(value).map((item, index) => ({
    value: item,
    pointer: below(pointer, index),
  }));
}

/** Follows references. */
export interface Refs {
  /** The document. */
  readonly root: Node;
  /** What a reference points to; undefined where there is nothing. References on the way are followed. */
  readonly find: (reference: string) => Target | undefined;
  /** The value itself, or what it refers to in the end. Throws `ToolwrightError` where that leads nowhere. */
  readonly follow: (target: Target) => Target;
  /** Says why `find` gave nothing, and what holds instead. */
  readonly unresolved: (
    reference: string,
    pointer: string,
    instead?: string,
  ) => Placed;
}

/** A chain of references longer than this is a cycle. */
const MAX_CHAIN = 100;

export function createRefs({ document, refused, written }: Loaded): Refs {
  const known = new Map<string, Target | undefined>();
  const root = { value: document, pointer: "" };

  function find(reference: string): Target | undefined {
    if (!known.has(reference)) {
      known.set(reference, undefined); // what a reference through itself finds
      known.set(reference, search(reference));
    }
    return known.get(reference);
  }

  function search(reference: string): Target | undefined {
    if (!reference.startsWith("#")) return byName(reference);
    let at: Target = root;
    for (const step of steps(percentDecoded(reference.slice(1)))) {
      const next = enter(at, step);
      if (next === undefined) return undefined;
      at = next;
    }
    return at;
  }

  function enter(at: Target, step: string): Target | undefined {
    let from: Target | undefined = at;
    for (let hops = 0; from !== undefined && hops < MAX_CHAIN; hops += 1) {
      const child = childOf(from, step);
      if (child.value !== undefined) return child;
      const reference = member(from.value, "$ref");
      from = typeof reference === "string" ? find(reference) : undefined;
    }
    return undefined;
  }

  // Swagger 1.2 referred to models by bare name, and some documents still do.
  function byName(reference: string): Target | undefined {
    const name = reference.replace(/#$/, "");
    for (const home of [["components", "schemas"], ["definitions"]]) {
      let at: Target | undefined = root;
      for (const step of [...home, name]) at = at && enter(at, step);
      if (at !== undefined) return at;
    }
    return undefined;
  }

  function follow(target: Target): Target {
    let at = target;
    for (let hops = 0; hops < MAX_CHAIN; hops += 1) {
      const reference = member(at.value, "$ref");
      if (typeof reference !== "string") return at;
      const next = find(reference);
      if (next === undefined)
        throw new ToolwrightError(unresolved(reference, at.pointer));
      at = next;
    }
    throw new ToolwrightError({
      code: "circular-ref",
      message: "This reference leads back to itself.",
      pointer: target.pointer,
      hint: "Write the value itself in one of these places.",
    });
  }

  function unresolved(reference: string, pointer: string, instead = "") {
    const [address = ""] = reference.split("#");
    const reason = refused.get(address)?.replace(/\.$/, "");
    const text = JSON.stringify(written.get(reference) ?? reference);
    const [, holder = "", name = ""] = /^(#.*\/)([^/]+)$/.exec(reference) ?? [];
    const near = members(holder && find(holder.slice(0, -1))?.value)
      .map(([key]) => key)
      .find((key) => apart(key, name) < 3);
    const hint =
      near === undefined
        ? "Correct the reference or add what it names."
        : `Did you mean ${near}?`;
    return {
      code: "unresolved-ref",
      message: `The reference ${text} can't be resolved: ${reason ?? "nothing is there"}${instead}.`,
      pointer,
      hint: reason?.includes("--ref-root")
        ? "Name the folder that all of the document's files lie in: --ref-root <folder>."
        : hint,
    };
  }

  return { root, find, follow, unresolved };
}
