import type { Api, Schema } from "../model.js";
import { isSchema, objectShape, resolve } from "../schema/shape.js";
import { mapParts } from "../schema/walk.js";

/** Longest example, in characters of JSON. */
export const MAX_EXAMPLE = 400;

/** Schemas that are looked at for one example. */
const MAX_SCHEMAS = 500;

/** The example of a schema, else those of its properties and items put together, as far as they are small. */
export function exampleOfSchema(schema: Schema, api: Api): unknown {
  let left = MAX_SCHEMAS;
  const find = (given: Schema, outer: readonly Schema[]): unknown => {
    const target = resolve(given, api);
    const own = firstExample(given) ?? firstExample(target);
    left -= 1;
    if (own !== undefined || left < 0 || outer.includes(target)) return own;
    const within = [...outer, target];
    const { items } = target;
    if (isSchema(items)) {
      const item = find(items, within);
      return item === undefined ? undefined : [item];
    }
    let whole: Record<string, unknown> | undefined;
    for (const [name, property] of objectShape(target, api)?.properties ?? []) {
      const value = find(property.schema, within);
      const longer = { ...whole, [name]: value };
      const isShown =
        !isPlaceholder(value) && property.schema["writeOnly"] !== true;
      if (isShown && JSON.stringify(longer).length <= MAX_EXAMPLE)
        whole = longer;
    }
    return whole;
  };
  return find(schema, []);
}

/** What tools put where nobody gave an example, or nothing. */
export function isPlaceholder(example: unknown): boolean {
  return example === undefined || example === "" || example === "string";
}

/** A schema with those examples alone that show a form which nothing else tells. */
export function withTelling(schema: Schema): Schema {
  const { examples, ...rest } = mapParts(schema, (part) =>
    isSchema(part) ? withTelling(part) : part,
  );
  // A part that was an example alone says nothing now.
  if (Array.isArray(rest["allOf"]))
    rest["allOf"] = rest["allOf"].filter(isNested);
  const [first] = Array.isArray(examples) ? (examples as unknown[]) : [];
  const isTold = ["enum", "const", "default", "format", "pattern"].some(
    (keyword) => keyword in rest,
  );
  const isForm =
    typeof first === "string" ? /[^\w\s-]/.test(first) : isNested(first);
  return isForm && !isTold ? { ...rest, examples } : rest;
}

/** An object or list with something in it. */
export function isNested(value: unknown): boolean {
  return (
    typeof value === "object" && value !== null && Object.keys(value).length > 0
  );
}

export function firstExample({ examples }: Schema): unknown {
  return Array.isArray(examples) ? examples[0] : undefined;
}
