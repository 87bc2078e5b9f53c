import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { ToolwrightError } from "../errors.js";

const run = promisify(execFile);

/**
 * Gives `use` the path of a document as it was at a git ref, with its neighbours, in a temporary
 * folder that is gone afterwards. Throws where the ref or the document in it does not exist.
 */
export async function withDocumentAt<Result>(
  ref: string,
  document: string,
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "toolwright-base-"));
  try {
    await extract(ref, dirname(document), folder);
    return await use(join(folder, basename(document)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function extract(
  ref: string,
  from: string,
  folder: string,
): Promise<void> {
  const archive = join(folder, "base.tar");
  try {
    if (ref.startsWith("-")) throw new Error("A ref starts with no hyphen.");
    // In a subfolder, `git archive` takes just that folder, with paths relative to it.
    const { stdout } = await run("git", ["archive", "--format=tar", ref], {
      cwd: from,
      encoding: "buffer",
      maxBuffer: 1024 ** 3,
    });
    await writeFile(archive, stdout);
    await run("tar", ["-xf", archive, "-C", folder]);
    await rm(archive);
  } catch (cause) {
    throw new ToolwrightError(
      {
        code: "bad-base",
        message: `The base ${JSON.stringify(ref)} is neither a file, nor a URL, nor a git ref that holds the document.`,
        hint: "Name one: toolwright diff openapi.yaml --base main",
      },
      { cause },
    );
  }
}
