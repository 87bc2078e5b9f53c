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
      : rawName.replace(/[^A-Za-z0-9.-]+/g, "_").replace(/^_+|_+$/g, "");
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
  const isInFile = /^x-files-*$/.test(segments[0] ?? "");
  const fileName = (segments[1] ?? "")
    .replace(/^.*\//, "")
    .replace(/\.[^.]*$/, "");
  // The union of a file that is a base, and its subtypes.
  if (isInFile && segments.length === 3 && segments[2] === "anyOf")
    return `${fileName}_anyOf`;
  const words = segments
    .slice(isInFile ? 2 : 0)
    .filter((segment) => !STRUCTURAL_SEGMENTS.has(segment));
  if (words.length > 0 || !isInFile) return words.join("_");
  return fileName;
}
