import { checkFunctionArguments } from "../config/function-arguments.js";
import { posix } from "node:path";
import type { Config } from "../config/config.js";
import { DEFAULT_SDK } from "../config/sdk.js";
import type { FeatureDefinition, Imports } from "../features/feature.js";
import {
  FEATURE_NAMES,
  FEATURES,
  featureOf,
  mainImportOf,
} from "../features/features.js";
import { usesOf, type PlacedUse } from "../features/uses.js";
import { dependenciesOf, packagesOf, readRuntime } from "../emit/runtime.js";
import { ToolwrightError } from "../errors.js";
import { mergeFiles } from "../reconcile/merge-files.js";
import { pairFiles } from "../reconcile/pair-files.js";
import { resolveOutFolder, createProjectReader } from "../project/folder.js";
import { assertNotNewer } from "../project/generator-version.js";
import { buildLock } from "../project/lock.js";
import { classifyPath } from "../project/paths.js";
import { findSdkLine } from "../project/sdk-line.js";
import {
  assertNotRefused,
  readSettledLock,
  writeProject,
} from "../project/write/write.js";
import { VERSION } from "../package.js";
import type { RunOptions } from "../pipeline.js";

/** Lines that the user inserts to use a feature. */
interface InsertedLines {
  /** Files in which the lines may be inserted: each client, if there are several APIs. */
  readonly users: readonly string[];
  /** Import lines of such a file; `code` goes below them. */
  readonly imports: readonly string[];
  readonly code: string;
  /** Call whose options take the code; undefined: those of the file itself. */
  readonly within?: string;
}

/** Result of `add`: the files written, and the lines that are left to the user. Plain data. */
export interface AddResult extends InsertedLines {
  readonly feature: string;
  /** Absolute path of the output folder. */
  readonly out: string;
  /** Written files, relative to `out`. */
  readonly written: readonly string[];
  /** Lines for the server, if it has to serve what the feature makes. */
  readonly servedBy?: InsertedLines;
  /** Lines for further places that use the feature. */
  readonly also: readonly InsertedLines[];
  /** Parts that only a generation with the feature in the config writes, in words. */
  readonly onlyGenerated?: string;
  /** Packages that package.json does not name yet: `jose@^6.0.0`. */
  readonly packages: readonly string[];
}

/**
 * Writes one feature of the runtime into a generated project. The lock has it from then on, so that later
 * runs keep it up to date. Throws a ToolwrightError if there is no such feature or no project.
 */
