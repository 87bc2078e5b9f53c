import { readFile, realpath, stat } from "node:fs/promises";
import { basename, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { ArgumentError } from "../../index.js";
import type { FileOptions } from "./files.js";

/**
 * Lets files below a folder be sent by `file://` URL. The real file has to be below the real folder, so that no link
 * leads out of it.
 */
export function localFiles(folder: string): Required<FileOptions> {
  return {
    async readLocal(url, argument) {
      try {
        const root = await realpath(folder);
        const path = await realpath(fileURLToPath(url));
        const below = path.startsWith(root.endsWith(sep) ? root : root + sep);
        if (below && (await stat(path)).isFile())
          return { bytes: await readFile(path), filename: basename(path) };
      } catch {
        // Said below in the same words, so that nobody learns which files exist elsewhere.
      }
      throw new ArgumentError(
        `/${argument}: is no file that can be read in the folder this server's owner allows.`,
      );
    },
  };
}
