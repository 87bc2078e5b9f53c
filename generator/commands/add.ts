import { posix } from "node:path";
import type { Config } from "../config/config.js";
import {
  FEATURE_NAMES,
  FEATURES,
  type FeatureName,
  type FeatureSpec,
} from "../config/runtime-features.js";
import { featureImports } from "../emit/imports.js";
import {
  dependenciesOf,
  packagesOf,
  readRuntime,
  sdkOf,
} from "../emit/runtime.js";
import { ToolwrightError } from "../errors.js";
import { mergeFiles } from "../reconcile/merge-files.js";
import { outFolder, reader } from "../project/folder.js";
import { nextLock } from "../project/lock.js";
import { placeOf } from "../project/paths.js";
import { refuse, settledLock, write } from "../project/write/write.js";
import { VERSION } from "../package.js";
import type { RunOptions } from "../pipeline.js";

/** Lines that hand something in. */
interface HandedIn {
  /** The files that it may be handed to: each client of several APIs. */
  readonly users: readonly string[];
  /** What one of them imports, then what it says. */
  readonly imports: readonly string[];
  readonly code: string;
}

/** In a project that doesn't send by axios. */
const OTHER_TRANSPORT = "/* the transport that stands there */";

/** What `add` did, and what is left to the user. Plain data. */
export interface AddResult extends HandedIn {
  readonly feature: FeatureName;
  /** Absolute path of the output folder. */
  readonly out: string;
  /** Files that were written, relative to it. */
  readonly written: readonly string[];
  /** What serves what the feature makes. */
  readonly servedBy?: HandedIn;
  /** Packages that package.json does not name yet: `jose@^6.0.0`. */
  readonly packages: readonly string[];
}

/**
 * Writes one feature of the runtime into a generated project. The lock remembers it, so that later
 * runs keep it up to date. Throws a ToolwrightError where there is no such feature or no project.
 */
export async function add(
  name: string,
  config: Config,
  options: RunOptions = {},
): Promise<AddResult> {
  const feature = FEATURE_NAMES.find((known) => known === name);
  if (feature === undefined)
    throw new ToolwrightError({
      code: "no-feature",
      message: `There is no feature ${JSON.stringify(name)}.`,
      hint: `There are ${FEATURE_NAMES.join(", ")}.`,
    });
  const out = outFolder(config, options);
  const last = await settledLock(out);
  if (last === null) throw notGenerated(out);
  const yours = reader(out);
  const manifest = yours("package.json") ?? "";
  const { servedBy, use }: FeatureSpec = FEATURES[feature];
  const servers = FEATURE_NAMES.filter((one) =>
    servedBy?.features.includes(one),
  );
  const added = [feature, ...servers];
  const next = readRuntime([], { added, sdk: sdkOf(manifest) });
  // What was deleted by hand is wanted again.
  const files = next.flatMap(({ path }) => {
    const file = last.files.get(path);
    return file && yours(path) !== undefined ? [[path, file] as const] : [];
  });
  const outcomes = mergeFiles({
    last: { ...last, files: new Map(files) },
    yours,
    next,
  });
  await refuse(outcomes, { out, last });
  const { memory } = last;
  const lock = nextLock({ generator: VERSION, memory, last, next, outcomes });
  const all = new Map([...last.files, ...lock.files]);
  const written = await write(out, outcomes, { ...lock, files: all });
  const clients = [...last.files.keys()].filter(
    (path) => placeOf(path)?.kind === "client",
  );
  const handedIn = (
    features: readonly FeatureName[],
    [file, code]: FeatureSpec["use"],
  ): HandedIn => {
    const path = posix.join("src", `${file}.ts`);
    const way = posix.relative(posix.dirname(path), "src/runtime");
    const runtime = way.startsWith(".") ? `${way}/` : `./${way}/`;
    return {
      users: file === "client" && clients.length > 0 ? clients : [path],
      imports: featureImports(features, runtime).map(
        ({ clause, from }) => `import ${clause} from "${from}";`,
      ),
      code: last.files.has("src/runtime/features/axios.ts")
        ? code
        : code.replace(/(?<=[(,] ?)axiosTransport\(\)/, OTHER_TRANSPORT),
    };
  };
  return {
    feature,
    out,
    written: written.filter((path) => placeOf(path) !== undefined),
    ...handedIn([feature], use),
    ...(servedBy && {
      servedBy: handedIn(servers, ["server", servedBy.code]),
    }),
    packages: dependenciesOf(packagesOf(next))
      .filter((one) => !manifest.includes(`"${one.name}"`))
      .map((one) => `${one.name}@${one.version}`),
  };
}

/** There is nothing to work on. */
export function notGenerated(out: string): ToolwrightError {
  return new ToolwrightError({
    code: "not-generated",
    file: out,
    message: "No generated project is in this folder.",
    hint: "Name that of one with --out, or make one first: toolwright generate",
  });
}
