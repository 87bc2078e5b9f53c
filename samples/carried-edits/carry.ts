/**
 * Generates a server from the first version of a document, edits it by hand, and generates again
 * from the second version: `npx tsx samples/carried-edits/carry.ts` writes `server/` that way.
 */
import { execFile } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { generate, type Result } from "../../generator/index.js";

const run = promisify(execFile);
const here = fileURLToPath(new URL(".", import.meta.url));

/** Writes the project to an empty folder, and tells what the second run did. */
export async function carry(out: string): Promise<Result> {
  const config = { out, allRoutesAsTools: true };
  await generate({ ...config, document: join(here, "library.v1.yaml") });
  await run("git", ["apply", join(here, "by-hand.patch")], { cwd: out });
  return generate({ ...config, document: join(here, "library.v2.yaml") });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = await mkdtemp(join(tmpdir(), "carried-"));
  try {
    await carry(join(folder, "server"));
    await rm(join(here, "server"), { recursive: true, force: true });
    await cp(join(folder, "server"), join(here, "server"), { recursive: true });
  } finally {
    await rm(folder, { recursive: true });
  }
}
