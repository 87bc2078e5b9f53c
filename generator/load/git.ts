import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { wrapError, type ToolwrightError } from "../errors.js";
import { findRepository } from "./location.js";

const runCommand = promisify(execFile);

/**
 * Calls `use` with the paths of documents at a git ref, in copies of their repositories that are
 * removed afterwards. Throws `ToolwrightError` if the ref does not exist.
 */
export async function withDocumentsAt<Result>(
  ref: string,
  documents: readonly string[],
  use: (paths: readonly string[]) => Promise<Result>,
): Promise<Result> {
  const tempFolder = await mkdtemp(join(tmpdir(), "toolwright-base-"));
  try {
    const paths: string[] = [];
    for (const document of documents) {
      const root = findRepository(dirname(document)) ?? dirname(document);
      const folder = join(tempFolder, String(paths.length));
      await extractRef(ref, root, folder);
      paths.push(join(folder, relative(root, document)));
    }
    return await use(paths);
  } finally {
    await rm(tempFolder, { recursive: true, force: true });
  }
}

/** Most bytes of a file that is read at a ref. */
const MAX_FILE_BYTES = 16_000_000;

/**
 * Text of a file at a git ref; `path` is relative to the folder. Git prints the blob as it is stored, so nothing of
 * the ref runs. Throws `ToolwrightError` if the ref has no such file.
 */
export async function readFileAt(
  ref: string,
  path: string,
  folder: string,
): Promise<string> {
  try {
    if (/^-|:/.test(ref)) throw new Error("A ref has no such characters.");
    const { stdout } = await runCommand(
      "git",
      ["cat-file", "blob", `${ref}:./${path}`],
      { cwd: folder, maxBuffer: MAX_FILE_BYTES },
    );
    return stdout;
  } catch (cause) {
    throw wrapError(cause, {
      code: "bad-base",
      message: `${JSON.stringify(ref)} is not a git ref that holds ${path}.`,
      hint: `Name one that does, or commit ${path} first.`,
    });
  }
}

async function extractRef(
  ref: string,
  root: string,
  folder: string,
): Promise<void> {
  const archive = join(folder, "base.tar");
  await mkdir(folder);
  try {
    if (ref.startsWith("-"))
      throw new Error("A git ref can't start with a hyphen.");
    const output = `--output=${archive}`;
    await runCommand("git", ["archive", "--format=tar", output, ref], {
      cwd: root,
    });
    await runCommand("tar", ["-xf", archive, "-C", folder]);
    await rm(archive);
    // Marks the root, so that references may lead as far as in the repository itself.
    await mkdir(join(folder, ".git"));
  } catch (cause) {
    throw baseError(ref, [], cause);
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
