import { isAbsolute } from "node:path";
import { getMember, isObject, toArray } from "../shared/json.js";

/**
 * True if a safe run refuses a config for what it says, wherever the project lies: it has code, connects, or names an
 * absolute path. `config`: as it is written, before paths are resolved; of a script, as it is passed.
 */
export function needsTrust(config: object): boolean {
  const {
    allowRemote,
    app,
    document,
    extensions,
    instructions,
    overlays,
    refRoot,
    sources,
    workflows,
  }: Readonly<Record<string, unknown>> = { ...config };
  return (
    (app !== undefined && app !== null) ||
    allowRemote === true ||
    toArray(extensions).length > 0 ||
    [document, overlays, refRoot, workflows, getMember(instructions, "file")]
      .flat()
      .some(isElsewhere) ||
    toArray(sources).some((source) => isObject(source) && needsTrust(source))
  );
}

/** True if a config is code, by its name. */
export function isCode(path: string): boolean {
  return !path.endsWith(".json");
}

function isElsewhere(location: unknown): boolean {
  return (
    typeof location === "string" &&
    (/^https?:/i.test(location) || isAbsolute(location))
  );
}
