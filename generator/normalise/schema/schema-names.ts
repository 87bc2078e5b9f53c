import { trimSign } from "../../shared/trim.js";
import { sha256 } from "../../shared/hash.js";
import { groupBy } from "../../shared/group-by.js";
import { parsePointer } from "../../shared/json-pointer.js";

const MAX_NAME_LENGTH = 100;

/** Segments of a pointer that don't describe the value there. */
const STRUCTURAL_SEGMENTS = new Set(
  "components schemas definitions $defs properties paths responses content schema".split(
    " ",
  ),
);

/** True if a pointer leads to a schema with its own name. */
export function isSharedSchema(pointer: string): boolean {
  return /^\/(?:components\/schemas|definitions)\/[^/]+$/.test(pointer);
}

/**
 * Names schemas by their pointers. A component keeps its name if that holds only `A-Za-z0-9_.-`; other schemas get the
 * nearest such name. If two names are equal, those that had to change get a hash of their pointer, so that no name
 * depends on the order of the document.
 */
export function nameSchemas(
  pointers: Iterable<string>,
): (pointer: string) => string {
  const names = new Map<string, string>();
  const changedNames: [wish: string, pointer: string][] = [];
  for (const pointer of pointers) {
    const { name, isExact } = proposeName(pointer);
    if (isExact) names.set(pointer, name);
    else changedNames.push([name, pointer]);
  }
  const takenNames = new Set(names.values());
  for (const [proposedName, claimingPointers] of groupBy(changedNames)) {
    const isFree =
      claimingPointers.length === 1 &&
      proposedName !== "" &&
      !takenNames.has(proposedName);
    for (const pointer of claimingPointers)
      names.set(
        pointer,
        isFree ? proposedName : appendHash(proposedName || "schema", pointer),
      );
  }
  return (pointer) => names.get(pointer) ?? "";
}

function proposeName(pointer: string): { name: string; isExact: boolean } {
  const segments = parsePointer(pointer);
  const rawName = isSharedSchema(pointer)
    ? (segments.at(-1) ?? "")
    : joinSegments(segments);
  const safeName =
    /^[A-Za-z0-9_.-]+$/.test(rawName) && rawName !== "__proto__"
      ? rawName
      : trimSign(rawName.replace(/[^A-Za-z0-9.-]+/g, "_"), "_");
  const name =
    safeName.length > MAX_NAME_LENGTH
      ? appendHash(safeName.slice(0, MAX_NAME_LENGTH - 9), pointer)
      : safeName;
  return { name, isExact: isSharedSchema(pointer) && name === rawName };
}

function appendHash(name: string, pointer: string): string {
  return `${name}_${sha256(pointer).slice(0, 8)}`;
}

// `/components/schemas/Pet/properties/tag` → `Pet_tag`. In another file, the path within it, or the file's name.
function joinSegments(segments: readonly string[]): string {
  const isInFile = isFileKey(segments[0]);
  // The union of a file that is a base, and its subtypes.
  if (isInFile && segments.length === 3 && segments[2] === "anyOf")
    return `${fileNameOf(segments)}_anyOf`;
  const words = segments
    .slice(isInFile ? 2 : 0)
    .filter((segment) => !STRUCTURAL_SEGMENTS.has(segment));
  return words.length > 0 || !isInFile ? words.join("_") : fileNameOf(segments);
}

/** Name of a schema as its document writes it: of a component, or in another file; undefined for other schemas. */
export function findDeclaredName(pointer: string): string | undefined {
  const segments = parsePointer(pointer);
  if (!isFileKey(segments[0]))
    return isSharedSchema(pointer) ? segments.at(-1) : undefined;
  return segments.length === 2 ? fileNameOf(segments) : segments.at(-1);
}

/** True for the key of the document below which other files are. */
export const isFileKey = (segment = "") => /^x-files-*$/.test(segment);

const fileNameOf = ([, path = ""]: readonly string[]) =>
  path.replace(/^.*\//, "").replace(/\.[^.]*$/, "");
