import { ToolwrightError, type Problem } from "../errors.js";
import {
  OF_ONE_API,
  type Config,
  type Settings,
  type Source,
} from "./config.js";
import { settle } from "./settle.js";
import { namePrefix } from "./source-name.js";

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
    ...sources.flatMap((source) => checkSource(source, settings)),
    ...alike(sources),
  ];
  if (problems.length > 0) throw new ToolwrightError(problems);
  return sources.map(({ name, ...own }) => {
    const part = { ...shared, ...own };
    return { config: part, settings: settleSource(name, part) };
  });
}

function besides(shared: Config): Problem[] {
  return OF_ONE_API.filter((field) => shared[field] !== undefined).map(
    (field) => ({
      code: "bad-option",
      message: `The option ${field} tells of one API, and stands beside \`sources\`.`,
      hint: `Give it to the source that it is for: sources: [{ name, ${field}, … }]`,
    }),
  );
}

/** Hyphens stand before letters alone, so that no two names become one identifier. */
const NAME = /^[a-z][a-z0-9]*(-[a-z][a-z0-9]*)*$/;

/** Folders below src/ that are something else, and names that Windows keeps. */
const RESERVED =
  /^(custom|resources|runtime|templates|tools|con|prn|aux|nul|(com|lpt)[0-9])$/;

/** Characters that a tool's own name needs behind its source's. */
const LEAST_NAME = 16;

function checkSource(source: Source, { maxNameLength }: Settings): Problem[] {
  const { name } = source;
  const text = JSON.stringify(name);
  if (typeof name !== "string" || !NAME.test(name)) {
    return [
      {
        code: "bad-option",
        message: `The name of a source must be lower-case letters and digits, in words with hyphens between; it is ${text}.`,
        hint: 'Each source has a name: sources: [{ name: "book-shop", document: … }]',
      },
    ];
  }
  const fields: readonly string[] = ["name", ...OF_ONE_API];
  const problems: Problem[] = Object.keys(source)
    .filter((field) => !fields.includes(field))
    .map((field) => ({
      code: "unknown-option",
      message: `The source ${text} has ${JSON.stringify(field)}, which is no option of a source.`,
      hint: `Options are ${fields.join(", ")}; the others stand beside \`sources\`.`,
    }));
  if (RESERVED.test(name)) {
    problems.push({
      code: "bad-option",
      message: `A source can't be called ${text}: that folder is something else.`,
    });
  }
  if (maxNameLength - namePrefix(name).length < LEAST_NAME) {
    problems.push({
      code: "bad-option",
      message: `The name of the source ${text} leaves too little of the ${maxNameLength} characters that a tool's name may have.`,
      hint: "Choose a shorter one.",
    });
  }
  return problems;
}

/** One tool could be `a_b_c` of `a` as of `a-b`. */
function alike(sources: readonly Source[]): Problem[] {
  return sources.flatMap(({ name }, index) =>
    sources
      .filter(
        (other, at) =>
          at !== index &&
          `${other.name}-`.startsWith(`${name}-`) &&
          (other.name !== name || at > index),
      )
      .map((other) => ({
        code: "bad-option",
        message: `The sources ${JSON.stringify(name)} and ${JSON.stringify(other.name)} begin alike, so names of the one could be names of the other.`,
        hint: "Choose names of which none begins with another one.",
      })),
  );
}

function settleSource(source: string, config: Config): Settings {
  try {
    return { ...settle(config), source };
  } catch (error) {
    if (!(error instanceof ToolwrightError)) throw error;
    throw new ToolwrightError(
      error.problems.map((problem) => ({
        ...problem,
        message: `Of the source ${JSON.stringify(source)}: ${problem.message}`,
      })),
      { cause: error },
    );
  }
}
