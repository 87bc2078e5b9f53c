import { isSchema, propertiesOf } from "../arguments/json-schema.js";
import { own } from "../own.js";
import { referenced } from "../arguments/references.js";
import type { JsonSchema, Schemas } from "../types.js";

/** Gives a value without the fields that its schema does not know. */
export type Strip = (value: unknown, schema: JsonSchema) => unknown;

/**
 * Fields are known where an object declares properties and no `additionalProperties`; those of all alternatives of a
 * union count. Free-form values stay as they are. `schemas` is what `#/$defs/…` points to; each schema is read once.
 */
export function createStrip(schemas: Schemas): Strip {
  const described = new Map<JsonSchema, Shape>();

  function describe(schema: JsonSchema): Shape {
    const shape = described.get(schema) ?? shapeOf(schema, schemas, []);
    described.set(schema, shape);
    return shape;
  }

  return (value, schema) => {
    const shapes = new Map<readonly JsonSchema[], Shape>();
    return prune(value, [schema]);

    function prune(value: unknown, applying: readonly JsonSchema[]): unknown {
      if (typeof value !== "object" || value === null) return value;
      const shape = shapes.get(applying) ?? merge(applying.map(describe));
      shapes.set(applying, shape);
      if (shape.free) return value;
      if (Array.isArray(value)) {
        return value.map((item) => prune(item, shape.items));
      }
      if (shape.properties.size === 0 && !shape.open) return value;
      return Object.fromEntries(
        Object.entries(value)
          .filter(([name]) => shape.open || shape.properties.has(name))
          .map(([name, field]) => [
            name,
            prune(field, shape.properties.get(name) ?? shape.others),
          ]),
      );
    }
  };
}

/** What one or several schemas say of a value's fields. */
interface Shape {
  /** Nothing is said at all. */
  readonly free: boolean;
  /** Further properties are welcome, and `others` describes them. */
  readonly open: boolean;
  readonly properties: ReadonlyMap<string, readonly JsonSchema[]>;
  readonly items: readonly JsonSchema[];
  readonly others: readonly JsonSchema[];
}

function shapeOf(
  schema: JsonSchema,
  schemas: Schemas,
  within: readonly JsonSchema[],
): Shape {
  if (within.includes(schema)) return { ...merge([]), free: false };
  const inner = [...within, schema];
  const describe = (part: JsonSchema) => shapeOf(part, schemas, inner);
  const said = merge([
    ownShape(schema),
    ...[...referred(schema, schemas), ...list(schema["allOf"])].map(describe),
  ]);
  const branches = [...list(schema["anyOf"]), ...list(schema["oneOf"])].map(
    describe,
  );
  if (branches.length === 0) return said;
  return {
    ...merge([said, ...branches]),
    free: said.free && branches.some(({ free }) => free),
  };
}

function ownShape(schema: JsonSchema): Shape {
  const properties = propertiesOf(schema);
  const further = schema["additionalProperties"];
  const items = isSchema(schema["items"]) ? [schema["items"]] : [];
  const open = further !== undefined && further !== false;
  return {
    free: properties.length + items.length === 0 && !open && !isScalar(schema),
    open,
    properties: new Map(
      properties.map(([name, property]) => [name, [property]]),
    ),
    items,
    others: isSchema(further) ? [further] : [],
  };
}

/** All that the shapes say together; free where all of them are. */
function merge(shapes: readonly Shape[]): Shape {
  const [first] = shapes;
  if (first && shapes.length === 1) return first;
  const properties = new Map<string, readonly JsonSchema[]>();
  for (const shape of shapes) {
    for (const [name, schemas] of shape.properties) {
      const earlier = properties.get(name) ?? [];
      properties.set(name, [...new Set([...earlier, ...schemas])]);
    }
  }
  return {
    free: shapes.every(({ free }) => free),
    open: shapes.some(({ open }) => open),
    properties,
    items: shapes.flatMap(({ items }) => items),
    others: shapes.flatMap(({ others }) => others),
  };
}

function referred(schema: JsonSchema, schemas: Schemas): JsonSchema[] {
  const target = own(schemas, referenced(schema) ?? "");
  return target ? [target] : [];
}

function isScalar({ type }: JsonSchema): boolean {
  const types: unknown[] = Array.isArray(type) ? type : [type];
  return types.every(
    (each) => typeof each === "string" && !/^(object|array)$/.test(each),
  );
}

function list(value: unknown): JsonSchema[] {
  return Array.isArray(value) ? value.filter(isSchema) : [];
}
