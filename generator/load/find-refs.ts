import { ToolwrightError } from "../errors.js";
import { isObject, type JsonObject } from "../shared/json.js";

/** A reference as it stands in a document: `holder[key]` is its text. */
export interface Site {
  readonly holder: JsonObject;
  readonly key: string;
}

export interface Scan {
  /** Every reference of the document. */
  readonly sites: readonly Site[];
  /** It names some of its parts by `$id`, `$anchor` or the like. */
  readonly identified: boolean;
  /** Members of objects, all together. */
  readonly keys: number;
}

/** Deeper nesting is refused. */
export const MAX_DEPTH = 500;

const REFERENCES = ["$ref", "$dynamicRef", "$recursiveRef"];
const IDENTIFIERS = ["$id", "$self", "$anchor", "$dynamicAnchor"];

/**
 * Finds the references of a document, whatever object they stand in. Shared values are visited
 * once. Throws `ToolwrightError` where it is nested too deeply.
 */
export function scan(root: unknown, file: string): Scan {
  const sites: Site[] = [];
  const seen = new Set<object>();
  let level: object[] = typeof root === "object" && root ? [root] : [];
  let identified = false;
  let keys = 0;
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) throw tooDeep(file);
    const next: object[] = [];
    for (const node of level) {
      if (seen.has(node)) continue;
      seen.add(node);
      // From a parser come plain objects and arrays.
      const holder = node as JsonObject;
      if (Array.isArray(node)) {
        for (const value of node as readonly unknown[])
          if (typeof value === "object" && value !== null) next.push(value);
        continue;
      }
      // Nothing is inherited here, and `in` takes half the time of `Object.entries`.
      for (const key in holder) {
        const value = holder[key];
        keys += 1;
        if (typeof value === "object" && value !== null) {
          next.push(value);
          if (key === "discriminator" && isObject(value))
            for (const site of mappingSites(value)) sites.push(site);
        } else if (key.startsWith("$") && typeof value === "string") {
          if (REFERENCES.includes(key)) sites.push({ holder, key });
          identified ||= IDENTIFIERS.includes(key);
        }
      }
    }
    level = next;
  }
  return { sites, identified, keys };
}

function tooDeep(file: string): ToolwrightError {
  return new ToolwrightError({
    code: "too-deep",
    message: `The document is nested more than ${MAX_DEPTH} levels deep.`,
    file,
    hint: "Use $ref to name inner parts.",
  });
}

// A mapping holds names of schemas or references: https://spec.openapis.org/oas/v3.2.0#discriminator-object
function mappingSites(discriminator: JsonObject): Site[] {
  const { mapping } = discriminator;
  const named = isObject(mapping)
    ? Object.keys(mapping).map((key) => ({ holder: mapping, key }))
    : [];
  return [...named, { holder: discriminator, key: "defaultMapping" }].filter(
    ({ holder, key }) => isAddress(holder[key]),
  );
}

function isAddress(target: unknown): boolean {
  return typeof target === "string" && /[#/]|\.(?:json|ya?ml)$/i.test(target);
}

/** Values that aliases may blow a document up to. */
const MAX_EXPANDED = 5_000_000;

interface Extent {
  readonly size: number;
  readonly height: number;
}

/**
 * Makes sure that a YAML document whose aliases share values stays a tree of bounded size when it
 * is read as one. Throws `ToolwrightError` where an alias contains itself or multiplies too often.
 */
export function checkAliases(root: unknown, file: string): void {
  const known = new Map<object, Extent | null>();

  const measure = (value: unknown): Extent => {
    if (typeof value !== "object" || value === null)
      return { size: 1, height: 0 };
    const before = known.get(value);
    if (before !== undefined) return before ?? refuse(file, "contains itself");
    known.set(value, null);
    let size = 1;
    let height = 0;
    for (const item of Object.values(value)) {
      const extent = measure(item);
      size += extent.size;
      height = Math.max(height, extent.height + 1);
    }
    if (size > MAX_EXPANDED) refuse(file, "multiplies too often");
    if (height > MAX_DEPTH) refuse(file, "nests too deeply");
    known.set(value, { size, height });
    return { size, height };
  };
  measure(root);
}

function refuse(file: string, what: string): never {
  throw new ToolwrightError({
    code: "yaml-aliases",
    message: `The YAML document can't be used: what an alias (*name) stands for ${what}.`,
    file,
    hint: "Use $ref where values share a part.",
  });
}
