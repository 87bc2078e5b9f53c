import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import {
  ADDED_KEY,
  FEATURE_NAMES,
  FEATURES,
  mainImport,
  type FeatureName,
} from "../config/runtime-features.js";
import type { Settings } from "../config/resolve-config.js";
import { filled } from "../shared/json.js";
import type { Lock, RenderedFile } from "../project/outcome.js";
import { PACKAGE_ROOT } from "../package.js";
import { byKey } from "../shared/order.js";
import type { PlannedServer } from "./planned-files.js";

const FOLDER = `${PACKAGE_ROOT}runtime/`;

/**
 * The runtime, as it is copied: its core, these features, and what their files import, with the one MCP
 * SDK that is asked for. Those `added` by hand are marked, so that the lock remembers them.
 */
export function readRuntime(
  features: readonly FeatureName[],
  { added = [], sdk }: { added?: readonly FeatureName[]; sdk: Settings["sdk"] },
): RenderedFile[] {
  const core = readdirSync(FOLDER).filter((file) => file.endsWith(".ts"));
  const texts = new Map<string, string>();
  const queue = [
    ...core,
    ...[...features, ...added].flatMap((name) =>
      Object.keys(FEATURES[name].imports).map((file) => `${file}.ts`),
    ),
  ];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (texts.has(file)) continue;
    const text = readSource(file, sdk);
    texts.set(file, text);
    const own = importsOf(text).filter((path) => path.startsWith("."));
    queue.push(...own.map((path) => from(file, path)));
  }
  const keys = new Map(
    added.map((name) => [`${mainImport(name).file}.ts`, ADDED_KEY + name]),
  );
  return [...texts].sort(byKey).map(([file, text]) => ({
    path: `src/runtime/${file}`,
    text,
    editable: true,
    ...filled({ key: keys.get(file) }),
  }));
}

/** What its APIs and the server itself need. */
export function allFeatures({ apis, features }: PlannedServer): FeatureName[] {
  const own = apis.flatMap((api) => Object.values(api.features));
  return [...own.flat(), ...features];
}

/** A file as it is emitted. Those that speak of the SDK's second line stand in `sdk/v2`, and take the place of the first line's. */
function readSource(file: string, sdk: Settings["sdk"]): string {
  const second = {
    "sdk.ts": "sdk/v2/sdk.ts",
    "sdk/session.ts": "sdk/v2/session.ts",
  }[file];
  if (sdk === "v1" || second === undefined)
    return readFileSync(FOLDER + file, "utf8");
  const up = file === "sdk.ts" ? "./" : "../";
  return readFileSync(FOLDER + second, "utf8")
    .replaceAll('from "./sdk.js"', 'from "../sdk.js"')
    .replaceAll('from "../../', `from "${up}`);
}

/** The features that were added by hand to what was generated last. */
export function addedFeatures(lock: Lock | null): FeatureName[] {
  const keys = new Set(
    [...(lock?.files.values() ?? [])].map(({ key = "" }) => key),
  );
  return FEATURE_NAMES.filter((name) => keys.has(ADDED_KEY + name));
}

/** What is written once stays what it was, whatever is generated now. */
export function customOf(
  lock: Lock | null,
  yours: (path: string) => string | undefined = () => undefined,
): string | null | undefined {
  const path = "src/custom/index.ts";
  const last = lock?.files.get(path)?.text();
  if (last !== undefined) return last;
  const present = yours(path);
  const lists = present === undefined || /^export\b.*\bcustom\b/m.test(present);
  return lists ? undefined : null;
}

/** Names of the packages that files import, sorted. */
export function packagesOf(files: readonly RenderedFile[]): string[] {
  const names = files
    .flatMap(({ text }) => importsOf(text))
    .filter((path) => !/^(\.|node:)/.test(path))
    .map((path) => /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path);
  return [...new Set(names)].sort();
}

/** What a file of the runtime imports, types included. */
function importsOf(text: string): string[] {
  const all = text.matchAll(/(?:\bfrom|\bimport\() ?"([^"]+)"/g);
  return [...all].map(([, path = ""]) => path);
}

/** `../index.js` of `features/form.ts` → `index.ts` */
function from(file: string, path: string): string {
  return join(dirname(file), path).replace(/\.js$/, ".ts");
}

/** Versions of the packages that the runtime imports; others are installed by who wants them. */
const VERSIONS: Readonly<Record<string, string>> = {
  "@modelcontextprotocol/sdk": "^1.32.2",
  "@modelcontextprotocol/server": "^2.4.0",
  "@opentelemetry/api": "^1.9.0",
  axios: "^1.21.1",
  "eventsource-parser": "^3.1.1",
  jiti: "^2.7.0",
  jose: "^6.2.17",
  "tough-cookie": "^6.1.0",
};

/** Those of these packages that a server depends on. */
export function dependenciesOf(packages: readonly string[]) {
  return packages
    .filter((name) => Object.hasOwn(VERSIONS, name))
    .map((name) => ({ name, version: VERSIONS[name] }));
}

/** The MCP SDK of a project, by its package.json. */
export function sdkOf(manifest: string): Settings["sdk"] {
  return manifest.includes('"@modelcontextprotocol/server"') ? "v2" : "v1";
}
