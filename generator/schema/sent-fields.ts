import { propertiesOf, requiredOf } from "../runtime.js";
import { getMember, omit, setMember, toArray } from "../shared/json.js";
import { memoizeWeak } from "../shared/memoize.js";
import type { Api, MediaType, Schema } from "../model.js";
import { flattenSchema } from "./flatten-schema.js";
import {
  branchesOf,
  dereference,
  examplesOf,
  refName,
} from "./object-shape.js";
import { walkReachable } from "./reference-graph.js";
import { mapSubschemas } from "./walk.js";

/** Levels of an example that are followed. */
const MAX_DEPTH = 20;

type NamedSchemas = Pick<Api, "schemas">;

/**
 * Media type of a request body with the fields that its examples send. The example of a shared schema counts unless a
 * response has that schema, too.
 */
export function allowFieldsOfExamples(media: MediaType, api: Api): MediaType {
  const { examples, schema } = media;
  const sentSchema = allowSentFields(schema, examples, api);
  const name = refName(schema);
  if (name === null || sentSchema !== schema)
    return sentSchema === schema ? media : { ...media, schema: sentSchema };
  const sharedExamples = examplesOf(dereference(schema, api));
  const otherSchema = allowSentFields(schema, sharedExamples, api);
  return otherSchema === schema || namesInResponses(api).has(name)
    ? media
    : { ...media, schema: otherSchema };
}

/** Names of the shared schemas that a response has. */
const namesInResponses = memoizeWeak((api: Api) => {
  const roots = api.operations.flatMap(({ responses }) =>
    responses.flatMap(({ media }) => media.map(({ schema }) => schema)),
  );
  const reached = walkReachable(roots, (name) => api.schemas.get(name));
  return new Set([...reached].map(([name]) => name));
});

/**
 * Schema of a request in which read-only properties may be sent that are required and that an example of the request
 * has: many documents use the schema of a response to refer to it by its id. References on the way are written out.
 * Returns the schema itself if nothing changes.
 *
 * @param examples values of the schema
 */
export function allowSentFields(
  schema: Schema,
  examples: readonly unknown[],
  api: NamedSchemas,
): Schema {
  return allowFields(schema, examples, { api, depth: 0 });
}

/** Schema with the target of its reference in place of the reference. */
function replaceRef(schema: Schema, target: Schema): Schema {
  const siblings = omit(schema, ["$ref"]);
  return Object.keys(siblings).length === 0
    ? target
    : { ...siblings, allOf: [target, ...branchesOf(schema, "allOf")] };
}

interface Place {
  readonly api: NamedSchemas;
  readonly depth: number;
  /** Names that the schemas of the object require together. Default: those of the schema. */
  readonly required?: ReadonlySet<string>;
}

function allowFields(
  schema: Schema,
  examples: readonly unknown[],
  { api, depth, required: outerRequired }: Place,
): Schema {
  const values = examples.filter(
    (value) => typeof value === "object" && value !== null,
  );
  if (values.length === 0 || depth > MAX_DEPTH) return schema;
  const required =
    outerRequired ??
    new Set(flattenSchema(schema, api.schemas).flatMap(requiredOf));
  const part = { api, depth: depth + 1, required };
  const target = api.schemas.get(refName(schema) ?? "");
  const sentTarget = target && allowFields(target, values, part);
  const base: Schema =
    sentTarget === undefined || sentTarget === target
      ? schema
      : replaceRef(schema, sentTarget);
  let isChanged = base !== schema;
  const noteChange = (declaredSchema: Schema, sentSchema: Schema) => {
    isChanged ||= sentSchema !== declaredSchema;
    return sentSchema;
  };
  const sentSchema = mapSubschemas(base, (subschema, keyword) => {
    if (typeof subschema !== "object" || subschema === null) return subschema;
    const subschemaObject = subschema as Schema; // no boolean
    if (/^(?:allOf|anyOf|oneOf)$/.test(keyword))
      return noteChange(
        subschemaObject,
        allowFields(subschemaObject, values, part),
      );
    if (keyword !== "items") return subschema;
    const items = values.flatMap((value) => toArray(value));
    return noteChange(
      subschemaObject,
      allowFields(subschemaObject, items, { api, depth: depth + 1 }),
    );
  });
  const properties: Record<string, unknown> = {};
  for (const [name, property] of propertiesOf(base)) {
    const members = values
      .map((value) => getMember(value, name))
      .filter((member) => member !== undefined);
    const isSent = members.length > 0 && required.has(name);
    const sentProperty = allowFields(property, members, {
      api,
      depth: depth + 1,
    });
    const isReadOnly = property["readOnly"] === true;
    setMember(
      properties,
      name,
      noteChange(
        property,
        isSent && isReadOnly ? omit(sentProperty, ["readOnly"]) : sentProperty,
      ),
    );
  }
  if (!isChanged) return schema;
  return base["properties"] === undefined
    ? sentSchema
    : { ...sentSchema, properties };
}
