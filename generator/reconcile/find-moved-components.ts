import type { LockedFile, RenderedFile } from "../project/outcome.js";
import { digest } from "../shared/hash.js";
import type { PairedInput } from "./pair-files.js";

/** Component that the user has moved or copied to a file of their own. */
export interface MovedComponent {
  /** `copied` if the file that was generated for it holds it as well. */
  readonly kind: "moved" | "copied";
  /** Path at which it was generated. */
  readonly path: string;
  readonly base: LockedFile;
  readonly baseText: string;
  /** File that is generated for it now; undefined if it has gone. */
  readonly file: RenderedFile | undefined;
  /** True if it is generated as it was. A copy of such a component has nothing to follow, and is left out. */
  readonly isUnchanged: boolean;
  /** Paths of the files that hold it, one or more. */
  readonly foundPaths: readonly string[];
}

/** Finds the components that stand in other files than those that were generated for them. */
export function findMovedComponents(input: PairedInput): MovedComponent[] {
  const { files, incoming, origins, findMoved, listSources, readCurrent } =
    input;
  const filesByOrigin = new Map(
    incoming.map((file) => [origins.get(file.path), file]),
  );
  const generatedKeys = new Set(
    [...filesByOrigin.keys()].map((origin = "") => files.get(origin)?.key),
  );
  const hasOwnSources =
    listSources?.().some((path) => !files.has(path)) === true;
  return [...files].flatMap(([path, base]) => {
    if (!isComponent(base)) return [];
    const file = filesByOrigin.get(path);
    // The other side of a merge of git has given it another name.
    if (file === undefined && generatedKeys.has(base.key)) return [];
    const kind = definesComponent(readCurrent(path) ?? "") ? "copied" : "moved";
    const isUnchanged = file !== undefined && digest(file.text) === base.digest;
    if (kind === "copied" && (isUnchanged || !hasOwnSources)) return [];
    const baseText = base.text();
    const foundPaths = findMoved(baseText, path);
    return baseText === undefined || foundPaths.length === 0
      ? []
      : [{ kind, path, base, baseText, file, isUnchanged, foundPaths }];
  });
}

/** True for a module that was generated for a component of the API, and still is one. */
export function isComponent({ key, orphan: isOrphan }: LockedFile): boolean {
  return key !== undefined && !key.startsWith("feature ") && !isOrphan;
}

function definesComponent(text: string): boolean {
  return /\bdefine(?:Tool|Resource|Template)\b/.test(text);
}
