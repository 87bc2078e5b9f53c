import { realpath, stat } from "node:fs/promises";
import { dirname, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import {
  isTypedElsewhere,
  TRUSTED_CHECKOUT,
  type Checkout,
} from "../checkout/checkout.js";
import type { FileSource } from "../checkout/files-at-ref.js";
import { isOutside } from "../checkout/links.js";
import { findRepository } from "../checkout/repository.js";
import { decodePercent } from "../shared/json-pointer.js";

/** Location of a document. Text from standard input has none, only a folder that its references start from. */
export type DocumentLocation =
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "url"; readonly url: URL }
  | { readonly kind: "text"; readonly folder: string };

/** Locations that references may lead to. */
export interface RefAccess {
  readonly allowRemote: boolean;
  /** Folder that references to files stay below, symbolic links resolved. */
  readonly root: string;
  /** Files in place of those on the disk. */
  readonly files?: FileSource | undefined;
}

/** Absolute paths and URLs of the documents that were read. The names of all but the first are relative to the first one's folder. */
export function toAbsoluteSources(
  [firstName = "", ...otherNames]: readonly string[],
  { document }: { readonly document?: string | object },
  cwd: string,
): string[] {
  const isFile = typeof document === "string" && !isUrl(document);
  const mainSource = isFile ? resolve(cwd, document) : firstName;
  return [
    mainSource,
    ...otherNames.map((name) =>
      isUrl(name) ? name : resolve(dirname(mainSource), name),
    ),
  ];
}

/** Error of a reference that must not or can't be followed; the message is for the reader. */
export class RefusedRefError extends Error {}

export function isUrl(text: string): boolean {
  return /^https?:\/\//i.test(text);
}

/** Location that `address` means in a document at `base`. Throws `RefusedRefError`. */
export function resolveLocation(
  address: string,
  base: DocumentLocation,
): DocumentLocation {
  if (isUrl(address)) return { kind: "url", url: parseUrl(address) };
  if (base.kind === "url") {
    const url = parseUrl(address, base.url);
    if (url.protocol === "http:" || url.protocol === "https:")
      return { kind: "url", url };
    throw new RefusedRefError(
      "a document from a URL may refer to http(s) URLs only",
    );
  }
  if (/^file:/i.test(address))
    return { kind: "file", path: parseFileUrl(address) };
  if (/^[a-z][a-z0-9+.-]+:/i.test(address))
    throw new RefusedRefError("only files and http(s) URLs can be read");
  const path = resolve(folderOf(base), decodePercent(address));
  return { kind: "file", path };
}

/** Throws `RefusedRefError` if a reference must not lead to this location. */
export async function checkAccess(
  location: DocumentLocation,
  access: RefAccess,
): Promise<void> {
  if (location.kind === "url") {
    if (access.allowRemote) return;
    throw new RefusedRefError(
      "references to URLs are off; allow them with --allow-remote",
    );
  }
  if (location.kind !== "file") return;
  const { files } = access;
  const toRealPath = files?.realPath ?? realpath;
  const path = await toRealPath(location.path).catch(() => location.path);
  const root = await realpath(access.root).catch(() => resolve(access.root));
  if (isOutside(root, path))
    throw new RefusedRefError(
      "the file is outside the document's repository or folder; allow a wider folder with --ref-root",
    );
  const fileStat = files === undefined && (await stat(path).catch(() => null));
  // A pipe or a device may never end.
  if (fileStat && !fileStat.isFile() && !fileStat.isDirectory())
    throw new RefusedRefError("it is a pipe or a device");
}

/** Name for users and for stable keys: the path relative to the document's folder, or the URL. */
export function toDisplayName(
  location: DocumentLocation,
  homeLocation: DocumentLocation,
): string {
  if (location.kind === "url") return stripCredentials(location.url).href;
  if (location.kind === "text") return "";
  return relative(folderOf(homeLocation), location.path).split(sep).join("/");
}

function folderOf(location: DocumentLocation): string {
  if (location.kind === "url") return "";
  return location.kind === "file" ? dirname(location.path) : location.folder;
}

/** URL without user and password: they are for its host alone, and never shown. */
export function stripCredentials(address: URL): URL {
  const url = new URL(address);
  url.username = url.password = "";
  return url;
}

/**
 * Folder that references stay below by default: the repository around the document, or the document's folder. In a safe
 * run, the root of the checkout, unless the user typed a document elsewhere.
 */
export function defaultRefRoot(
  location: DocumentLocation,
  cwd: string,
  checkout: Checkout = TRUSTED_CHECKOUT,
): string {
  const folder = location.kind === "file" ? dirname(location.path) : cwd;
  const isElsewhere =
    location.kind === "file" && isTypedElsewhere(checkout, location.path);
  return checkout.isSafe && !isElsewhere
    ? checkout.root
    : (findRepository(folder) ?? folder);
}

function parseUrl(address: string, base?: URL): URL {
  if (!URL.canParse(address, base?.href))
    throw new RefusedRefError("not a valid URL");
  const url = new URL(address, base?.href);
  url.hash = "";
  return url;
}

function parseFileUrl(address: string): string {
  try {
    return fileURLToPath(address);
  } catch (cause) {
    throw new RefusedRefError("not a valid file URL", { cause });
  }
}
