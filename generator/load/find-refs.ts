import { ToolwrightError } from "../errors.js";
import { isObject, type JsonObject } from "../shared/json.js";

/** Position of a reference in a document: `holder[key]` is its text. */
export interface RefSite {
  readonly holder: JsonObject;
  readonly key: string;
}

export interface DocumentScan {
  /** Every reference of the document. */
  readonly refs: readonly RefSite[];
  /** True if the document has an `$id`, `$self`, `$anchor` or `$dynamicAnchor`. */
  readonly hasIdentifiers: boolean;
  /** Number of members of all objects. */
  readonly keyCount: number;
}

/** Levels of nesting at most. */
export const MAX_DEPTH = 500;

const REFERENCE_KEYWORDS = ["$ref", "$dynamicRef", "$recursiveRef"];
const IDENTIFIER_KEYWORDS = ["$id", "$self", "$anchor", "$dynamicAnchor"];

/**
 * Finds the references of a document in all its objects. Shared values are visited once. Throws
 * `ToolwrightError` if it is nested too deeply.
 */
export function scanDocument(root: unknown, file: string): DocumentScan {
  const refs: RefSite[] = [];
  const visitedNodes = new Set<object>();
  let level: object[] = typeof root === "object" && root ? [root] : [];
  let hasIdentifiers = false;
  let keyCount = 0;
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) throw depthError(file);
    const nextLevel: object[] = [];
    for (const node of level) {
      if (visitedNodes.has(node)) continue;
      visitedNodes.add(node);
      // Parsers return plain objects and arrays.
      const holder = node as JsonObject;
      if (Array.isArray(node)) {
        for (const value of node as readonly unknown[])
          if (typeof value === "object" && value !== null)
            nextLevel.push(value);
        continue;
      }
      // These objects inherit nothing, and `in` takes half the time of `Object.entries`.
      for (const key in holder) {
        const value = holder[key];
        keyCount += 1;
        if (typeof value === "object" && value !== null) {
          nextLevel.push(value);
          if (key === "discriminator" && isObject(value))
            for (const ref of mappingRefsOf(value)) refs.push(ref);
        } else if (key.startsWith("$") && typeof value === "string") {
          if (REFERENCE_KEYWORDS.includes(key)) refs.push({ holder, key });
          hasIdentifiers ||= IDENTIFIER_KEYWORDS.includes(key);
        }
      }
    }
    level = nextLevel;
  }
  return { refs, hasIdentifiers, keyCount };
}

function depthError(file: string): ToolwrightError {
  return new ToolwrightError({
    code: "too-deep",
    message: `The document is nested more than ${MAX_DEPTH} levels deep.`,
    file,
    hint: "Move inner parts to components, and use $ref.",
  });
}

// A mapping holds names of schemas or references: https://spec.openapis.org/oas/v3.2.0#discriminator-object
function mappingRefsOf(discriminator: JsonObject): RefSite[] {
  const { mapping } = discriminator;
  const mappedRefs = isObject(mapping)
    ? Object.keys(mapping).map((key) => ({ holder: mapping, key }))
    : [];
  return [
    ...mappedRefs,
    { holder: discriminator, key: "defaultMapping" },
  ].filter(({ holder, key }) => isSchemaAddress(holder[key]));
}

function isSchemaAddress(target: unknown): boolean {
  return typeof target === "string" && /[#/]|\.(?:json|ya?ml)$/i.test(target);
}

/** Values at most of a document with its aliases expanded. */
const MAX_EXPANDED_VALUES = 5_000_000;

interface TreeExtent {
  readonly size: number;
  readonly height: number;
}

/**
 * Checks that a YAML document is a tree of bounded size with its aliases expanded. Throws
 * `ToolwrightError` if an alias contains itself or expands to too much.
 */
export function checkAliases(root: unknown, file: string): void {
  const extents = new Map<object, TreeExtent | null>();

  const measure = (value: unknown): TreeExtent => {
    if (typeof value !== "object" || value === null)
      return { size: 1, height: 0 };
    const knownExtent = extents.get(value);
    if (knownExtent !== undefined)
      return knownExtent ?? throwAliasError(file, "contains itself");
    extents.set(value, null);
    let size = 1;
    let height = 0;
    for (const item of Object.values(value)) {
      const extent = measure(item);
      size += extent.size;
      height = Math.max(height, extent.height + 1);
    }
    if (size > MAX_EXPANDED_VALUES)
      throwAliasError(file, "expands to too many values");
    if (height > MAX_DEPTH) throwAliasError(file, "nests too deeply");
    extents.set(value, { size, height });
    return { size, height };
  };
  measure(root);
}

function throwAliasError(file: string, complaint: string): never {
  throw new ToolwrightError({
    code: "yaml-aliases",
    message: `The YAML document can't be used: an alias (*name) ${complaint}.`,
    file,
    hint: "Use $ref for parts that several values share.",
  });
}
