import { existsSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { percentDecoded } from "../shared/json-pointer.js";

/** Where bytes come from. Text that was piped in has no place of its own, only a folder to start from. */
export type Place =
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "url"; readonly url: URL }
  | { readonly kind: "text"; readonly folder: string };

/** What a reference may reach. */
export interface Reach {
  readonly allowRemote: boolean;
  /** References to files stay below this folder, links resolved. */
  readonly root: string;
}

/** The documents that were read, as absolute paths and addresses: others than the first are told as seen from its folder. */
export function placesRead(
  [first = "", ...others]: readonly string[],
  { document }: { readonly document?: string | object },
  cwd: string,
): string[] {
  const isFile = typeof document === "string" && !isUrl(document);
  const main = isFile ? resolve(cwd, document) : first;
  return [
    main,
    ...others.map((name) =>
      isUrl(name) ? name : resolve(dirname(main), name),
    ),
  ];
}

/** Thrown where a reference may not be followed or can't be; the message is for the reader. */
export class Refusal extends Error {}

export function isUrl(text: string): boolean {
  return /^https?:\/\//i.test(text);
}

/** The place that `address` means in a document at `base`. Throws `Refusal`. */
export function placeOf(address: string, base: Place): Place {
  if (isUrl(address)) return { kind: "url", url: parseUrl(address) };
  if (base.kind === "url") {
    const url = parseUrl(address, base.url);
    if (url.protocol === "http:" || url.protocol === "https:")
      return { kind: "url", url };
    throw new Refusal("a document from the network may refer to http(s) only");
  }
  if (/^file:/i.test(address)) return { kind: "file", path: pathOf(address) };
  if (/^[a-z][a-z0-9+.-]+:/i.test(address))
    throw new Refusal("only files and http(s) addresses can be read");
  const path = resolve(folderOf(base), percentDecoded(address));
  return { kind: "file", path };
}

/** Throws `Refusal` where a reference must not lead to this place. */
export async function checkReach(place: Place, reach: Reach): Promise<void> {
  if (place.kind === "url") {
    if (reach.allowRemote) return;
    throw new Refusal(
      "references to the network are off; allow them with --allow-remote",
    );
  }
  if (place.kind !== "file") return;
  const path = await realpath(place.path).catch(() => place.path);
  const root = await realpath(reach.root).catch(() => resolve(reach.root));
  const inside = relative(root, path);
  if (inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside))
    throw new Refusal(
      "the file is outside the document's repository (its folder, where there is none); widen that with --ref-root",
    );
}

/** A name for people and for stable keys: relative to the document's folder, or the address. */
export function nameOf(place: Place, home: Place): string {
  if (place.kind === "url") return withoutLogin(place.url).href;
  if (place.kind === "text") return "";
  return relative(folderOf(home), place.path).split(sep).join("/");
}

function folderOf(place: Place): string {
  if (place.kind === "url") return "";
  return place.kind === "file" ? dirname(place.path) : place.folder;
}

/** An address without user and password: they are for its host alone, and nobody is shown them. */
export function withoutLogin(address: URL): URL {
  const url = new URL(address);
  url.username = url.password = "";
  return url;
}

/** The folder that references stay below unless the user widens it: the repository around the document, or its own. */
export function homeFolder(home: Place, cwd: string): string {
  const own = home.kind === "file" ? dirname(home.path) : cwd;
  return repositoryOf(own) ?? own;
}

/** The repository that a folder lies in; what people keep of their home folder in one is none of a document's business. */
export function repositoryOf(folder: string): string | undefined {
  for (let at = folder; at !== homedir(); at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return at;
    if (at === dirname(at)) break;
  }
  return undefined;
}

function parseUrl(address: string, base?: URL): URL {
  if (!URL.canParse(address, base?.href))
    throw new Refusal("not a valid address");
  const url = new URL(address, base?.href);
  url.hash = "";
  return url;
}

function pathOf(address: string): string {
  try {
    return fileURLToPath(address);
  } catch (cause) {
    throw new Refusal("not a valid file address", { cause });
  }
}
