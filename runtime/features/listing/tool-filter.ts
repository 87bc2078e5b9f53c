import { isListed } from "../../index.js";
import type {
  Component,
  Environment,
  Feature,
  Flags,
  ServerDefinition,
  Tool,
} from "../../index.js";

/** Selection of a server's components. Lists are comma-separated strings; an empty list does not restrict anything. */
export interface ToolFilter {
  /** Tags: components with one of them are offered. */
  readonly toolsets?: string | undefined;
  /** Names: only these are offered, in addition to `toolsets`. */
  readonly only?: string | undefined;
  /** Names of components that are never offered. */
  readonly exclude?: string | undefined;
  /** Set to hide everything that does more than read. */
  readonly readOnly?: boolean | undefined;
  /** `search`, or `all` to list tools without a search. Default: as the server is defined. */
  readonly tools?: string | undefined;
}

/**
 * Selects the components of a server when it starts, by flags or variables. Hidden ones cannot be listed, found or
 * called.
 */
export function toolFilter(): Feature {
  return {
    name: "tool-filter",
    stage: "guard",
    select: (definition, flags, { env }) =>
      filterTools(definition, readFilter(flags, env)),
  };
}

/** Reads the filter from flags, or from environment variables: `--read-only`, `MCP_READ_ONLY`. */
export function readFilter(flags: Flags, env: Environment): ToolFilter {
  const readSetting = (name: string) => {
    const variable = `MCP_${name.toUpperCase().replace("-", "_")}`;
    return String(flags[name] ?? env[variable] ?? "");
  };
  const readOnly = readSetting("read-only");
  if (!/^(true|1|false|0|)$/.test(readOnly))
    throw new Error(
      `--read-only (or MCP_READ_ONLY) must be true or false, not "${readOnly}".`,
    );
  return {
    toolsets: readSetting("toolsets"),
    only: readSetting("only"),
    exclude: readSetting("exclude"),
    readOnly: /^(true|1)$/.test(readOnly),
    tools: readSetting("tools"),
  };
}

/** Filters the components of a server. Throws if a name is unknown or nothing remains. */
export function filterTools(
  definition: ServerDefinition,
  filter: ToolFilter,
): ServerDefinition {
  const components = definition.sources
    .flatMap((source) => source.components)
    .filter(isListed);
  const names = components.map(({ name }) => name);
  const tags = components.flatMap((component) => component.tags ?? []);
  const toolsets = parseNames(
    "--toolsets (or MCP_TOOLSETS)",
    filter.toolsets,
    tags,
  );
  const only = parseNames("--only (or MCP_ONLY)", filter.only, names);
  const exclude = parseNames(
    "--exclude (or MCP_EXCLUDE)",
    filter.exclude,
    names,
  );
  const isAll = toolsets.length + only.length === 0;
  const isKept = (component: Component) => {
    const { name, tags: componentTags = [] } = component;
    const isWanted =
      isAll ||
      only.includes(name) ||
      componentTags.some((tag) => toolsets.includes(tag));
    const isRefused =
      exclude.includes(name) || (filter.readOnly && !isReadOnly(component));
    return isWanted && !isRefused;
  };
  const { features = [], instructions } = definition;
  const keptFeatures = features.filter(createFeatureFilter(filter, features));
  if (components.every(isKept) && keptFeatures.length === features.length)
    return definition;
  if (!components.some(isKept))
    throw new Error(
      "--toolsets, --only, --exclude and --read-only (or MCP_TOOLSETS, MCP_ONLY, MCP_EXCLUDE, MCP_READ_ONLY) leave no operations to serve.",
    );
  const sources = definition.sources.map((source) => ({
    ...source,
    components: source.components.filter(
      (component) => !isListed(component) || isKept(component),
    ),
  }));
  // Hidden components are not counted or named as a group, and listed tools need no search.
  const isSearchless = keptFeatures.length < features.length;
  const keptTools = components.filter(
    (component) => component.kind === "tool" && isKept(component),
  );
  const keptInstructions = instructions
    ?.replace(/(?<=: )\d+(?= operations\.)/, String(keptTools.length))
    .replace(isAll ? "" : /^Groups: .*\n/m, "");
  const listedInstructions = isSearchless
    ? keptInstructions?.replace(/[^.\n]+(?:\. *)?/g, (sentence) =>
        /\bsearch_operations\b/.test(sentence) ? "" : sentence,
      )
    : keptInstructions;
  return {
    ...definition,
    sources,
    features: keptFeatures,
    ...(listedInstructions !== undefined && {
      instructions: listedInstructions,
    }),
  };
}

/** Parses a list of names. Throws if a name is unknown. */
function parseNames(
  option: string,
  text = "",
  knownNames: readonly string[],
): readonly string[] {
  const names = text.split(",").map((name) => name.trim());
  const givenNames = names.filter(Boolean);
  if (text.trim() && givenNames.length === 0)
    throw new Error(
      `${option}: ${JSON.stringify(text)} does not contain a name.`,
    );
  const unknownNames = givenNames.filter((name) => !knownNames.includes(name));
  if (unknownNames.length === 0) return givenNames;
  const knownText = [...new Set(knownNames)].sort().join(", ");
  const shownText =
    knownText.length > MAX_TEXT
      ? `${knownText.slice(0, MAX_TEXT)}…`
      : knownText;
  throw new Error(
    `${option}: unknown: ${unknownNames.join(", ")}. Known: ${shownText || "none"}.`,
  );
}

const MAX_TEXT = 4_000;

/** True if a component only reads: all resources, and tools with `readOnlyHint`. */
export function isReadOnly(component: Component): boolean {
  const { annotations } = component as Tool; // other kinds have none
  return component.kind !== "tool" || annotations?.readOnlyHint === true;
}

/** Returns a predicate for features to keep. `tools: all` takes the search out, and what belongs to it. */
function createFeatureFilter(
  { tools }: ToolFilter,
  features: readonly Feature[],
) {
  const isSearch = ({ name, requires = [] }: Feature) =>
    name === "search" || requires.includes("search");
  if (!/^(all|search|)$/.test(tools ?? ""))
    throw new Error(
      `--tools (or MCP_TOOLS) must be all or search, not "${tools ?? ""}".`,
    );
  if (tools === "search" && !features.some(isSearch))
    throw new Error(
      "--tools (or MCP_TOOLS): this server does not have search tools. Generate it with --tools search.",
    );
  return (feature: Feature) => tools !== "all" || !isSearch(feature);
}
