import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { assertReadable, type Checkout } from "../checkout/checkout.js";
import type { FileSource } from "../checkout/files-at-ref.js";
import { wrapError } from "../errors.js";
import { sha256 } from "../shared/hash.js";
import { decodeText } from "./read.js";

/** Text of the file that the option `instructions` names. */
export interface InstructionsFile {
  readonly name: string;
  /** SHA-256 of its bytes. */
  readonly digest: string;
  readonly text: string;
}

/**
 * Reads the file that the option `instructions` names, as it is on the disk or at a git ref, without blanks around it.
 * Throws a `ToolwrightError` if there is none.
 */
export async function readInstructionsFile(
  file: string,
  context: {
    readonly checkout: Checkout;
    readonly cwd: string;
    /** Files at a git ref, in place of those on the disk. */
    readonly files?: FileSource | undefined;
  },
): Promise<InstructionsFile> {
  const { checkout, cwd, files } = context;
  const path = resolve(cwd, file);
  assertReadable(checkout, "instructions", path);
  try {
    const bytes = await (files?.readBytes(path) ?? readFile(path));
    const text = decodeText(bytes).replaceAll("\r\n", "\n").trim();
    return { name: path, digest: sha256(bytes), text };
  } catch (cause) {
    throw wrapError(cause, {
      code: "unreadable-instructions",
      file: path,
      message: "The file that the option instructions names can't be read.",
      hint: 'Name a text file: instructions: { file: "instructions.md" }. A relative path starts at the folder of the config.',
    });
  }
}
