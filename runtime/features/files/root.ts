import { lstatSync, realpathSync } from "node:fs";
import { lstat, mkdir, realpath } from "node:fs/promises";
import { isAbsolute, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { CallError } from "../../index.js";

/** A folder of this machine, as it was when the server started. */
export interface Root {
  /** Real path. */
  readonly path: string;
  /** Device and inode number, which differ for another folder at the same path. */
  readonly identity: string;
}

/** Folder of a root in which this server writes. */
const DOWNLOADS = "downloads";

/** Opens the folder that `MCP_FILES` names. Throws if this server may not use it. */
export function openRoot(folder: string): Root {
  if (!isAbsolute(folder))
    throw new Error(
      `MCP_FILES must be an absolute path, and is "${folder}". Set it to a folder for files alone.`,
    );
  const status = lstatSync(folder, { throwIfNoEntry: false, bigint: true });
  if (!status)
    throw new Error(
      `MCP_FILES: there is no ${folder}. Create it, or set another folder.`,
    );
  const path = realpathSync(folder);
  const realStatus = lstatSync(path, { bigint: true });
  if (!realStatus.isDirectory())
    throw new Error(`MCP_FILES: ${folder} is not a folder. Set another one.`);
  if (isWithin(realpathSync(PROGRAM), path))
    throw new Error(
      `MCP_FILES: ${folder} holds this server itself, or is its project. Set it to a folder for files alone.`,
    );
  return { path, identity: `${realStatus.dev}-${realStatus.ino}` };
}

/** Folder of the file that runs: below the project, or below the folder into which it was bundled. */
const PROGRAM = fileURLToPath(new URL(".", import.meta.url));

/** True if a path is the folder or is below it. Both are real paths. */
export function isWithin(path: string, folder: string): boolean {
  const prefix = folder.endsWith(sep) ? folder : folder + sep;
  return path === folder || path.startsWith(prefix);
}

/** Rejects if another folder or a link has replaced the root. */
export async function assertRoot({ identity, path }: Root): Promise<void> {
  const status = await lstat(path, { bigint: true }).catch(() => undefined);
  const isSame =
    status?.isDirectory() && `${status.dev}-${status.ino}` === identity;
  if (isSame && (await realpath(path)) === path) return;
  throw new CallError(
    "the folder for files was replaced while this server ran. Its owner has to start it again.",
  );
}

/** Creates a folder below a root for this server's user alone. Returns its path. Rejects if something else is there. */
export async function makeFolder(
  root: Root,
  ...names: readonly string[]
): Promise<string> {
  await assertRoot(root);
  let path = root.path;
  for (const name of names) {
    path = join(path, name);
    await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
    if (!(await lstat(path)).isDirectory())
      throw new CallError(
        `${name} in the folder for files is not a folder. This server's owner has to move it away.`,
      );
  }
  return path;
}

/** Names of the folders to which this server writes: below the root of one caller, if there are callers. */
export function downloadFolders(caller: string | undefined): string[] {
  return caller === undefined ? [DOWNLOADS] : [caller, DOWNLOADS];
}
