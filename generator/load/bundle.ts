import { ToolwrightError } from "../errors.js";
import { appendPointer, decodePercent } from "../shared/json-pointer.js";
import { type JsonObject, setMember, toWord } from "../shared/json.js";
import { compareKeys } from "../shared/order.js";
import {
  type Identifiers,
  collectIdentifiers,
  NO_IDENTIFIERS,
} from "./anchors.js";
import {
  checkAccess,
  toDisplayName,
  type DocumentLocation,
  resolveLocation,
  type RefAccess,
  RefusedRefError,
} from "./location.js";
import type { SourceFile } from "./source-file.js";
import type { RefSite } from "./find-refs.js";

/** Files at most that references are followed to; the largest public API has 2,907. */
const MAX_FILES = 20_000;
const MAX_CONCURRENT_READS = 16;

export interface Bundle {
  /** Other files, by their JSON pointer in the bundled document. */
  readonly files: ReadonlyMap<string, SourceFile>;
  /** Reasons why files can't be used, by the file's name: the part before `#` in a reference that stayed. */
  readonly refusalReasons: ReadonlyMap<string, string>;
  /** References as they were written, by the reference that replaced them. */
  readonly originalRefs: ReadonlyMap<string, string>;
}

/** File with its JSON pointer in the bundle. */
interface BundledFile {
  readonly file: SourceFile;
  readonly mountPointer: string;
  readonly identifiers: Identifiers;
  readonly refs: readonly RefSite[];
}

/** Reference and its target: a fragment of the file `name`. */
interface RefLink {
  readonly ref: RefSite;
  readonly file: BundledFile;
  readonly name: string;
  readonly fragment: string;
  /** Location of the target; undefined if it is in a file already known. */
  readonly location?: DocumentLocation;
}

/**
 * Reads every file that a document refers to and puts them into it, below one extension member, so
 * that all references become local pointers; works on the parsed data itself. A reference that
 * can't be followed becomes `<name of the file>#<fragment>`. Files are kept whole, so that cycles
 * between them need no care and the target of a reference does not depend on its location.
 */
export async function bundle(
  main: SourceFile,
  document: JsonObject,
  access: RefAccess,
  readFile: (location: DocumentLocation, name: string) => Promise<SourceFile>,
): Promise<Bundle> {
  const mainLocation = main.location;
  const bundleKey = pickUnusedKey(document);
  const bundledFiles = new Map([
    [toDisplayName(mainLocation, mainLocation), toBundledFile(main, "")],
  ]);
  const refusalReasons = new Map<string, string>();
  const originalRefs = new Map<string, string>();

  const tryAddFile = async (
    name: string,
    location: DocumentLocation,
  ): Promise<void> => {
    try {
      if (bundledFiles.size > MAX_FILES)
        throw new RefusedRefError("there are too many files");
      await checkAccess(location, access);
      const file = await readFile(location, name);
      bundledFiles.set(
        name,
        toBundledFile(file, appendPointer(appendPointer("", bundleKey), name)),
      );
    } catch (error) {
      refusalReasons.set(name, refusalReason(error));
    }
  };

  let newFiles = [...bundledFiles.values()];
  while (newFiles.length > 0) {
    const links = newFiles.flatMap((file) =>
      file.refs.map((ref) =>
        followRef(ref, file, mainLocation, refusalReasons),
      ),
    );
    const wantedLocations = new Map<string, DocumentLocation>();
    for (const { name, location } of links)
      if (location && !bundledFiles.has(name) && !refusalReasons.has(name))
        wantedLocations.set(name, location);
    const pendingFiles = [...wantedLocations];
    for (let at = 0; at < pendingFiles.length; at += MAX_CONCURRENT_READS)
      await Promise.all(
        pendingFiles
          .slice(at, at + MAX_CONCURRENT_READS)
          .map(([name, location]) => tryAddFile(name, location)),
      );
    for (const link of links) {
      const text = refText(link.ref);
      const reference = rewriteRef(link, bundledFiles.get(link.name));
      if (!originalRefs.has(reference)) originalRefs.set(reference, text);
    }
    newFiles = pendingFiles.flatMap(([name]) => bundledFiles.get(name) ?? []);
  }
  return {
    files: attachFiles(document, bundleKey, bundledFiles),
    refusalReasons,
    originalRefs,
  };
}

