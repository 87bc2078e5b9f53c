import { decodePercent, parsePointer } from "../../shared/json-pointer.js";
import { type Target, toReference } from "./refs.js";

/**
 * Finds the reference that a value in a mapping means: a reference that leads somewhere, or a bare name. Bundlers move
 * schemas and keep the names in mappings, so the branch whose reference ends with the name comes first. Null if there is
 * none.
 *
 * @param branches references of the alternatives
 */
export function findMapped(
  text: string,
  branches: readonly string[],
  find: (reference: string) => Target | undefined,
): string | null {
  const isName = !/[#/]/.test(text);
  const branch = findBranch(readLastName(text), branches);
  if (isName && branch !== undefined) return branch;
  const target = find(text);
  if (target === undefined) return branch ?? null;
  return isName ? toReference(target) : text;
}

/** Finds the only branch whose name is, or ends with, a name. */
function findBranch(
  name: string,
  branches: readonly string[],
): string | undefined {
  const isNamed = (branch: string) => readLastName(branch) === name;
  const endsWithName = (branch: string) => {
    const branchName = readLastName(branch);
    const start = branchName.slice(0, -name.length);
    return branchName.endsWith(name) && /[^\p{L}\p{N}]$/u.test(start);
  };
  for (const matches of [isNamed, endsWithName]) {
    const [match, otherMatch] = branches.filter(matches);
    if (match !== undefined)
      return otherMatch === undefined ? match : undefined;
  }
  return undefined;
}

/** Last name in a reference: of the schema, or of the file without its extension. */
function readLastName(reference: string): string {
  const segments = parsePointer(decodePercent(reference.replace(/^.*#/s, "")));
  const address = segments.at(-1) || reference;
  return (address.split("/").at(-1) ?? "").replace(/\.(?:json|ya?ml)$/i, "");
}
