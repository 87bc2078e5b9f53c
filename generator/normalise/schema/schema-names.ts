import { sha256 } from "../../shared/hash.js";
import { gather } from "../../shared/group-by.js";
import { steps } from "../../shared/json-pointer.js";

const MAX_LENGTH = 100;

/** Steps of a pointer that say nothing about what is there. */
const STRUCTURE = new Set(
  "components schemas definitions $defs properties paths responses content schema".split(
    " ",
  ),
);

/** Whether a pointer is that of a schema with a name of its own. */
export function isComponent(pointer: string): boolean {
  return /^\/(?:components\/schemas|definitions)\/[^/]+$/.test(pointer);
}

/**
 * Names schemas by their pointers. A component keeps its name where that holds only `A-Za-z0-9_.-`;
 * others get the nearest one that does. Where two would be equal, those that had to change carry a
 * hash of their pointer, so that no name depends on the order of a document.
 */
export function nameSchemas(
  pointers: Iterable<string>,
): (pointer: string) => string {
  const names = new Map<string, string>();
  const changed: [wish: string, pointer: string][] = [];
  for (const pointer of pointers) {
    const { name, isExact } = wishFor(pointer);
    if (isExact) names.set(pointer, name);
    else changed.push([name, pointer]);
  }
  const taken = new Set(names.values());
  for (const [wish, wanting] of gather(changed)) {
    const isFree = wanting.length === 1 && wish !== "" && !taken.has(wish);
    for (const pointer of wanting)
      names.set(pointer, isFree ? wish : withHash(wish || "schema", pointer));
  }
  return (pointer) => names.get(pointer) ?? "";
}

function wishFor(pointer: string): { name: string; isExact: boolean } {
  const path = steps(pointer);
  const raw = isComponent(pointer) ? (path.at(-1) ?? "") : describe(path);
  const safe =
    /^[A-Za-z0-9_.-]+$/.test(raw) && raw !== "__proto__"
      ? raw
      : raw.replace(/[^A-Za-z0-9.-]+/g, "_").replace(/^_+|_+$/g, "");
  const name =
    safe.length > MAX_LENGTH
      ? withHash(safe.slice(0, MAX_LENGTH - 9), pointer)
      : safe;
  return { name, isExact: isComponent(pointer) && name === raw };
}

function withHash(name: string, pointer: string): string {
  return `${name}_${sha256(pointer).slice(0, 8)}`;
}

// `/components/schemas/Pet/properties/tag` → `Pet_tag`; of another file, what is in it, or its name.
function describe(path: readonly string[]): string {
  const inFile = /^x-files-*$/.test(path[0] ?? "");
  const words = path
    .slice(inFile ? 2 : 0)
    .filter((step) => !STRUCTURE.has(step));
  if (words.length > 0 || !inFile) return words.join("_");
  return (path[1] ?? "").replace(/^.*\//, "").replace(/\.[^.]*$/, "");
}
