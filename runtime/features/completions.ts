import { isSchema, propertiesOf, resolveRef, toText } from "../index.js";
import type { Feature, Schemas } from "../index.js";

/** https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/completion#completion-results */
const MAX_VALUES = 100;

/** Completes variables of resource templates whose schemas list their values. */
export const completions: Feature = ({ entries }) => ({
  "completion/complete"({ argument, ref }, caller) {
    const { uri } = Object(ref) as { uri?: unknown };
    const { name, value } = Object(argument) as Record<string, unknown>;
    const entry = entries.find(
      ({ component }) =>
        component.kind === "template" &&
        "uriTemplate" in component &&
        component.uriTemplate === uri,
    );
    if (entry) caller.guard?.(entry.component);
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
  },
});

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
