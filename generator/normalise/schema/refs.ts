import { type LocatedProblem, ToolwrightError } from "../../errors.js";
import {
  appendPointer,
  decodePercent,
  parsePointer,
} from "../../shared/json-pointer.js";
import {
  type JsonObject,
  toArray,
  getMember,
  entriesOf,
  readText,
} from "../../shared/json.js";
import type { LoadedDocument } from "../../load/load.js";
import { countUnsharedLetters } from "../../shared/suggest.js";
import { isFileKey } from "./schema-names.js";

/** Value in the document, and its JSON pointer. */
export interface Target {
  readonly value: unknown;
  readonly pointer: string;
}

/** Object in the document, and its JSON pointer. */
export interface Node extends Target {
  readonly value: JsonObject;
}

/** Returns the reference that leads to a target. */
export function toReference({ pointer }: Target): string {
  return `#${pointer.replaceAll("%", "%25")}`;
}

/** Returns a member of an object or list. */
export function childOf(
  { value, pointer }: Target,
  key: string | number,
): Target {
  return {
    value: getMember(value, String(key)),
    pointer: appendPointer(pointer, key),
  };
}

/** Returns a member of an object or list, its reference followed if that can be resolved. */
export function tryFollowChild(
  target: Target,
  key: string,
  refs: RefResolver,
): Target {
  return tryFollow(childOf(target, key), refs);
}

/** Returns a value, or the final target of its reference; a reference that can't be resolved stays. */
export function tryFollow(target: Target, refs: RefResolver): Target {
  let currentTarget = target;
  for (let hops = 0; hops < MAX_CHAIN; hops += 1) {
    const reference = readText(getMember(currentTarget.value, "$ref"));
    const nextTarget = reference === "" ? undefined : refs.find(reference);
    if (nextTarget === undefined) return currentTarget;
    currentTarget = nextTarget;
  }
  return target;
}

/** Members of an object by name; empty for other values. */
export function childrenOf({ value, pointer }: Target): [string, Target][] {
  return entriesOf(value).map(([key, child]) => [
    key,
    { value: child, pointer: appendPointer(pointer, key) },
  ]);
}

/** Items of a list; empty for other values. */
export function itemsOf({ value, pointer }: Target): Target[] {
  return toArray(value).map((item, index) => ({
    value: item,
    pointer: appendPointer(pointer, index),
  }));
}

/** Resolver of the references in a document. */
export interface RefResolver {
  /** Document itself. */
  readonly root: Node;
  /** Target of a reference; undefined if it doesn't exist. References on the way are followed. */
  readonly find: (reference: string) => Target | undefined;
  /**
   * Target of a value in the mapping of a discriminator at a pointer: a reference, or the bare name of a schema, first of
   * the same file.
   */
  readonly findMapped: (
    reference: string,
    pointer: string,
  ) => Target | undefined;
  /** Returns the value, or the final target of its reference. Throws `ToolwrightError` if that doesn't exist. */
  readonly follow: (target: Target) => Target;
  /** Describes why `find` returned nothing, and what happens instead. */
  readonly toUnresolvedProblem: (
    reference: string,
    pointer: string,
    consequence?: string,
  ) => LocatedProblem;
}

/** Paths of the named schemas of a document. */
export const SCHEMA_PATHS: readonly (readonly string[])[] = [
  ["components", "schemas"],
  ["definitions"],
];

/** Other files that were bundled into the document. */
export function filesOf({ root }: Pick<RefResolver, "root">): Target[] {
  return childrenOf(root)
    .filter(([key]) => isFileKey(key))
    .flatMap(([, files]) => childrenOf(files).map(([, file]) => file));
}

/** Maximum length of a chain of references; longer ones are cycles. */
const MAX_CHAIN = 100;

