import { isObject } from "../json.js";
import type { JsonObject } from "../json.js";

/** A reference as it stands in a document: `holder[key]` is its text. */
export interface Site {
  readonly holder: JsonObject;
  readonly key: string;
}

export interface Scan {
  /** References that are no plain local pointer; all of them where `every` was asked for. */
  readonly sites: readonly Site[];
  /** The document names some of its parts by `$id`, `$anchor` or the like. */
  readonly identified: boolean;
  readonly depth: number;
}

const IDENTIFIERS = ["$id", "$self", "$anchor", "$dynamicAnchor"];

/** Finds the references of a document, whatever object they stand in. Shared values are visited once. */
export function scan(root: unknown, every: boolean): Scan {
  const sites: Site[] = [];
  const seen = new Set<unknown>();
  let level: object[] = typeof root === "object" && root ? [root] : [];
  let identified = false;
  let depth = 0;
  while (level.length > 0) {
    const next: object[] = [];
    for (const node of level) {
      if (seen.has(node)) continue;
      seen.add(node);
      if (!Array.isArray(node)) {
        // An object that is no array came from JSON or YAML: its keys are text.
        const holder = node as JsonObject;
        collect(holder, every, sites);
        identified ||= IDENTIFIERS.some(
          (key) => typeof holder[key] === "string",
        );
      }
      for (const value of Object.values(node) as unknown[])
        if (typeof value === "object" && value !== null) next.push(value);
    }
    level = next;
    depth += 1;
  }
  return { sites, identified, depth };
}

function collect(holder: JsonObject, every: boolean, sites: Site[]): void {
  for (const key of ["$ref", "$dynamicRef", "$recursiveRef"]) {
    const reference = holder[key];
    if (typeof reference !== "string") continue;
    if (every || key !== "$ref" || !reference.startsWith("#/"))
      sites.push({ holder, key });
  }
  const discriminator = holder["discriminator"];
  if (!isObject(discriminator) || !isObject(discriminator["mapping"])) return;
  const mapping = discriminator["mapping"];
  for (const [key, target] of Object.entries(mapping))
    if (typeof target === "string" && isAddress(target, every))
      sites.push({ holder: mapping, key });
}

// A mapping holds names of schemas or references; https://spec.openapis.org/oas/v3.1.1#discriminator-object
function isAddress(target: string, every: boolean): boolean {
  if (target.startsWith("#/")) return every;
  return /[#/]|\.(?:json|ya?ml)$/i.test(target);
}