export async function add(
  name: string,
  config: Config,
  options: RunOptions = {},
): Promise<AddResult> {
  checkFunctionArguments("add", { config, options });
  const feature = FEATURES.find((definition) => definition.name === name);
  if (feature === undefined)
    throw new ToolwrightError({
      code: "no-feature",
      message: `Unknown feature: ${JSON.stringify(name)}.`,
      hint: `There are ${FEATURE_NAMES.join(", ")}.`,
    });
  const out = resolveOutFolder(config, options);
  const baseLock = await readSettledLock(out, options);
  assertNotNewer(baseLock, options);
  if (baseLock === null) throw notGeneratedError(out);
  const readCurrent = createProjectReader(out);
  const manifest = readCurrent("package.json") ?? "";
  const { onlyGenerated, servedBy } = feature;
  const servers = featuresOf(servedBy?.features);
  const companions = featuresOf(feature.companions);
  const addedFeatures = [feature, ...servers, ...companions];
  const incoming = readRuntime([], {
    added: addedFeatures,
    // What is added goes with what is there, whatever the config says by now.
    sdk: findSdkLine(out, options) ?? DEFAULT_SDK,
  });
  // Files that were deleted by hand are written again.
  const presentFiles = incoming.flatMap(({ path }) => {
    const file = baseLock.files.get(path);
    return file && readCurrent(path) !== undefined
      ? [[path, file] as const]
      : [];
  });
  const outcomes = mergeFiles(
    pairFiles({
      baseLock: { ...baseLock, files: new Map(presentFiles) },
      readCurrent,
      incoming,
    }),
  );
  await assertNotRefused(outcomes, { out, baseLock });
  const { savedOptions } = baseLock;
  const lock = buildLock({
    generator: VERSION,
    savedOptions,
    baseLock,
    incoming,
    outcomes,
  });
  const lockedFiles = new Map([...baseLock.files, ...lock.files]);
  const writtenPaths = await writeProject(out, outcomes, {
    ...lock,
    files: lockedFiles,
  });
  const clients = [...baseLock.files.keys()].filter(
    (path) => classifyPath(path)?.kind === "client",
  );
  const toInsertedLines = (
    { code, file: fileName }: Pick<PlacedUse, "code" | "file">,
    ...imports: readonly Imports[]
  ): InsertedLines => {
    const path = posix.join("src", `${fileName}.ts`);
    const runtimePath = posix.relative(posix.dirname(path), "src/runtime");
    const runtimeFolder = runtimePath.startsWith(".")
      ? `${runtimePath}/`
      : `./${runtimePath}/`;
    return {
      users: fileName === "client" && clients.length > 0 ? clients : [path],
      imports: imports
        .flatMap((names) => Object.entries(names))
        .map(
          ([file, name]) =>
            `import { ${name} } from "${runtimeFolder}${file}.js";`,
        ),
      code,
    };
  };
  const wrapperName = WRAPPER_NAMES.find((wrapperName) =>
    clients.some((path) => readCurrent(path)?.includes(`${wrapperName}(`)),
  );
  const [use = { code: "", file: "", imports: {} }, ...furtherUses] =
    usesOf(feature);
  const insertedLines = toInsertedLines(use, use.imports);
  const [mainLines = insertedLines, ...furtherLines] =
    wrapperName === undefined
      ? [insertedLines]
      : putIntoWrapper(insertedLines, wrapperName);
  return {
    feature: feature.name,
    out,
    written: writtenPaths.filter((path) => classifyPath(path) !== undefined),
    ...mainLines,
    ...(servedBy && {
      servedBy: toInsertedLines(
        { code: servedBy.code, file: "server" },
        ...servers.map(({ imports }) => imports),
      ),
    }),
    also: [
      ...furtherLines,
      ...[...furtherUses, ...companions.flatMap(usesOf)].map((furtherUse) =>
        toInsertedLines(furtherUse, furtherUse.imports),
      ),
    ],
    ...(onlyGenerated !== undefined && { onlyGenerated }),
    packages: dependenciesOf(packagesOf(incoming))
      .filter((dependency) => !manifest.includes(`"${dependency.name}"`))
      .map((dependency) => `${dependency.name}@${dependency.version}`),
  };
}

/** Features of some names, sorted by name. */
function featuresOf(names: readonly string[] = []): FeatureDefinition[] {
  return names.toSorted().map(featureOf);
}

/** Names of the functions that contain `forCaller` in the options of a client. */
const WRAPPER_NAMES = FEATURES.filter(({ client }) => client?.wrapper).map(
  (feature) => mainImportOf(feature).name,
);

/** Lines for a client whose options have a wrapper: `forCaller` is a member of its call. */
function putIntoWrapper(
  lines: InsertedLines,
  wrapperName: string,
): InsertedLines[] {
  const [, forCaller, code] =
    /^(forCaller: \w+\([^)]*\))(?:, (.*))?$/.exec(lines.code) ?? [];
  if (forCaller === undefined) return [lines];
  const within = `${wrapperName}({ … })`;
  return code === undefined
    ? [{ ...lines, code: forCaller, within }]
    : [
        { ...lines, code },
        { ...lines, imports: [], code: forCaller, within },
      ];
}

/** Error of a folder without a generated project. */
export function notGeneratedError(out: string): ToolwrightError {
  return new ToolwrightError({
    code: "not-generated",
    file: out,
    message: "This folder is not a generated project.",
    hint: "Pass the project's folder with --out, or create a project first: toolwright generate",
  });
}
