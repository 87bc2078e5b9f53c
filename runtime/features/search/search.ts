import { isSchema, parseText } from "../../index.js";
import type { Caller, Feature, McpService } from "../../index.js";
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

/** Hits of a search where nothing is said, and at most. */
const HITS = 8;
const MOST_HITS = 50;
/** Characters of a question that are read, and of what is told of groups. */
const QUESTION = 1_000;
const GROUPS = 1_200;

type Values = Readonly<Record<string, unknown>>;
type Tools = { tools: { name: string }[] };

/**
 * Lists four tools that find, describe and call all others, and those that are pinned, in place of a list that no
 * model can hold, and those of one's own. What is not listed can be called by its name as ever.
 */
export function search(
  options: {
    /** Names of tools that are listed besides. */
    readonly pin?: readonly string[];
  } = {},
): Feature {
  const feature: Feature = (service) => {
    const { "tools/call": call, "tools/list": list } = service.handlers;
    if (!call || !list) return {};
    unknownNamesError(service);
    const catalog = createCatalog(service);
    const kept = new Set(options.pin);
    for (const { component, path } of service.entries)
      if (path === "") kept.add(component.name); // one of the user's own
    return {
      async "tools/list"(params, caller) {
        const all = kept.size > 0 && (await list(params, caller));
        const { tools } = (all || { tools: [] }) as Tools; // what the core lists
        const shown = tools.filter(
          ({ name }) => kept.has(name) && catalog.find(name, caller),
        );
        return { tools: [...OPERATIONS, ...shown].map(alwaysListed) };
      },
      async "tools/call"(params, caller) {
        const values = Object(params["arguments"] ?? {}) as Values;
        switch (params["name"]) {
          case "search_operations":
            return found(values, catalog, caller);
          case "describe_operations":
            return described(values, service, catalog, caller);
          case "read_operation":
          case "call_operation": {
            const { arguments: given, fields, name, ...others } = values;
            const args = parseText(given ?? {}, ["object"]);
            const entry = catalog.find(name, caller);
            if (!entry) return refuse(catalog.unknown(name, caller));
            const isRead = params["name"] === "read_operation";
            if (isRead && !isReadOnly(entry.component))
              return refuse(
                `${entry.component.name} does more than read. Use call_operation.`,
              );
            if (!isSchema(args)) return refuse("arguments: must be an object.");
            const [lost] = Object.keys(others);
            if (lost !== undefined)
              return refuse(
                `${shortenName(lost)}: is unknown here. What the operation takes goes into "arguments".`,
              );
            const own = { ...params, fields, name, arguments: args };
            return findUndeclared(
              await call({ compact: true, ...own }, caller),
            );
          }
          default:
            return call({ compact: true, ...params }, caller);
        }
      },
    };
  };
  return Object.assign(feature, { listsTools: true }); // so that `choose` knows it
}

function found(values: Values, catalog: Catalog, caller: Caller) {
  const { group, limit, query } = values;
  if (typeof query !== "string" || query.trim() === "")
    return refuse("query: must be a text that says what you want to do.");
  const within = typeof group === "string" ? shortenName(group) : undefined;
  const all = catalog.search(query.slice(0, QUESTION), within, caller);
  if (all.length === 0) {
    const groups = catalog.groups(caller).slice(0, GROUPS);
    return toResult(
      `Nothing is found. Use other words, or another group or none.${groups && ` Groups: ${groups}`}`,
    );
  }
  const most = Math.min(MOST_HITS, Math.max(1, Number(limit) || HITS));
  const hits = all.slice(0, most).map(summaryLine);
  if (all.length > most)
    hits.push(`(the best ${most} of ${all.length}; other words find others)`);
  return toResult(hits.join("\n"));
}

function described(
  { detail, names }: Values,
  { definition: offer }: McpService,
  catalog: Catalog,
  caller: Caller,
) {
  const wanted: unknown[] = [parseText(names ?? [], ["array"])].flat();
  if (wanted.length === 0) return refuse("names: must name an operation.");
  const entries = wanted
    .slice(0, MAX_DESCRIBED)
    .map((name) => catalog.find(name, caller) ?? catalog.unknown(name, caller));
  const texts = entries.map((entry) => {
    if (typeof entry === "string") return entry;
    const outline = outlineOperation(entry);
    if (detail !== "schema") return outline;
    const { component, inputSchema, source } = entry;
    const { listing = (schema) => schema } = offer;
    const schema = listing(inputSchema(), source.schemas, component.request);
    return [...outline.split("\n", 2), JSON.stringify(schema)].join("\n");
  });
  const text = texts.join("\n\n");
  return entries.every((entry) => typeof entry === "string")
    ? refuse(text)
    : toResult(text);
}

const toResult = (text: string) => ({ content: [{ type: "text", text }] });

const refuse = (text: string) => ({ ...toResult(text), isError: true });
