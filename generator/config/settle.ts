import { ToolwrightError } from "../errors.js";
import type { Config } from "./config.js";
import { badOption, problemsOf } from "./misfits.js";
import { OPTIONS, type OptionSpec } from "./options.js";
import type { SourceName } from "./source-name.js";

type Options = typeof OPTIONS;

/** A config with every default filled in. */
export type Settings = {
  readonly [
    Name in keyof Options as Options[Name] extends { fallback: unknown }
      ? Name
      : never
  ]:
    | Required<Config>[Name]
    | (Options[Name] extends { fallback: null } ? null : never);
} & {
  /** Name of the API among several of one server; null where it is the only one. */
  readonly source: SourceName;
};

/** Checks a config and fills in the defaults. Throws one error that names every wrong field. */
export function settle(config: Config): Settings {
  const problems = problemsOf(config, OPTIONS);
  // What is no list is refused below.
  const besides = [config.emit ?? []]
    .flat()
    .filter((one) => /^(dockerfile|mcpb|registry|worker)$/.test(one));
  if (config.app !== undefined && besides.length > 0) {
    problems.push(
      badOption(
        "A container, bundle or worker holds the emitted project alone, and the application that `app` names stands outside it.",
        `Leave ${besides.join(", ")} out of \`emit\`, or generate from the application's document to call it over HTTP.`,
      ),
    );
  }
  if (problems.length > 0) throw new ToolwrightError(problems);
  const settings = withDefaults(config);
  const { allRoutesAsTools, auth, features, routeMaps } = settings;
  return {
    ...settings,
    auth: features.includes("jwt") ? "jwt" : auth,
    routePrefix: normalPrefix(settings.routePrefix),
    routeMaps: allRoutesAsTools
      ? [...routeMaps, { routeType: "TOOL" }]
      : routeMaps,
  };
}

function withDefaults(config: Config): Settings {
  const filled: Record<string, unknown> = { source: null };
  for (const [name, { fallback }] of Object.entries<OptionSpec>(OPTIONS)) {
    if (fallback === undefined) continue;
    filled[name] = config[name as keyof Config] ?? fallback;
  }
  return filled as Settings; // a field for each option that has a default
}

/** `v1/`, `/v1` and `/v1/` are the same prefix. */
function normalPrefix(prefix: string): string {
  const bare = prefix.replace(/^\/+|\/+$/g, "");
  return bare === "" ? "" : `/${bare}`;
}
