import { propertiesOf, requiredOf } from "../runtime.js";
import { ToolwrightError, type Problem } from "../errors.js";
import { operationKey, type Api, type Operation } from "../model.js";
import type { Schema } from "../model.js";
import { flattenSchema } from "../schema/flatten-schema.js";
import { branchesOf, isSchema, refName } from "../schema/object-shape.js";
import { mapValues } from "../schema/walk.js";
import { isObject, omit } from "../shared/json.js";
import type { Argument } from "./arguments.js";

/** Operation without its hidden fields, and the names that hide whole arguments. */
interface HiddenFields {
  readonly operation: Operation;
  readonly hide: readonly string[];
}

/**
 * Takes the fields out of an operation that an override hides inside of arguments: `customer.metadata`, with dots as
 * callers' `fields` have them, through lists, too. The name of an argument as the API writes it comes before a path.
 * Throws a ToolwrightError for a field that does not exist or that its object requires.
 */
export function hideFields(
  operation: Operation,
  names: readonly string[],
  { api, args }: { readonly api: Api; readonly args: readonly Argument[] },
): HiddenFields {
  const hide: string[] = [];
  const problems: Problem[] = [];
  let visibleOperation = operation;
  for (const name of names) {
    const exactArgument = args.find(
      (argument) => argument.name === name || argument.wireName === name,
    );
    const [argumentName, ...path] = name.split(".");
    const argument = args.find((candidate) => candidate.name === argumentName);
    if (exactArgument !== undefined || argument === undefined) {
      hide.push(exactArgument?.name ?? name);
      continue;
    }
    const problem = checkPath(argument, path, api);
    if (problem === null)
      visibleOperation = removeField(visibleOperation, argument, path, api);
    else
      problems.push({
        pointer: operation.pointer,
        code: "bad-override",
        message: `The override of ${operationKey(operation)} ${problem.predicate(name)}.`,
        hint: problem.hint,
      });
  }
  if (problems.length > 0) throw new ToolwrightError(problems);
  return { operation: visibleOperation, hide };
}

/** Fault of a path into an argument; null if each object on it has the next field and the last one may be left out. */
function checkPath(argument: Argument, path: readonly string[], api: Api) {
  let schemas: readonly Schema[] = [argument.schema];
  for (const [index, step] of path.entries()) {
    const parts = schemas.flatMap((schema) => partsOf(schema, api, new Set()));
    const fields = parts.flatMap(propertiesOf);
    const fieldNames = [...new Set(fields.map(([name]) => name))];
    if (!fieldNames.includes(step))
      return {
        predicate: (name: string) =>
          `names the field ${JSON.stringify(name)}, which does not exist`,
        hint: `Fields of ${[argument.name, ...path.slice(0, index)].join(".")} are ${fieldNames.join(", ") || "not declared"}.`,
      };
    const isLast = index === path.length - 1;
    if (isLast && parts.some((part) => requiredOf(part).includes(step)))
      return {
        predicate: (name: string) => `hides the required field ${name}`,
        hint: "Hide a field that the API does not require.",
      };
    schemas = fields
      .filter(([name]) => name === step)
      .map(([, field]) => field);
  }
  return null;
}

/** Schemas of the object, or of the items of the list, that a schema describes, its alternatives included. */
function partsOf(schema: Schema, api: Api, visited: Set<Schema>): Schema[] {
  if (visited.has(schema)) return [];
  visited.add(schema);
  return flattenSchema(schema, api.schemas).flatMap((part) => [
    part,
    ...branchesOf(part, "anyOf", "oneOf").flatMap((branch) =>
      partsOf(branch, api, visited),
    ),
    ...(isSchema(part["items"]) ? partsOf(part["items"], api, visited) : []),
  ]);
}

function removeField(
  operation: Operation,
  { parameter, wireName }: Argument,
  path: readonly string[],
  api: Api,
): Operation {
  const omitFromValues = (
    values: readonly unknown[],
    steps: readonly string[],
  ) => values.map((value) => omitFromValue(value, steps));
  if (parameter !== null)
    return {
      ...operation,
      parameters: operation.parameters.map((candidate) =>
        candidate.name === parameter.name && candidate.in === parameter.in
          ? {
              ...candidate,
              // It is no longer the parameter that others share.
              component: null,
              schema: omitFromSchema(candidate.schema, path, api),
              examples: omitFromValues(candidate.examples, path),
            }
          : candidate,
      ),
    };
  const bodyPath = [wireName, ...path];
  return {
    ...operation,
    body: operation.body && {
      ...operation.body,
      media: operation.body.media.map((media) => ({
        ...media,
        schema: omitFromSchema(media.schema, bodyPath, api),
        examples: omitFromValues(media.examples, bodyPath),
      })),
    },
  };
}

/** Schema without a field. References on the way to it are replaced by what they refer to. */
function omitFromSchema(
  schema: Schema,
  path: readonly string[],
  api: Api,
  openNames: readonly string[] = [],
): Schema {
  const [step = "", ...innerPath] = path;
  const name = refName(schema);
  const omitInside = (part: Schema) =>
    omitFromSchema(part, path, api, openNames);
  if (name !== null) {
    const target = openNames.includes(name) ? undefined : api.schemas.get(name);
    if (target === undefined) return schema;
    const changedTarget = omitFromSchema(target, path, api, [
      ...openNames,
      name,
    ]);
    if (changedTarget === target) return schema;
    return { ...changedTarget, ...omit(schema, ["$ref"]) };
  }
  const changedSchema = mapValues(schema, (value, keyword) => {
    switch (keyword) {
      case "properties":
        return isSchema(value) && Object.hasOwn(value, step)
          ? omitFromProperties(value, path, api)
          : value;
      case "required":
        return innerPath.length === 0 && Array.isArray(value)
          ? value.filter((requiredName) => requiredName !== step)
          : value;
      case "items":
        return isSchema(value) ? omitInside(value) : value;
      case "allOf":
      case "anyOf":
      case "oneOf":
        return Array.isArray(value)
          ? value.map((part: unknown) =>
              isSchema(part) ? omitInside(part) : part,
            )
          : value;
      case "examples":
        return Array.isArray(value)
          ? value.map((example) => omitFromValue(example, path))
          : value;
      case "default":
        return omitFromValue(value, path);
      default:
        return value;
    }
  });
  const isSame = JSON.stringify(changedSchema) === JSON.stringify(schema);
  return isSame ? schema : changedSchema;
}

function omitFromProperties(
  properties: Schema,
  [step = "", ...innerPath]: readonly string[],
  api: Api,
): Schema {
  if (innerPath.length === 0) return omit(properties, [step]);
  return mapValues(properties, (property, name) =>
    name === step && isSchema(property)
      ? omitFromSchema(property, innerPath, api)
      : property,
  );
}

/** Value of an example without a field, in each item of a list. */
function omitFromValue(value: unknown, path: readonly string[]): unknown {
  if (Array.isArray(value))
    return value.map((item: unknown) => omitFromValue(item, path));
  const [step = "", ...innerPath] = path;
  if (!isObject(value) || !Object.hasOwn(value, step)) return value;
  if (innerPath.length === 0) return omit(value, [step]);
  return mapValues(value, (member, name) =>
    name === step ? omitFromValue(member, innerPath) : member,
  );
}
