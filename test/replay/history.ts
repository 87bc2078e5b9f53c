import { execFile } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Config } from "../../generator/index.js";
import { only } from "./only.js";

const run = promisify(execFile);
const cache = fileURLToPath(
  new URL("../../node_modules/.cache/replay/", import.meta.url),
);

/** A document that is published again and again. */
export interface Published {
  /** Package on the registry. */
  readonly name: string;
  /** The document's path in the package. */
  readonly file: string;
  /** Only operations with these tags, each its own history; none: the whole document. */
  readonly tags?: readonly string[];
}

export interface History {
  readonly title: string;
  /** Paths of documents, the oldest first; names of versions, if `configOf` gives their configs. */
  readonly documents: readonly string[];
  /** Config of a version instead of its document; kinds stay as that says. */
  configOf?(this: void, index: number): Config;
  /** Which kind of edit comes first, if there are fewer modules than kinds. */
  readonly firstEdit?: number;
  /** Routes that only read become resources and templates, and tools again. */
  readonly switches?: boolean;
}

/** The versions of a document, fetched once and then kept; none without a network. */
export async function historiesOf(published: Published): Promise<History[]> {
  const { name, tags = [] } = published;
  const folder = join(cache, name.replaceAll(/\W/g, "-"));
  mkdirSync(folder, { recursive: true });
  const index = join(folder, "versions.json");
  if (!existsSync(index)) {
    const versions = await fetchAll(published, folder).catch(() => []);
    if (versions.length === 0) return [];
    writeFileSync(index, JSON.stringify(versions));
  }
  // Written above.
  const versions = JSON.parse(readFileSync(index, "utf8")) as string[];
  const groups = tags.length === 0 ? [""] : tags;
  return groups.map((tag) => ({
    title: tag === "" ? name : `${name} (${tag})`,
    documents: versions
      .map((version) => join(folder, fileName(version, tag)))
      .filter(existsSync),
  }));
}

/** Versions that were available, the oldest first. Their documents are in the folder then. */
async function fetchAll(
  published: Published,
  folder: string,
): Promise<string[]> {
  const { name, file } = published;
  const listed = await run("npm", ["view", name, "versions", "--json"]);
  // Output of the command: a list of versions, in order.
  const versions = (JSON.parse(listed.stdout) as string[]).filter((version) =>
    /^[\d.]+$/.test(version),
  );
  const had: string[] = [];
  for (const version of versions) {
    const packed = join(folder, version);
    mkdirSync(packed, { recursive: true });
    try {
      const target = ["--pack-destination", packed, "--ignore-scripts"];
      await run("npm", ["pack", `${name}@${version}`, ...target]);
      const archive = join(packed, readdirSync(packed)[0] ?? "");
      const { stdout } = await run(
        "tar",
        ["-xzOf", archive, `package/${file}`],
        { maxBuffer: 2 ** 30 },
      );
      keep(published, stdout, { folder, version });
      had.push(version);
    } catch {
      // This version has no such file, or is no longer available.
    } finally {
      rmSync(packed, { recursive: true, force: true });
    }
  }
  return had;
}

function keep(
  { tags = [] }: Published,
  text: string,
  { folder, version }: { readonly folder: string; readonly version: string },
): void {
  if (tags.length === 0) {
    writeFileSync(join(folder, fileName(version, "")), text);
    return;
  }
  const document: unknown = JSON.parse(text);
  for (const tag of tags) {
    const part = only(document, tag);
    if (part === null) continue;
    writeFileSync(join(folder, fileName(version, tag)), JSON.stringify(part));
  }
}

/** JSON is YAML, too. */
function fileName(version: string, tag: string): string {
  return `${version}${tag === "" ? "" : `-${tag}`}.yaml`;
}
