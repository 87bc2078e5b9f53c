import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { because, type ToolwrightError } from "../errors.js";
import { repositoryOf } from "./location.js";

const run = promisify(execFile);

/**
 * Gives `use` the paths of documents as they were at a git ref, in copies of their repositories that
 * are gone afterwards. Throws where the ref does not exist.
 */
export async function withDocumentsAt<Result>(
  ref: string,
  documents: readonly string[],
  use: (paths: readonly string[]) => Promise<Result>,
): Promise<Result> {
  const home = await mkdtemp(join(tmpdir(), "toolwright-base-"));
  try {
    const paths: string[] = [];
    for (const document of documents) {
      const root = repositoryOf(dirname(document)) ?? dirname(document);
      const folder = join(home, String(paths.length));
      await extract(ref, root, folder);
      paths.push(join(folder, relative(root, document)));
    }
    return await use(paths);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

async function extract(
  ref: string,
  from: string,
  folder: string,
): Promise<void> {
  const archive = join(folder, "base.tar");
  await mkdir(folder);
  try {
    if (ref.startsWith("-")) throw new Error("A ref starts with no hyphen.");
    const output = `--output=${archive}`;
    await run("git", ["archive", "--format=tar", output, ref], { cwd: from });
    await run("tar", ["-xf", archive, "-C", folder]);
    await rm(archive);
    // References may lead as far as in the repository itself.
    await mkdir(join(folder, ".git"));
  } catch (cause) {
    throw badBase(ref, cause);
  }
}

export function badBase(base: string, cause?: unknown): ToolwrightError {
  return because(cause, {
    code: "bad-base",
    message: `The base ${JSON.stringify(base)} is neither a file, nor a URL, nor a git ref that holds the document.`,
    hint: "Name one: toolwright diff openapi.yaml --base main",
  });
}
