import { ToolwrightError } from "../errors.js";
import type { Schema } from "../model.js";
import { branchesOf, refName } from "./object-shape.js";

/** Maximum number of schemas that apply to the same value; real documents have dozens. */
const MAX_PARTS = 1_000;

interface FlattenOptions {
  /** `bases-first` lists a schema after those that its `$ref` and `allOf` lead to; default: before them. */
  readonly order?: "nearest-first" | "bases-first";
  /** Schemas that are left out. The walk adds those that it visits. */
  readonly visitedSchemas?: Set<Schema>;
}

/**
 * Schemas that all hold for one value: the schema itself and those that its `$ref` and `allOf` lead to, each once, so
 * that recursive schemas end. Alternatives are not followed.
 */
export function flattenSchema(
  schema: Schema,
  schemas: Pick<ReadonlyMap<string, Schema>, "get">,
  options: FlattenOptions = {},
): readonly Schema[] {
  if (!("$ref" in schema || "allOf" in schema)) return [schema];
  const { order = "nearest-first", visitedSchemas = new Set<Schema>() } =
    options;
  const parts: Schema[] = [];
  const visit = (part: Schema) => {
    if (visitedSchemas.has(part)) return;
    visitedSchemas.add(part);
    if (visitedSchemas.size > MAX_PARTS) throw createPartsError(part);
    if (order === "nearest-first") parts.push(part);
    const target = schemas.get(refName(part) ?? "");
    if (target !== undefined) visit(target);
    for (const branch of branchesOf(part, "allOf")) visit(branch);
    if (order === "bases-first") parts.push(part);
  };
  visit(schema);
  return parts;
}

function createPartsError(part: Schema) {
  return new ToolwrightError({
    code: "too-many-parts",
    message: `The schema ${refName(part) ?? ""} is one of more than ${MAX_PARTS} that allOf and $ref combine for one value.`,
    hint: "Combine fewer schemas.",
  });
}
