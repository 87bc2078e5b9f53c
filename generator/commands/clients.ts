import { join } from "node:path";
import type { Config } from "../config/config.js";
import { readText } from "../shared/json.js";
import { has, outFolder, reader, skillsIn } from "../project/folder.js";
import { parseManifest } from "../project/json-edit.js";
import { readLock } from "../project/lock.js";
import type { RunOptions } from "../pipeline.js";
import { notGenerated } from "./add.js";

/** What clients that start a generated server are told of it. Plain data, without secrets. */
export interface ClientSetup {
  readonly name: string;
  readonly args: readonly string[];
  /** Lists its tools only where it is asked to, with `--tools all`: clients that search by themselves do. */
  readonly searches: boolean;
  /** Variables of credentials, to be filled in; where there is an `.env`, that is named in `args`. */
  readonly env: Readonly<Record<string, string>>;
  /** Folder of its skills, where it has some. */
  readonly skills: string | null;
  /** False: `npm run build` comes first. */
  readonly isBuilt: boolean;
}

/** Reads a generated project. Throws a ToolwrightError where there is none. */
export function clients(config: Config, options: RunOptions): ClientSetup {
  const out = outFolder(config, options);
  const yours = reader(out);
  const manifest = yours("package.json");
  if (readLock(out) === null || manifest === undefined) throw notGenerated(out);
  const { name } = parseManifest(manifest);
  const hasFile = has(out, ".env");
  const [own = ""] = (yours(".env.example") ?? "").split("# The server itself");
  const secrets = [...own.matchAll(/^([A-Z_][A-Z\d_]*)=$/gm)];
  return {
    // Clients take no other signs in a name, such as those of a package's scope.
    name: readText(name).replace(/[^\w-]+/g, "") || "api-mcp",
    args: [
      ...(hasFile ? [`--env-file=${join(out, ".env")}`] : []),
      join(out, "dist", "main.js"),
    ],
    env: hasFile
      ? {}
      : Object.fromEntries(secrets.map(([, variable = ""]) => [variable, ""])),
    searches: has(out, "src/runtime/features/search/search.ts"),
    skills: skillsIn(out).length > 0 ? join(out, "skills") : null,
    isBuilt: has(out, "dist/main.js"),
  };
}
