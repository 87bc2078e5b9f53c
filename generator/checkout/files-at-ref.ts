import { dirname, posix, relative, resolve, sep } from "node:path";
import { ToolwrightError, wrapError } from "../errors.js";
import type { Checkout } from "./checkout.js";
import { isOutside, resolveLinks } from "./links.js";
import { findRepository } from "./repository.js";
import { hasOwnObjects, runGitSync, startGit } from "./run-git.js";

/** Files as they are somewhere: on the disk, or at a git ref. Paths are absolute. */
export interface FileSource {
  /** Path without links. Rejects if there is no such file. */
  readonly realPath: (path: string) => Promise<string>;
  /** Bytes of a file. Rejects with the code ENOENT if there is none. */
  readonly readBytes: (path: string) => Promise<Buffer>;
}

/** Files at a git ref, by the paths that they have or had on the disk. */
export interface FilesAtRef extends FileSource {
  readonly has: (path: string) => Promise<boolean>;
  /** Paths of the files below a folder, without links, sorted. Throws a ToolwrightError if no repository has the ref. */
  readonly list: (folder: string) => string[];
}

/**
 * Calls `use` with the files at a git ref, of any repository that the paths are in. git prints them as they are stored.
 * Nothing is checked out, and nothing of the repositories' configs runs. Throws a ToolwrightError for a ref that a
 * repository doesn't have.
 */
export async function withFilesAt<Result>(
  ref: string,
  checkout: Checkout,
  use: (files: FilesAtRef) => Promise<Result>,
): Promise<Result> {
  const trees = new Map<string, Tree>();
  const treeOf = (path: string): Tree | undefined => {
    const repository = findRepository(dirname(path));
    if (repository === undefined) return undefined;
    const tree = trees.get(repository) ?? openTree(ref, repository, checkout);
    trees.set(repository, tree);
    return tree;
  };
  const find = async (path: string) => {
    const tree = treeOf(path);
    const entry = await tree?.find(path);
    if (tree === undefined || entry === undefined) throw absentError(path);
    return { tree, entry };
  };
  try {
    return await use({
      has: (path) =>
        find(path).then(
          () => true,
          (error: unknown) => {
            if (error instanceof ToolwrightError) throw error;
            return false;
          },
        ),
      list: (folder) => treeOf(resolve(folder, "file"))?.list(folder) ?? [],
      realPath: async (path) => (await find(path)).entry.path,
      async readBytes(path) {
        const { entry, tree } = await find(path);
        return tree.read(entry.object);
      },
    });
  } finally {
    for (const tree of trees.values()) tree.close();
  }
}

/**
 * Text of a file at a git ref; `path` is relative to the folder. Throws a ToolwrightError if the ref has no such file.
 */
export async function readFileAt(
  ref: string,
  path: string,
  {
    checkout,
    folder,
  }: { readonly checkout: Checkout; readonly folder: string },
): Promise<string> {
  try {
    return await withFilesAt(ref, checkout, async (files) =>
      (await files.readBytes(resolve(folder, path))).toString(),
    );
  } catch (cause) {
    throw wrapError(cause, {
      code: "bad-base",
      message: `${JSON.stringify(ref)} is not a git ref that holds ${path}.`,
      hint: `Name one that does, or commit ${path} first.`,
    });
  }
}

/** Error for a base that can't be read, or that has none of the documents. */
export function baseError(
  base: string,
  documents: readonly string[] = [],
  cause?: unknown,
): ToolwrightError {
  const documentNames = documents.length > 0 ? ` ${documents.join(", ")}` : "";
  return wrapError(cause, {
    code: "bad-base",
    message: `The base ${JSON.stringify(base)} is not a file, a URL or a git ref that contains the document${documentNames}.`,
    hint: "Pass a commit that has it, a branch or an older document: toolwright diff openapi.yaml --base main",
  });
}

/** Tree of a repository at a ref. */
interface Tree {
  /** Entry at a path, links followed within the repository; undefined if there is none. */
  readonly find: (path: string) => Promise<TreeFile | undefined>;
  /** Paths of files below a folder. */
  readonly list: (folder: string) => string[];
  readonly read: (object: string) => Promise<Buffer>;
  readonly close: () => void;
}

/** File of a tree: its path without links, and the name of its object. */
interface TreeFile {
  readonly path: string;
  readonly object: string;
}

/** Links that are followed for one path. */
const MAX_LINKS = 40;

