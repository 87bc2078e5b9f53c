// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
import { isSchema, mediaKind, getOwn, resolveRef } from "../../index.js";
import type {
  ApiDefinition,
  Args,
  JsonSchema,
  ResponseFields,
} from "../../index.js";

/**
 * Schemas of responses whose stripped fields were logged. Keyed by schema, since a component may be a copy, for example
 * for joined pages.
 */
const loggedSchemas = new WeakSet<JsonSchema>();

/**
 * Removes fields that the document does not declare from JSON responses, and logs their names once per component. A
 * response whose status or fields are not declared stays as it is.
 */
export const strip: Required<ApiDefinition>["strip"] = (
  response,
  entry,
  log,
) => {
  const { component, source } = entry;
  const { name, request, strip: isWanted = true } = component;
  const { $defs = {}, operations, statuses } = source.responseFields ?? {};
  const schema = getOwn(operations, request);
  const knownStatuses = getOwn(statuses, request) ?? ["200"];
  const isKnown =
    knownStatuses.includes("2XX") ||
    knownStatuses.includes(`${response.status}`);
  const isJson = mediaKind(response.contentType) === "json";
  if (!schema || !isJson || !isKnown || !isWanted) return response;
  const strippedNames = new Set<string>();
  const data = pruneFields(response.data, schema, { $defs, strippedNames });
  if (strippedNames.size === 0 || isEmpty(data)) return response;
  const fields = [...strippedNames];
  const hint =
    "The document does not declare them. Set strip: false to keep them.";
  if (!loggedSchemas.has(schema)) log.info("stripped", { name, fields, hint });
  loggedSchemas.add(schema);
  return { ...response, data };
};

/** True if a value contains no scalars. */
const isEmpty = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  Object.values(value).every(isEmpty);

/** Maximum number of logged field names. */
const MAX_LOGGED_NAMES = 10;

interface Pruning extends Pick<ResponseFields, "$defs"> {
  /** Names of the first fields that were removed. */
  readonly strippedNames: Set<string>;
}

/**
 * Removes undeclared fields from a value. Returns the value itself if there are none: most responses have none, and
 * large ones are copied only from the first difference on.
 */
function pruneFields(
  value: unknown,
  fieldSchema: unknown,
  pruning: Pruning,
): unknown {
  if (typeof value !== "object" || value === null || !isSchema(fieldSchema))
    return value;
  const schema = fieldSchema["$ref"]
    ? (resolveRef(fieldSchema, pruning.$defs)?.schema ?? fieldSchema)
    : fieldSchema;
  if (Array.isArray(value)) return pruneItems(value, schema["items"], pruning);
  const { additionalProperties: additionalSchema, properties } = schema;
  if (!isSchema(properties)) return value;
  const fields = value as Args; // by name
  let copy: Args | undefined;
  for (const name of Object.keys(fields)) {
    const rule = getOwn(properties, name) ?? additionalSchema;
    const field = fields[name];
    const prunedField =
      rule === undefined ? undefined : pruneFields(field, rule, pruning);
    if (rule === undefined && pruning.strippedNames.size < MAX_LOGGED_NAMES)
      pruning.strippedNames.add(name);
    if (rule === undefined || prunedField !== field)
      copy ??= copyFieldsBefore(name, fields);
    if (rule !== undefined && copy) setField(copy, name, prunedField);
  }
  return copy ?? value;
}

/** Copies the fields that come before a name. */
function copyFieldsBefore(end: string, fields: Args): Args {
  const copy: Args = {};
  for (const name of Object.keys(fields)) {
    if (name === end) break;
    setField(copy, name, fields[name]);
  }
  return copy;
}

/** Sets a field of an object. An assignment to `__proto__` would set the prototype instead. */
function setField(object: Args, name: string, value: unknown): void {
  if (name !== "__proto__") object[name] = value;
  else
    Object.defineProperty(object, name, {
      value,
      configurable: true,
      enumerable: true,
      writable: true,
    });
}

/** Removes undeclared fields from the items of an array. Returns the array itself if there are none. */
function pruneItems(
  items: readonly unknown[],
  itemSchema: unknown,
  pruning: Pruning,
): readonly unknown[] {
  if (!isSchema(itemSchema)) return items;
  let prunedItems: unknown[] | undefined;
  for (const [index, item] of items.entries()) {
    const prunedItem = pruneFields(item, itemSchema, pruning);
    if (prunedItem !== item) prunedItems ??= items.slice(0, index);
    prunedItems?.push(prunedItem);
  }
  return prunedItems ?? items;
}