function pickUnusedKey(document: JsonObject): string {
  let unusedKey = "x-files";
  while (Object.hasOwn(document, unusedKey)) unusedKey += "-";
  return unusedKey;
}

function toBundledFile(file: SourceFile, mountPointer: string): BundledFile {
  const { value, documentScan } = file.parsed;
  const { refs, hasIdentifiers } = documentScan;
  if (hasIdentifiers)
    return {
      file,
      mountPointer,
      identifiers: collectIdentifiers(value),
      refs,
    };
  const isResolved = (ref: RefSite) =>
    mountPointer === "" &&
    ref.key !== "$dynamicRef" &&
    ref.key !== "$recursiveRef" &&
    refText(ref).startsWith("#/");
  const unresolvedRefs = refs.filter((ref) => !isResolved(ref));
  return {
    file,
    mountPointer,
    identifiers: NO_IDENTIFIERS,
    refs: unresolvedRefs,
  };
}

function refText({ holder, key }: RefSite): string {
  return toWord(holder[key]);
}

function followRef(
  ref: RefSite,
  file: BundledFile,
  mainLocation: DocumentLocation,
  refusalReasons: Map<string, string>,
): RefLink {
  const text = refText(ref);
  const [address = ""] = text.split("#", 1);
  const fragment = decodePercent(text.slice(address.length + 1));
  const name = toDisplayName(file.file.location, mainLocation);
  if (address === "") return { ref, file, name, fragment };
  const embeddedPointer = file.identifiers.resolveEmbedded(
    address,
    fragment,
    ref.holder,
  );
  if (embeddedPointer !== undefined)
    return { ref, file, name, fragment: embeddedPointer };
  try {
    const location = resolveLocation(address, file.file.location);
    return {
      ref,
      file,
      name: toDisplayName(location, mainLocation),
      fragment,
      location,
    };
  } catch (error) {
    refusalReasons.set(address, refusalReason(error));
    return { ref, file, name: address, fragment };
  }
}

/** Rewrites a reference in its document, and returns its new text. */
function rewriteRef(
  { ref, file, name, fragment }: RefLink,
  targetFile: BundledFile | undefined,
): string {
  const { holder, key } = ref;
  const isRef = key.startsWith("$");
  if (isRef && key !== "$ref") delete holder[key];
  let reference = `${name}#${fragment}`;
  if (targetFile !== undefined) {
    const holderInTarget = targetFile === file ? holder : undefined;
    const pointer =
      targetFile.mountPointer +
      targetFile.identifiers.resolveFragment(fragment, holderInTarget);
    reference = `#${pointer.replaceAll("%", "%25")}`;
  }
  setMember(holder, isRef ? "$ref" : key, reference);
  return reference;
}

function attachFiles(
  document: JsonObject,
  bundleKey: string,
  bundledFiles: ReadonlyMap<string, BundledFile>,
): Map<string, SourceFile> {
  // Sorted, since files arrive in any order.
  const otherFiles = [...bundledFiles]
    .filter(([, { mountPointer }]) => mountPointer !== "")
    .sort(compareKeys);
  if (otherFiles.length > 0) {
    const files: JsonObject = {};
    for (const [name, { file }] of otherFiles)
      setMember(files, name, file.parsed.value);
    document[bundleKey] = files;
  }
  return new Map(
    otherFiles.map(([, { mountPointer, file }]) => [mountPointer, file]),
  );
}

function refusalReason(error: unknown): string {
  if (error instanceof RefusedRefError) return error.message;
  if (error instanceof ToolwrightError)
    return error.problems.map(({ message }) => message).join(" ");
  throw error;
}