export function createRefResolver({
  document,
  refusalReasons: refused,
  originalRefs,
}: LoadedDocument): RefResolver {
  const resolvedRefs = new Map<string, Target | undefined>();
  const root = { value: document, pointer: "" };

  function find(reference: string): Target | undefined {
    if (!resolvedRefs.has(reference)) {
      resolvedRefs.set(reference, undefined); // what a reference through itself finds
      resolvedRefs.set(reference, search(reference));
    }
    return resolvedRefs.get(reference);
  }

  function search(reference: string): Target | undefined {
    if (!reference.startsWith("#")) return byName(reference);
    let currentTarget: Target = root;
    for (const segment of parsePointer(decodePercent(reference.slice(1)))) {
      const child = enter(currentTarget, segment);
      if (child === undefined) return undefined;
      currentTarget = child;
    }
    return currentTarget;
  }

  // A pointer may lead through a reference, as those of json-schema-ref-parser's `bundle` do:
  // https://github.com/APIDevTools/json-schema-ref-parser/issues/24
  function enter(parent: Target, segment: string): Target | undefined {
    let holder: Target | undefined = parent;
    for (let hops = 0; holder !== undefined && hops < MAX_CHAIN; hops += 1) {
      const child = childOf(holder, segment);
      if (child.value !== undefined) return child;
      const reference = getMember(holder.value, "$ref");
      holder = typeof reference === "string" ? find(reference) : undefined;
    }
    return undefined;
  }

  // Swagger 1.2 referred to models by their bare names, and swagger-core still did in 2.0:
  // https://github.com/OAI/OpenAPI-Specification/blob/main/versions/1.2.md#434-items-object
  function byName(
    reference: string,
    holder: Target = root,
  ): Target | undefined {
    const name = reference.replace(/#$/, "");
    // Another file may hold its schemas directly.
    const ownPaths = holder === root ? [] : [["$defs"], []];
    for (const containerPath of [...SCHEMA_PATHS, ...ownPaths]) {
      let currentTarget: Target | undefined = holder;
      for (const segment of [...containerPath, name])
        currentTarget = currentTarget && enter(currentTarget, segment);
      if (currentTarget !== undefined) return currentTarget;
    }
    return undefined;
  }

  function findMapped(reference: string, pointer: string): Target | undefined {
    const [mountPointer] = /^\/x-files-*\/[^/]+/.exec(pointer) ?? [];
    const isName = !/[#/]/.test(reference);
    const file =
      mountPointer !== undefined && isName
        ? find(toReference({ value: undefined, pointer: mountPointer }))
        : undefined;
    return (file && byName(reference, file)) ?? find(reference);
  }

  function follow(target: Target): Target {
    let currentTarget = target;
    for (let hops = 0; hops < MAX_CHAIN; hops += 1) {
      const reference = getMember(currentTarget.value, "$ref");
      if (typeof reference !== "string") return currentTarget;
      const nextTarget = find(reference);
      if (nextTarget === undefined)
        throw new ToolwrightError(unresolved(reference, currentTarget.pointer));
      currentTarget = nextTarget;
    }
    throw new ToolwrightError({
      code: "circular-ref",
      message: "This reference is circular.",
      pointer: target.pointer,
      hint: "Replace one of the references with the value itself.",
    });
  }

  function unresolved(reference: string, pointer: string, consequence = "") {
    const [address = ""] = reference.split("#");
    const reason = refused.get(address)?.replace(/\.$/, "");
    const quotedRef = JSON.stringify(originalRefs.get(reference) ?? reference);
    const [, holder = "", name = ""] = /^(#.*\/)([^/]+)$/.exec(reference) ?? [];
    const similarName = entriesOf(holder && find(holder.slice(0, -1))?.value)
      .map(([key]) => key)
      .find((key) => countUnsharedLetters(key, name) < 3);
    const hint =
      similarName === undefined
        ? "Fix the reference, or add its target."
        : `Did you mean ${similarName}?`;
    return {
      code: "unresolved-ref",
      message: `The reference ${quotedRef} can't be resolved: ${reason ?? "its target does not exist"}${consequence}.`,
      pointer,
      hint: reason?.includes("--ref-root")
        ? "Pass the folder that contains all files of the document: --ref-root <folder>."
        : hint,
    };
  }

  return { root, find, findMapped, follow, toUnresolvedProblem: unresolved };
}
