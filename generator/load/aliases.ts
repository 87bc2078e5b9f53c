import { ToolwrightError } from "../errors.js";

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
export function checkAliases(root: unknown, file: string, maxDepth: number) {
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
    if (height > maxDepth) refuse(file, "nests too deeply");
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
