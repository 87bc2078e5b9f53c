import { toWord } from "../shared/json.js";
import { ToolwrightError, type Problem } from "../errors.js";
import type { Config, Source } from "./config.js";
import { badOption, problemsOf, type OptionCheck } from "./validate.js";
import { API_OPTIONS, OPTIONS, type OptionSpec } from "./options.js";
import { MAX_NAME, namePrefix, type SourceName } from "./source-name.js";

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
    .filter((one) => /^(dockerfile|mcpb|registry|worker)$/.test(toWord(one)));
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

/** One API of a config. */
export interface Part {
  /** As if it were the only one. */
  readonly config: Config;
  readonly settings: Settings;
}

/** The APIs of a config, in its order. Throws one error that names everything wrong with its sources. */
export function partsOf(config: Config): Part[] {
  const settings = settle(config);
  const { sources, ...shared } = config;
  if (sources === undefined) return [{ config, settings }];
  const problems = [
    ...besides(shared),
    ...sources.flatMap(problemsOfSource),
    ...alike(sources),
  ];
  if (problems.length > 0) throw new ToolwrightError(problems);
  return sources.map(({ name, ...own }) => {
    const part = { ...shared, ...own };
    return { config: part, settings: { ...settle(part), source: name } };
  });
}

function besides(shared: Config): Problem[] {
  return Object.keys(shared)
    .filter((name) => Object.hasOwn(API_OPTIONS, name))
    .map((name) =>
      badOption(
        `The option ${name} tells of one API, and stands beside \`sources\`.`,
        `Give it to the source that it is for: sources: [{ name, ${name}, … }]`,
      ),
    );
}

/** Folders below src/ that are something else, and names that Windows keeps. */
const RESERVED =
  "(custom|resources|runtime|templates|tools|workflows|con|prn|aux|nul|(com|lpt)[0-9])";

/** Hyphens stand before letters alone, so that no two names become one identifier. */
export const SOURCE_NAME: OptionCheck = {
  expected:
    "lower-case letters and digits, in words with hyphens between, and no folder that is something else, such as `tools`",
  schema: {
    type: "string",
    pattern: `^(?!${RESERVED}$)[a-z][a-z0-9]*(-[a-z][a-z0-9]*)*$`,
  },
};

/** Characters that a tool's own name needs behind its source's. */
const LEAST_NAME = 16;

function problemsOfSource(source: Source): Problem[] {
  // A config file may leave it out.
  const name: unknown = source.name ?? null;
  const problems = problemsOf(
    { ...source, name },
    { name: SOURCE_NAME, ...API_OPTIONS },
  );
  if (MAX_NAME - namePrefix(toWord(source.name)).length < LEAST_NAME) {
    problems.push(
      badOption(
        `Its name leaves too little of the ${MAX_NAME} characters that a tool's name may have.`,
        "Choose a shorter one.",
      ),
    );
  }
  return problems.map((problem) => ({
    ...problem,
    message: `Of the source ${JSON.stringify(name)}: ${problem.message}`,
  }));
}

/** One tool could be `a_b_c` of `a` as of `a-b`. */
function alike(sources: readonly Source[]): Problem[] {
  const names = sources.map(({ name }) => name).sort();
  return names.flatMap((name, index) =>
    names
      .slice(index + 1)
      .filter((other) => `${other}-`.startsWith(`${name}-`))
      .map((other) =>
        badOption(
          `The sources "${name}" and "${other}" begin alike, so names of the one could be names of the other.`,
          "Choose names of which none begins with another one.",
        ),
      ),
  );
}
