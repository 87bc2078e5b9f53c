import { isSchema, propertiesOf, resolveRef, toText } from "../../index.js";
import type {
  Args,
  Feature,
  McpService,
  MethodHandler,
  MethodHandlers,
  Schemas,
} from "../../index.js";

/** https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/completion#completion-results */
const MAX_VALUES = 100;

/** Completes variables of resource templates whose schemas list their values. */
export function completions(): Feature {
  return { name: "completions", stage: "methods", methods: addCompletions };
}

function addCompletions({ entries }: McpService): MethodHandlers {
  const findEntry = ({ ref }: Args) => {
    const { uri } = Object(ref) as { uri?: unknown };
    return entries.find(
      ({ component }) =>
        component.kind === "template" &&
        "uriTemplate" in component &&
        component.uriTemplate === uri,
    );
  };
  const complete: MethodHandler = (params) => {
    const { argument } = params;
    const { name, value } = Object(argument) as Record<string, unknown>;
    const entry = findEntry(params);
    const schemas = new Map(entry && propertiesOf(entry.inputSchema()));
    const start = typeof value === "string" ? value.toLowerCase() : "";
    const $defs = entry?.source.schemas.$defs ?? {};
    const schema = typeof name === "string" ? schemas.get(name) : undefined;
    const matchingValues = listAllowedValues(schema, $defs)
      .map(toText)
      .filter((text) => text.toLowerCase().startsWith(start));
    const hasMore = matchingValues.length > MAX_VALUES;
    const values = matchingValues.slice(0, MAX_VALUES);
    return { completion: { values, total: matchingValues.length, hasMore } };
  };
  return { "completion/complete": Object.assign(complete, { findEntry }) };
}

/** Lists the values that a schema allows; for a list, those of its items. */
function listAllowedValues(
  schema: unknown,
  $defs: Schemas["$defs"],
  isItem = false,
): unknown[] {
  if (!isSchema(schema)) return [];
  const sharedSchema = resolveRef(schema, $defs)?.schema;
  const { enum: values, items, type } = { ...sharedSchema, ...schema };
  if (Array.isArray(values)) return values;
  if (type === "boolean") return [true, false];
  return isItem ? [] : listAllowedValues(items, $defs, true);
}
