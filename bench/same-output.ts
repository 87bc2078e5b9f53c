/**
 * Digests of everything that the generator writes and says of a folder of documents, one line each, so that two
 * checkouts can be compared to the byte: emitted files with the lock, rows of `plan --json`, `check`, `diff` and exit codes.
 *
 *     npx tsx bench/same-output.ts <folder of documents> <list.txt>
 *
 * Run it in both checkouts with the same folder, and compare the two lists with `diff`. `--sources` leaves out the
 * emitted runtime, for a change that renames its files.
 */
import { createHash } from "node:crypto";
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { check, diff, generate, plan } from "../generator/index.js";
import type { Config } from "../generator/index.js";

/** Configs that together emit every kind of file. */
const CONFIGS: Readonly<Record<string, Config>> = {
  default: {},
  everything: {
    allRoutesAsTools: true,
    emit: ["ci", "client", "dockerfile", "mcpb", "registry", "skills", "tests"],
  },
  search: { tools: "search" },
};

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { sources: { type: "boolean", default: false } },
});
const [documents, list] = positionals;
if (documents === undefined || list === undefined)
  throw new Error("Name a folder of documents and the list to write.");

const digest = (text: string | Uint8Array) =>
  createHash("sha256").update(text).digest("hex").slice(0, 16);

/** Paths of a folder's files, sorted. */
function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => statSync(join(folder, path)).isFile())
    .map((path) => path.replaceAll("\\", "/"))
    .sort();
}

/** Runs a command; an error counts as its message, since messages are output as well. */
async function attempt(run: () => Promise<unknown>, folder: string) {
  try {
    return JSON.stringify(await run()).replaceAll(folder, "");
  } catch (error) {
    return String(error).replaceAll(folder, "");
  }
}

const folder = mkdtempSync(join(tmpdir(), "toolwright-same-"));
process.env["XDG_CACHE_HOME"] = join(folder, "cache");
const lines: string[] = [];
try {
  for (const name of readdirSync(documents).sort()) {
    if (!/\.(?:json|ya?ml)$/.test(name) || name === "manifest.json") continue;
    const document = resolve(documents, name);
    for (const [label, options] of Object.entries(CONFIGS)) {
      const out = join(folder, "out");
      const config = { ...options, document, out };
      const record = (step: string, text: string | Uint8Array) =>
        lines.push(`${name} ${label} ${step} ${digest(text)}`);
      record("generate", await attempt(() => generate(config), out));
      record("plan", await attempt(() => plan(config), out));
      record("check", await attempt(() => check(config), out));
      record("diff", await attempt(() => diff(config), out));
      try {
        for (const path of filesOf(out))
          if (!values.sources || !/^src\/runtime\/|\.lock$/.test(path))
            record(relative(".", path), readFileSync(join(out, path)));
      } catch {
        record("no folder", "");
      }
      rmSync(out, { recursive: true, force: true });
    }
    process.stdout.write(`${name}\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
writeFileSync(list, `${lines.join("\n")}\n`);
