import { readFile, realpath, stat } from "node:fs/promises";
import { basename, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { ArgumentError } from "../../index.js";
import type { FileOptions } from "./files.js";

/**
 * Allows sending files below a folder by `file://` URL. The real path of the file must be below the real path of the
 * folder, so that no link leads out of it.
 */
export function localFiles(
  folder: string,
): Required<Pick<FileOptions, "readLocal">> {
  return {
    async readLocal(url, argument) {
      try {
        const root = await realpath(folder);
        const path = await realpath(fileURLToPath(url));
        const isInside = path.startsWith(
          root.endsWith(sep) ? root : root + sep,
        );
        if (isInside && (await stat(path)).isFile())
          return { bytes: await readFile(path), filename: basename(path) };
      } catch {
        // The error below is the same for all reasons, so that it does not reveal which files exist elsewhere.
      }
      throw new ArgumentError(
        `/${argument}: is not a readable file in the folder that this server's owner allows.`,
      );
    },
  };
}
