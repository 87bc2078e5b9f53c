import { isSchema, parseText } from "../../../index.js";
import type {
  Caller,
  Feature,
  McpService,
  MethodHandlers,
} from "../../../index.js";
import { isReadOnly } from "../tool-filter.js";
import { createCatalog, shortenName } from "./catalog.js";
import type { Catalog } from "./catalog.js";
import {
  alwaysListed,
  MAX_DESCRIBED,
  OPERATIONS,
  unknownNamesError,
  findUndeclared,
} from "./operations.js";
import { summaryLine, outlineOperation } from "./outline.js";

/** Number of hits: default and maximum. */
const DEFAULT_HITS = 8;
const MAX_HITS = 50;
/** Maximum length of a query and of a list of groups, in characters. */
const MAX_QUERY_LENGTH = 1_000;
const MAX_GROUPS_LENGTH = 1_200;

export interface SearchOptions {
  /** Names of tools that stay listed. */
  readonly alwaysListed?: readonly string[];
}

type ToolArguments = Readonly<Record<string, unknown>>;
type ToolList = { tools: { name: string }[] };

/**
 * Replaces the list of tools by four tools that find, describe and call operations, since no model can hold a long
 * list. The named tools and custom tools stay listed. Unlisted tools can still be called by name.
 */
export function search(options: SearchOptions = {}): Feature {
  return {
    name: "search",
    stage: "guard",
    below: ["limits", "skill-search"],
    methods: (service) => wrapTools(service, options),
  };
}

function wrapTools(
  service: McpService,
  options: SearchOptions,
): MethodHandlers {
  const { "tools/call": call, "tools/list": list } = service.handlers;
  if (!call || !list) return {};
  unknownNamesError(service);
  const catalog = createCatalog(service);
  const listedNames = new Set(options.alwaysListed);
  for (const { component, path } of service.entries)
    if (path === "") listedNames.add(component.name); // a custom tool
  return {
    async "tools/list"(params, caller) {
      const listResult = listedNames.size > 0 && (await list(params, caller));
      const { tools } = (listResult || { tools: [] }) as ToolList; // format of the core's handler
      const listedTools = tools.filter(
        ({ name }) => listedNames.has(name) && catalog.find(name, caller),
      );
      return { tools: [...OPERATIONS, ...listedTools].map(alwaysListed) };
    },
    async "tools/call"(params, caller) {
      const values = Object(params["arguments"] ?? {}) as ToolArguments;
      switch (params["name"]) {
        case "search_operations":
          return searchOperations(values, catalog, caller);
        case "describe_operations":
          return describeOperations(values, service, catalog, caller);
        case "read_operation":
        case "call_operation": {
          const { arguments: input, fields, name, ...unknownFields } = values;
          const args = parseText(input ?? {}, ["object"]);
          const entry = catalog.find(name, caller);
          if (!entry) return toRefusal(catalog.describeUnknown(name, caller));
          const isRead = params["name"] === "read_operation";
          if (isRead && !isReadOnly(entry.component))
            return toRefusal(
              `${entry.component.name} does more than read. Use call_operation.`,
            );
          if (!isSchema(args))
            return toRefusal("arguments: must be an object.");
          const [unknownField] = Object.keys(unknownFields);
          if (unknownField !== undefined)
            return toRefusal(
              `${shortenName(unknownField)}: unknown. Put the operation's arguments into "arguments".`,
            );
          const callParams = { ...params, fields, name, arguments: args };
          return findUndeclared(
            await call({ compact: true, ...callParams }, caller),
          );
        }
        default:
          return call({ compact: true, ...params }, caller);
      }
    },
  };
}

function searchOperations(
  values: ToolArguments,
  catalog: Catalog,
  caller: Caller,
) {
  const { group, limit, query } = values;
  if (typeof query !== "string" || query.trim() === "")
    return toRefusal("query: must be a string that describes the task.");
  const groupName = typeof group === "string" ? shortenName(group) : undefined;
  const entries = catalog.search(
    query.slice(0, MAX_QUERY_LENGTH),
    groupName,
    caller,
  );
  if (entries.length === 0) {
    const groups = catalog.describeGroups(caller).slice(0, MAX_GROUPS_LENGTH);
    return toResult(
      `No operations found. Use other words, another group, or no group.${groups && ` Groups: ${groups}`}`,
    );
  }
  const maxHits = Math.min(
    MAX_HITS,
    Math.max(1, Number(limit) || DEFAULT_HITS),
  );
  const lines = entries.slice(0, maxHits).map(summaryLine);
  if (entries.length > maxHits)
    lines.push(
      `(the best ${maxHits} of ${entries.length}; other words find others)`,
    );
  return toResult(lines.join("\n"));
}

function describeOperations(
  { detail, names }: ToolArguments,
  { definition, hooks }: McpService,
  catalog: Catalog,
  caller: Caller,
) {
  const requestedNames: unknown[] = [parseText(names ?? [], ["array"])].flat();
  if (requestedNames.length === 0)
    return toRefusal("names: must name an operation.");
  const entries = requestedNames
    .slice(0, MAX_DESCRIBED)
    .map(
      (name) =>
        catalog.find(name, caller) ?? catalog.describeUnknown(name, caller),
    );
  const texts = entries.map((entry) => {
    if (typeof entry === "string") return entry;
    const outline = outlineOperation(entry);
    if (detail !== "schema") return outline;
    const { component, inputSchema, source } = entry;
    const { listing = (schema) => schema } = definition;
    const schema = listing(inputSchema(), source.schemas, component.request);
    return [...outline.split("\n", 2), JSON.stringify(schema)].join("\n");
  });
  const text = texts.join("\n\n");
  if (entries.every((entry) => typeof entry === "string"))
    return toRefusal(text);
  const result = toResult(text);
  return hooks.describe?.(result, caller) ?? result;
}

const toResult = (text: string) => ({ content: [{ type: "text", text }] });

const toRefusal = (text: string) => ({ ...toResult(text), isError: true });
