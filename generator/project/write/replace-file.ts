import { randomUUID } from "node:crypto";
import {
  chownSync,
  closeSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import type { Stats } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Writes a file beside its path, syncs it and gives it its name, so that the path has the old text or the new one,
 * whole, whenever the disk is full or the process is killed. Keeps the mode and, where it may, the owner. The caller has
 * refused links.
 */
export function replaceFile(path: string, text: string): void {
  const draftFile = join(dirname(path), `.toolwright-${randomUUID()}.tmp`);
  try {
    writeDraft(draftFile, text, lstatSync(path, { throwIfNoEntry: false }));
    renameSync(draftFile, path);
  } catch (error) {
    rmSync(draftFile, { force: true });
    throw error;
  }
}

/** Writes a file that is going to replace one with this status. */
function writeDraft(
  draftFile: string,
  text: string,
  stat: Stats | undefined,
): void {
  const descriptor = openSync(draftFile, "wx");
  try {
    writeFileSync(descriptor, text);
    if (stat !== undefined) keepOwner(draftFile, stat);
    if (stat !== undefined) fchmodSync(descriptor, stat.mode & 0o777);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Gives a file the owner of another one, which only the superuser may do for someone else. */
function keepOwner(file: string, { gid, uid }: Stats): void {
  const draftStat = lstatSync(file);
  if (draftStat.uid === uid && draftStat.gid === gid) return;
  try {
    chownSync(file, uid, gid);
  } catch {
    // The file gets the owner of this process, as each new file does.
  }
}
