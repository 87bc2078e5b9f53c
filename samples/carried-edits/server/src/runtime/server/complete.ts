import type { TemplateEntry } from "../catalog.js";
import { isSchema, propertiesOf } from "../arguments/json-schema.js";

/** https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/completion#completion-results */
const MAX_VALUES = 100;

/** The values that begin with `text` and that a variable of a template may have, where its schema lists them. */
export function complete(
  entry: TemplateEntry | undefined,
  name: string,
  text: string,
): { values: string[]; total: number; hasMore: boolean } {
  const schema = entry && new Map(propertiesOf(entry.inputSchema())).get(name);
  const all = allowedValues(schema)
    .map(String)
    .filter((value) => value.toLowerCase().startsWith(text.toLowerCase()));
  return {
    values: all.slice(0, MAX_VALUES),
    total: all.length,
    hasMore: all.length > MAX_VALUES,
  };
}

function allowedValues(schema: unknown): unknown[] {
  if (!isSchema(schema)) return [];
  if (Array.isArray(schema["enum"])) return schema["enum"];
  if (schema["type"] === "boolean") return [true, false];
  return allowedValues(schema["items"]);
}
