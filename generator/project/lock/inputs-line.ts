import type { LockedFile, LockedInputs } from "../outcome.js";
import { digest } from "../../shared/hash.js";
import { compareKeys } from "../../shared/order.js";

/** Prefix of the line that holds the digest of a run's inputs, and its packed report. */
export const INPUTS = "inputs\t";

const LINE = /^inputs\t([\w-]{22})\t(\.[\w+/=]{1,1000000})$/;

export function formatInputs({ digest, packed }: LockedInputs): string {
  return `${INPUTS}${digest}\t${packed}`;
}

/** Parses the line. Returns undefined if it does not hold together. */
export function parseInputs(line: string): LockedInputs | undefined {
  const [, contentDigest, packed] = LINE.exec(line) ?? [];
  return contentDigest === undefined || packed === undefined
    ? undefined
    : { digest: contentDigest, packed };
}

/** Digest of all that the lock says of files, so that inputs of one generation never count for the files of another. */
export function digestFiles(files: ReadonlyMap<string, LockedFile>): string {
  const lines = [...files]
    .sort(compareKeys)
    .map(([path, { contract, editable, key, orphan, ...file }]) =>
      JSON.stringify([path, file.digest, editable, orphan, key, contract]),
    );
  return digest(lines.join("\n"));
}