function openTree(ref: string, repository: string, checkout: Checkout): Tree {
  if (checkout.isSafe && !hasOwnObjects(repository))
    throw new ToolwrightError({
      code: "unsafe",
      file: repository,
      message:
        "--safe refuses to read a ref of this repository: a link or objects/info/alternates leads to another one.",
      hint: "Clone the repository again, or leave --safe out if you trust the author of the checkout.",
    });
  const listing = ref.startsWith("-")
    ? undefined
    : runGitSync(["ls-tree", "-r", "-z", "--full-tree", ref], repository);
  if (listing === undefined) throw baseError(ref);
  const entries = parseTree(listing);
  const realRepository = resolveLinks(repository);
  const blobs = createBlobReader(repository);
  /** Path below the repository without links; undefined if one leads outside, or in a circle. */
  async function follow(
    path: string,
    linkCount = 0,
  ): Promise<string | undefined> {
    const parts = path.split("/");
    for (let length = 1; length <= parts.length; length += 1) {
      const prefix = parts.slice(0, length).join("/");
      const entry = entries.get(prefix);
      if (entry?.isLink !== true) continue;
      const target = (await blobs.read(entry.object)).toString();
      const linked = posix.normalize(
        posix.join(posix.dirname(prefix), target, ...parts.slice(length)),
      );
      const isInside =
        !posix.isAbsolute(target) && !/^\.\.(?:\/|$)/.test(linked);
      return isInside && linkCount < MAX_LINKS
        ? follow(linked, linkCount + 1)
        : undefined;
    }
    return path;
  }
  return {
    async find(path) {
      if (isOutside(repository, path)) return undefined;
      const treePath = await follow(
        relative(repository, path).split(sep).join("/"),
      );
      const entry = entries.get(treePath ?? "");
      return entry && treePath !== undefined
        ? { path: resolve(realRepository, treePath), object: entry.object }
        : undefined;
    },
    list(folder) {
      const prefix = `${relative(repository, folder).split(sep).join("/")}/`;
      return [...entries]
        .flatMap(([path, { isLink }]) =>
          path.startsWith(prefix) && !isLink ? [resolve(repository, path)] : [],
        )
        .sort();
    },
    read: blobs.read,
    close: blobs.close,
  };
}

/** Parses the entries of `ls-tree -r -z` by path. https://git-scm.com/docs/git-ls-tree#_output_format */
function parseTree(listing: string) {
  const entries = new Map<string, { object: string; isLink: boolean }>();
  for (const line of listing.split("\0")) {
    const [, mode, object, path] =
      /^(\d{6}) blob ([0-9a-f]+)\t(.*)$/s.exec(line) ?? [];
    if (object === undefined || path === undefined) continue;
    entries.set(path, { object, isLink: mode === "120000" });
  }
  return entries;
}

/** Most bytes of a file at a ref. */
const MAX_FILE_BYTES = 256 * 1024 * 1024;

/** Creates a reader of blobs by their names, by one process of git, which starts when the first is read. */
function createBlobReader(repository: string) {
  let git: ReturnType<typeof startGit> | undefined;
  let waiting: PendingBlob[] = [];
  let received: Buffer = Buffer.alloc(0);
  let chunks: Buffer[] = [];
  let size = 0;
  let wantedSize = 0;

  function fail() {
    git = undefined;
    for (const { reject } of waiting) reject(absentError("object"));
    waiting = [];
  }

  function start() {
    const catFile = startGit(["cat-file", "--batch"], repository);
    catFile.on("error", fail).on("close", fail);
    catFile.stdin.on("error", fail);
    catFile.stdout.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      // A large blob comes in many chunks, which are joined once.
      if (size < wantedSize) return;
      received = Buffer.concat([received, ...chunks]);
      chunks = [];
      while (takeBlob()) continue;
      size = received.length;
    });
    return catFile;
  }

  /** Takes one reply of git off the output: `<object> blob <size>`, and so many bytes. */
  function takeBlob(): boolean {
    const end = received.indexOf(0x0a);
    if (end < 0) return false;
    const header = received.toString("utf8", 0, end);
    const [, length] = /^[0-9a-f]+ blob (\d+)$/.exec(header) ?? [];
    const contentEnd = end + 1 + Number(length ?? -1) + 1;
    if (received.length < contentEnd) {
      wantedSize = contentEnd;
      return false;
    }
    wantedSize = 0;
    const bytes = Buffer.from(received.subarray(end + 1, contentEnd - 1));
    received = received.subarray(contentEnd);
    const blob = waiting.shift();
    if (length === undefined || bytes.length > MAX_FILE_BYTES)
      blob?.reject(absentError(header));
    else blob?.resolve(bytes);
    return true;
  }

  return {
    read: (object: string): Promise<Buffer> => {
      git ??= start();
      const { stdin } = git;
      return new Promise((resolve, reject) => {
        waiting.push({ resolve, reject });
        stdin.write(`${object}\n`);
      });
    },
    close: () => void git?.kill(),
  };
}

interface PendingBlob {
  readonly resolve: (bytes: Buffer) => void;
  readonly reject: (error: Error) => void;
}

/** Error of a path without a file, as the file system has it. */
function absentError(path: string): Error {
  return Object.assign(new Error(`There is no ${path}.`), { code: "ENOENT" });
}
