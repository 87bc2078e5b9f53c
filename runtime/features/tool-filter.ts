import { defineServer } from "../index.js";
import type { Component, Feature, McpService, Tool } from "../index.js";

/** What of a server is offered. Lists are texts with commas; one that is empty says nothing. */
export interface ToolFilter {
  /** Tags: what has one of them. */
  readonly toolsets?: string | undefined;
  /** Names: nothing else, or what is offered besides `toolsets`. */
  readonly only?: string | undefined;
  /** Names of what is left out, whoever else wants it. */
  readonly exclude?: string | undefined;
  /** Leaves out what does more than read, whoever else wants it. */
  readonly readOnly?: boolean | undefined;
  /** `search`, or `all` in place of a search. Default: as the server is made. */
  readonly tools?: string | undefined;
}

/** What flags say, and where they say nothing, the environment: `--read-only`, `MCP_READ_ONLY`. */
export function toolFilterFrom(
  flags: Readonly<Record<string, string | boolean | undefined>>,
  env: NodeJS.ProcessEnv,
): ToolFilter {
  const said = (name: string) => {
    const variable = `MCP_${name.toUpperCase().replace("-", "_")}`;
    return String(flags[name] ?? env[variable] ?? "");
  };
  const readOnly = said("read-only");
  if (!/^(true|1|false|0|)$/.test(readOnly))
    throw new Error(`MCP_READ_ONLY must be true or false, not "${readOnly}".`);
  return {
    toolsets: said("toolsets"),
    only: said("only"),
    exclude: said("exclude"),
    readOnly: /^(true|1)$/.test(readOnly),
    tools: said("tools"),
  };
}

/** The part of a server that is chosen; what is left out can't be listed, found or called. Throws where a name is unknown, or nothing is left. */
export function filterTools(
  service: McpService,
  choice: ToolFilter,
): McpService {
  const { definition: offer } = service;
  const components = service.entries.map(({ component }) => component);
  const names = components.map(({ name }) => name);
  const tags = components.flatMap((one) => one.tags ?? []);
  const toolsets = listed("toolsets", choice.toolsets, tags);
  const only = listed("only", choice.only, names);
  const exclude = listed("exclude", choice.exclude, names);
  const isAll = toolsets.length + only.length === 0;
  const keep = (component: Component) => {
    const { name, tags: own = [] } = component;
    const isWanted =
      isAll || only.includes(name) || own.some((tag) => toolsets.includes(tag));
    const isRefused =
      exclude.includes(name) || (choice.readOnly && !isReadOnly(component));
    return isWanted && !isRefused;
  };
  const { features = [], instructions } = offer;
  const wanted = features.filter(toolsOf(choice, features));
  if (components.every(keep) && wanted.length === features.length)
    return service;
  if (!components.some(keep))
    throw new Error("Nothing is left to serve of what was chosen.");
  const sources = offer.sources.map((source) => ({
    ...source,
    components: source.components.filter(keep),
  }));
  // What is left out is not counted, or named as a group; what is listed needs no search.
  const isListed = wanted.length < features.length;
  const left = components.filter((one) => one.kind === "tool" && keep(one));
  const all = instructions
    ?.replace(/(?<=: )\d+(?= operations\.)/, String(left.length))
    .replace(isAll ? "" : /^Groups: .*\n/m, "");
  const told = isListed
    ? all?.replace(/[^.\n]+(?:\. *)?/g, (sentence) =>
        /\bsearch_operations\b/.test(sentence) ? "" : sentence,
      )
    : all;
  return defineServer({
    ...offer,
    sources,
    features: wanted,
    ...(told !== undefined && { instructions: told }),
  });
}

/** The names of a list. Throws where one is not known. */
function listed(
  option: string,
  text = "",
  known: readonly string[],
): readonly string[] {
  const names = text.split(",").map((name) => name.trim());
  const given = names.filter(Boolean);
  if (text.trim() && given.length === 0)
    throw new Error(`${option}: there is no name in ${JSON.stringify(text)}.`);
  const unknown = given.filter((name) => !known.includes(name));
  if (unknown.length === 0) return given;
  const all = [...new Set(known)].sort().join(", ");
  const shown = all.length > MAX_TEXT ? `${all.slice(0, MAX_TEXT)}…` : all;
  throw new Error(
    `${option}: there is no ${unknown.join(", ")}. Known are ${shown || "none"}.`,
  );
}

const MAX_TEXT = 4_000;

/** Resources are read; of tools, those that say so. */
export function isReadOnly(component: Component): boolean {
  const { annotations } = component as Tool; // others have none
  return component.kind !== "tool" || annotations?.readOnlyHint === true;
}

/** Which features stay: the search says of itself that it lists tools. */
function toolsOf({ tools }: ToolFilter, features: readonly Feature[]) {
  const isSearch = (feature: Feature) => "listsTools" in feature;
  if (!/^(all|search|)$/.test(tools ?? ""))
    throw new Error(`tools must be all or search, not "${tools ?? ""}".`);
  if (tools === "search" && !features.some(isSearch))
    throw new Error(
      "tools: this server has no search. Generate it with --tools search.",
    );
  return (feature: Feature) => tools !== "all" || !isSearch(feature);
}
