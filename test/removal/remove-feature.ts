import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { posix } from "node:path";
import type { FeatureDefinition } from "../../generator/features/feature.js";
import { FEATURES } from "../../generator/features/features.js";

const LIST = "generator/features/features.ts";

/** Files that a removal took out of a copy of the repository, by what they are. */
export interface Removal {
  readonly runtime: readonly string[];
  readonly tests: readonly string[];
  readonly docs: readonly string[];
}

/** Paths of the repository's files, as git knows them and as they are on the disk. */
function listFiles(): string[] {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard"];
  return execFileSync("git", args, { encoding: "utf8" })
    .split("\n")
    .filter((path) => path !== "" && existsSync(path));
}

/** Copies the repository, with its packages and its build. */
export function copyRepository(folder: string): string[] {
  const paths = listFiles();
  for (const path of paths) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    cpSync(path, join(folder, path));
  }
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  for (const path of ["dist", "config.schema.json"])
    cpSync(path, join(folder, path), { recursive: true });
  return paths;
}

/**
 * Takes a family of features out of a copy of the repository: its file in `generator/features`, its lines of the list,
 * the files of the runtime that no one else imports, the tests that name it, and its page of the docs.
 * @param family name of the file in `generator/features`, without extension
 */
export async function removeFeature(
  folder: string,
  family: string,
  paths: readonly string[],
): Promise<Removal> {
  const module = `generator/features/${family}.ts`;
  const exported = Object.entries(
    (await import(`../../${module}`)) as Readonly<Record<string, unknown>>,
  );
  const features = FEATURES.filter((feature) =>
    exported.some(([, value]) => value === feature),
  );
  const identifiers = exported.flatMap(([name, value]) =>
    features.includes(value as FeatureDefinition) ? [name] : [],
  );
  const remove = (path: string) => rmSync(join(folder, path), { force: true });
  const edit = (path: string, change: (text: string) => string) => {
    const text = readFileSync(join(folder, path), "utf8");
    writeFileSync(join(folder, path), change(text));
  };

  remove(module);
  edit(LIST, (text) =>
    identifiers.reduce(
      (list, name) => list.replace(new RegExp(`^  ${name},\n`, "m"), ""),
      text.replace(
        new RegExp(`^import \\{[^}]*\\} from "\\./${family}\\.js";\n`, "m"),
        "",
      ),
    ),
  );

  const runtime = findOwnFiles(features, paths);
  runtime.forEach(remove);
  const tests = findTests([module, ...runtime], features, paths);
  tests.forEach(remove);

  const page = `docs/${family}.md`;
  const docs = paths.includes(page) ? [page] : [];
  docs.forEach(remove);
  const pages = paths.filter((path) => /\.(?:md|txt)$/.test(path));
  for (const path of pages.filter((path) => existsSync(join(folder, path))))
    edit(path, (text) =>
      dropRows(docs.length === 0 ? text : dropLinks(text, family), features),
    );
  if (docs.length > 0)
    edit("docs/.vitepress/pages.json", (text) =>
      text.replace(new RegExp(`^ *"${family}": "[^"]*",\n`, "m"), ""),
    );
  return { runtime, tests, docs };
}

/** Markdown without links to a page of the docs; their words stay. */
function dropLinks(text: string, page: string): string {
  const link = new RegExp(
    `\\[([^\\]]*)\\]\\((?:docs/)?${page}\\.md(?:#[^)]*)?\\)`,
    "g",
  );
  return text.replace(link, "$1");
}

/** Markdown without the rows of tables that begin with a feature, or name one of its variables. */
function dropRows(
  text: string,
  features: readonly FeatureDefinition[],
): string {
  const names = features.map(({ name }) => `\\| \`${name}\` `);
  const words = [...names, ...features.flatMap(variablesOf)].join("|");
  return text.replace(new RegExp(`^(?=\\|).*(?:${words}).*\n`, "gm"), "");
}

/** Environment variables that no other feature reads. */
function variablesOf({ environment = {} }: FeatureDefinition): string[] {
  const variables = typeof environment === "function" ? {} : environment;
  // The key of the state is read by several.
  return Object.keys(variables).filter((name) => name !== "MCP_STATE_KEY");
}

/** Files of the runtime that only these features need. */
function findOwnFiles(
  features: readonly FeatureDefinition[],
  paths: readonly string[],
): string[] {
  const others = FEATURES.filter((feature) => !features.includes(feature));
  const core = paths.filter((path) =>
    /^runtime\/(?:sdk\/)?[^/]+\.ts$/.test(path),
  );
  const generator = paths.filter((path) => /^generator\/.*\.ts$/.test(path));
  const needed = reach([...core, ...generator, ...others.flatMap(entriesOf)]);
  return [...reach(features.flatMap(entriesOf))].filter(
    (path) => !needed.has(path),
  );
}

function entriesOf({ files = [], imports }: FeatureDefinition): string[] {
  return [...Object.keys(imports), ...files].map(
    (file) => `runtime/${file}.ts`,
  );
}

/** Files, and all that they import. */
function reach(paths: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const queue = [...paths];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (found.has(path) || !existsSync(path)) continue;
    found.add(path);
    queue.push(...importsOf(path));
  }
  return found;
}

/** Paths of the local modules that a file imports, types included. */
function importsOf(path: string): string[] {
  const specifiers = readFileSync(path, "utf8").matchAll(
    /(?:\bfrom|\bimport\(?) ?"(\.[^"]+)"/g,
  );
  return [...specifiers].map(([, specifier = ""]) =>
    posix.join(dirname(path), specifier).replace(/\.js$/, ".ts"),
  );
}

/** Tests and measurements that name a feature or import one of its files, and those that import them. */
function findTests(
  removedPaths: readonly string[],
  features: readonly FeatureDefinition[],
  paths: readonly string[],
): string[] {
  const names = features
    .flatMap(namesOf)
    .map((name) => name.replace(/[.$]/g, "\\$&"));
  const mention = new RegExp(`(?<![\\w-])(?:${names.join("|")})(?![\\w-])`);
  const tests = paths.filter((path) =>
    /^(?:test|bench)\/.*\.[cm]?ts$/.test(path),
  );
  const gone = new Set(removedPaths);
  // A helper of tests that names the feature stays, unless it can't be compiled.
  for (const path of tests)
    if (path.endsWith(".test.ts") && mention.test(readFileSync(path, "utf8")))
      gone.add(path);
  let size = 0;
  while (size < gone.size) {
    size = gone.size;
    for (const path of tests)
      if (importsOf(path).some((imported) => gone.has(imported)))
        gone.add(path);
  }
  return tests.filter((path) => gone.has(path));
}

/** Names by which a test speaks of a feature: in a config, in code, in an environment, and as an option. */
function namesOf(feature: FeatureDefinition): string[] {
  const { imports, name } = feature;
  const functions = Object.values(imports).flatMap((clause) =>
    clause.split(", ").map((imported) => `${imported}\\(`),
  );
  return [`"${name}"`, `${name}:`, ...functions, ...variablesOf(feature)];
}
