import { isUtf8 } from "node:buffer";
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readSync,
  statSync,
} from "node:fs";
import type { BigIntStats } from "node:fs";

/** Maximum size of a secret in bytes. */
const MAX_BYTES = 64 * 1024;

/** A secret, and the stamp that its file had when it was read. */
export interface SecretFile {
  readonly text: string;
  readonly stamp: string;
}

/** Reads a secret without the newline at its end. Throws if the file holds none. */
export function readSecret(path: string): SecretFile {
  const { O_NONBLOCK, O_RDONLY } = constants; // a pipe without a writer would block
  const file = openSync(path, O_RDONLY | O_NONBLOCK);
  try {
    const stats = fstatSync(file, { bigint: true });
    if (!stats.isFile()) throw new SecretError("is not a file");
    const buffer = Buffer.alloc(MAX_BYTES + 1);
    let length = 0;
    for (let count = -1; count !== 0 && length < buffer.length; length += count)
      count = readSync(file, buffer, length, buffer.length - length, null);
    if (length > MAX_BYTES) throw new SecretError("has more than 64 KB");
    const bytes = buffer.subarray(0, length);
    if (!isUtf8(bytes)) throw new SecretError("is not text in UTF-8");
    // Editors of Windows write a byte order mark.
    const text = bytes.toString().replace(/^\uFEFF|\r?\n$/g, "");
    if (text.trim() === "") throw new SecretError("is empty");
    return { text, stamp: toStamp(stats) };
  } finally {
    closeSync(file);
  }
}

class SecretError extends Error {}

/** Describes why a secret could not be read, without its text. */
export function describeFailure(error: unknown): string {
  if (error instanceof SecretError) return error.message;
  const { code } = Object(error) as { code?: unknown };
  return `can't be read${typeof code === "string" ? ` (${code})` : ""}`;
}

/** Reads the stamp of the file behind a path, links included; empty if there is none. */
export function readStamp(path: string): string {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats ? toStamp(stats) : "";
}

/** Text that differs for another file at the same path, and for another content. */
const toStamp = ({ ctimeNs, dev, ino, mtimeNs, size }: BigIntStats) =>
  [dev, ino, size, mtimeNs, ctimeNs].join(" ");
