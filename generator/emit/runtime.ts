import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import type { FeatureDefinition } from "../features/feature.js";
import { ADDED_KEY, FEATURES, mainImportOf } from "../features/features.js";
import type { ResolvedConfig } from "../config/resolve-config.js";
import { omitEmpty } from "../shared/json.js";
import type { Lock, RenderedFile } from "../project/outcome.js";
import { PACKAGE_ROOT } from "../package.js";
import { compareKeys } from "../shared/order.js";
import type { PlannedServer } from "./planned-files.js";

const RUNTIME_FOLDER = `${PACKAGE_ROOT}runtime/`;

/** First line of each runtime file: who owns it. */
const OWNERSHIP_LINE =
  "// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.\n";

/**
 * Files of the runtime as they are copied: its core, these features, and all that they import, for one
 * line of the MCP SDK. Files of features `added` by hand have a key, so that the lock remembers them.
 */
export function readRuntime(
  features: readonly FeatureDefinition[],
  {
    added = [],
    sdk,
  }: { added?: readonly FeatureDefinition[]; sdk: ResolvedConfig["sdk"] },
): RenderedFile[] {
  const coreFiles = readdirSync(RUNTIME_FOLDER).filter((file) =>
    file.endsWith(".ts"),
  );
  const texts = new Map<string, string>();
  const queue = [
    ...coreFiles,
    ...[...features, ...added].flatMap(({ files = [], imports }) => {
      return [...Object.keys(imports), ...files].map((file) => `${file}.ts`);
    }),
  ];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (texts.has(file)) continue;
    const text = readRuntimeFile(file, sdk);
    texts.set(file, text);
    const localImports = importsOf(text).filter((path) => path.startsWith("."));
    queue.push(...localImports.map((path) => resolveImport(file, path)));
  }
  const addedKeys = new Map(
    added.map((feature) => [
      `${mainImportOf(feature).file}.ts`,
      ADDED_KEY + feature.name,
    ]),
  );
  return [...texts].sort(compareKeys).map(([file, text]) => ({
    path: `src/runtime/${file}`,
    text: OWNERSHIP_LINE + text,
    editable: true,
    ...omitEmpty({ key: addedKeys.get(file) }),
  }));
}

/** Features of all APIs and of the server itself. */
export function allFeaturesOf({
  apis,
  features,
}: PlannedServer): FeatureDefinition[] {
  const apiFeatures = apis.flatMap((api) => Object.values(api.features));
  return [...new Set([...apiFeatures.flat(), ...features])];
}

/**
 * Text of a runtime file as it is emitted. Files for the SDK's second line are in `sdk/v2`, and replace those of the
 * first.
 */
function readRuntimeFile(file: string, sdk: ResolvedConfig["sdk"]): string {
  const versionTwoFile = {
    "sdk.ts": "sdk/v2/sdk.ts",
    "sdk/session.ts": "sdk/v2/session.ts",
  }[file];
  if (sdk === "v1" || versionTwoFile === undefined)
    return readFileSync(RUNTIME_FOLDER + file, "utf8");
  const parentFolder = file === "sdk.ts" ? "./" : "../";
  return readFileSync(RUNTIME_FOLDER + versionTwoFile, "utf8")
    .replaceAll('from "./sdk.js"', 'from "../sdk.js"')
    .replaceAll('from "../../', `from "${parentFolder}`);
}

/** Features that were added by hand, by the keys of the lock. */
export function readAddedFeatures(lock: Lock | null): FeatureDefinition[] {
  const keys = new Set(
    [...(lock?.files.values() ?? [])].map(({ key = "" }) => key),
  );
  return FEATURES.filter(({ name }) => keys.has(ADDED_KEY + name));
}

/** Text of `src/custom/index.ts` as it was first generated, which stays, whatever is generated now; undefined if it is to be generated, null if a hand-written file without the list is there. */
export function readCustomIndex(
  lock: Lock | null,
  readCurrent: (path: string) => string | undefined = () => undefined,
): string | null | undefined {
  const path = "src/custom/index.ts";
  const generatedText = lock?.files.get(path)?.text();
  if (generatedText !== undefined) return generatedText;
  const currentText = readCurrent(path);
  const listsCustom =
    currentText === undefined || /^export\b.*\bcustom\b/m.test(currentText);
  return listsCustom ? undefined : null;
}

/** Names of the packages that files import, sorted. */
export function packagesOf(files: readonly RenderedFile[]): string[] {
  const names = files
    .flatMap(({ text }) => importsOf(text))
    .filter((path) => !/^(\.|node:)/.test(path))
    .map((path) => /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path);
  return [...new Set(names)].sort();
}

/** Specifiers that a runtime file imports, types included. */
function importsOf(text: string): string[] {
  const specifiers = text.matchAll(/(?:\bfrom|\bimport\() ?"([^"]+)"/g);
  return [...specifiers].map(([, path = ""]) => path);
}

/** Resolves a relative import: `../index.js` of `features/bodies/form.ts` → `index.ts`. */
function resolveImport(file: string, path: string): string {
  return join(dirname(file), path).replace(/\.js$/, ".ts");
}

/** Version ranges of packages that the runtime imports. Packages that are not here are installed by the user. */
export const VERSIONS: Readonly<Record<string, string>> = {
  "@modelcontextprotocol/sdk": "^1.32.2",
  "@modelcontextprotocol/server": "^2.4.0",
  ...Object.fromEntries(
    FEATURES.flatMap(({ packages = {} }) => Object.entries(packages)),
  ),
};

/**
 * Dependencies of a server, with their versions, sorted: those of the packages that its runtime imports, and those of
 * features of its own, whose files are not known here.
 */
export function dependenciesOf(
  packages: readonly string[],
  features: readonly FeatureDefinition[] = [],
) {
  const ownVersions = features
    .filter((feature) => !FEATURES.includes(feature))
    .flatMap(({ packages: versions = {} }) => Object.entries(versions));
  const versions = new Map([
    ...packages.flatMap((name) => {
      const version = VERSIONS[name];
      return version === undefined ? [] : [[name, version] as const];
    }),
    ...ownVersions,
  ]);
  return [...versions]
    .sort(compareKeys)
    .map(([name, version]) => ({ name, version }));
}
