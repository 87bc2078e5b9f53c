import { appendPointer, parsePointer } from "../shared/json-pointer.js";
import { getMember } from "../shared/json.js";

/** Resolves fragments and `$id`s of one document. */
export interface Identifiers {
  /** JSON pointer of a fragment in the embedded document at an address; undefined if there is none. */
  readonly resolveEmbedded: (
    address: string,
    fragment: string,
    holder: object,
  ) => string | undefined;
  /** JSON pointer of a fragment (`/a/b`, `anchor` or empty), resolved from the object that holds the reference. */
  readonly resolveFragment: (fragment: string, holder?: object) => string;
}

/** Identifiers of a document without `$id`, `$anchor` and similar ones. */
export const NO_IDENTIFIERS: Identifiers = {
  resolveEmbedded: () => undefined,
  resolveFragment: (fragment) =>
    fragment === "" || fragment.startsWith("/") ? fragment : `/${fragment}`,
};

/** Embedded document: https://json-schema.org/draft/2020-12/json-schema-core#section-9.3 */
interface EmbeddedDocument {
  readonly pointer: string;
  readonly address: string;
}

/** Collects `$id`, `$anchor`, `$dynamicAnchor` and `$self` of a document. */
export function collectIdentifiers(root: unknown): Identifiers {
  const addresses = new Map<string, string>();
  const anchors = new Map<string, string>();
  const documentByNode = new Map<object, EmbeddedDocument>();

  const visit = (
    node: unknown,
    pointer: string,
    outerDocument: EmbeddedDocument,
  ): void => {
    if (typeof node !== "object" || node === null || documentByNode.has(node))
      return;
    const document = embeddedDocumentOf(node, pointer, outerDocument);
    documentByNode.set(node, document);
    if (document !== outerDocument && !addresses.has(document.address))
      addresses.set(document.address, pointer);
    for (const keyword of ["$anchor", "$dynamicAnchor"]) {
      const name = getMember(node, keyword);
      if (typeof name !== "string") continue;
      anchors.set(`${document.pointer}#${name}`, pointer);
      if (!anchors.has(name)) anchors.set(name, pointer);
    }
    for (const [key, value] of Object.entries(node))
      visit(value, appendPointer(pointer, key), document);
  };
  const rootDocument = { pointer: "", address: "https://document.invalid/" };
  visit(root, "", rootDocument);

  return {
    resolveEmbedded: (address, fragment, holder) => {
      const baseAddress =
        documentByNode.get(holder)?.address ?? rootDocument.address;
      const embeddedPointer = addresses.get(
        toAbsoluteUrl(address, baseAddress),
      );
      if (embeddedPointer === undefined || fragment === "")
        return embeddedPointer;
      return fragment.startsWith("/")
        ? embeddedPointer + fragment
        : anchors.get(`${embeddedPointer}#${fragment}`);
    },
    resolveFragment: (fragment, holder) => {
      const documentPointer =
        (holder && documentByNode.get(holder)?.pointer) ?? "";
      if (fragment !== "" && !fragment.startsWith("/"))
        return (
          anchors.get(`${documentPointer}#${fragment}`) ??
          anchors.get(fragment) ??
          NO_IDENTIFIERS.resolveFragment(fragment)
        );
      // Many documents give a schema an `$id`, but still write its pointers from the root.
      return hasPointer(root, documentPointer + fragment)
        ? documentPointer + fragment
        : fragment;
    },
  };
}

function embeddedDocumentOf(
  node: object,
  pointer: string,
  outerDocument: EmbeddedDocument,
): EmbeddedDocument {
  const id =
    getMember(node, pointer === "" ? "$self" : "$id") ?? getMember(node, "$id");
  if (typeof id !== "string" || id.startsWith("#")) return outerDocument;
  return { pointer, address: toAbsoluteUrl(id, outerDocument.address) };
}

function toAbsoluteUrl(address: string, base: string): string {
  if (!URL.canParse(address, base)) return address;
  const url = new URL(address, base);
  url.hash = "";
  return url.href;
}

function hasPointer(root: unknown, pointer: string): boolean {
  return parsePointer(pointer).reduce(getMember, root) !== undefined;
}
