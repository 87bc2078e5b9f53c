import { FEATURES, mainImportOf } from "../features/features.js";
import { join } from "node:path";
import type { Config } from "../config/config.js";
import { readText } from "../shared/json.js";
import {
  hasFile,
  resolveOutFolder,
  createProjectReader,
  listExtensionFiles,
} from "../project/folder.js";
import { parseManifest } from "../project/json-edit.js";
import { readLock } from "../project/lock.js";
import type { RunOptions } from "../pipeline.js";
import { notGeneratedError } from "./add.js";

/** Setup for clients that start a generated server. Plain data, without secrets. */
export interface ClientSetup {
  readonly name: string;
  readonly args: readonly string[];
  /** True if the server lists its tools only with `--tools all`: clients that search by themselves need that. */
  readonly searches: boolean;
  /** True if `.env`, which `args` names, is still to be written. */
  readonly lacksEnvFile: boolean;
  /** Folder of the project's skills; null if it has none. */
  readonly skills: string | null;
  /** True if the project is built; otherwise `npm run build` comes first. */
  readonly isBuilt: boolean;
}

/** Reads the setup of a generated project. Throws a ToolwrightError if there is none. */
export function readClientSetup(
  config: Config,
  options: RunOptions,
): ClientSetup {
  const out = resolveOutFolder(config, options);
  const readCurrent = createProjectReader(out);
  const manifest = readCurrent("package.json");
  if (readLock(out) === null || manifest === undefined)
    throw notGeneratedError(out);
  const { name } = parseManifest(manifest);
  return {
    // Clients take no other characters in a name, such as those of a package's scope.
    name: readText(name).replace(/[^\w-]+/g, "") || "api-mcp",
    args: [join(out, "dist", "main.js"), "--env", join(out, ".env")],
    lacksEnvFile: !hasFile(out, ".env"),
    searches: FEATURES.some(
      (feature) =>
        feature.replacesList &&
        hasFile(out, `src/runtime/${mainImportOf(feature).file}.ts`),
    ),
    skills:
      listExtensionFiles(out, "skill").length > 0 ? join(out, "skills") : null,
    isBuilt: hasFile(out, "dist/main.js"),
  };
}
