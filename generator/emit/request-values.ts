import type { RequestValues } from "../features/feature.js";
import type { Plan } from "../plan/plan.js";
import { resolveArguments } from "../runtime.js";
import type { Schema } from "../model.js";
import { isObject } from "../shared/json.js";
import { subschemas } from "../schema/walk.js";

/** Plan as far as it says what requests send. */
type SendingPlan = Pick<Plan, "components" | "sharedSchemas" | "variables">;

/** Finds what requests of plans send. */
export function findRequestValues(
  plans: readonly SendingPlan[],
): RequestValues {
  const requests = plans.flatMap(requestsOf);
  const bodies = plans.map((plan) => ({ plan, roots: bodyMembersOf(plan) }));
  const contents = plans.map((plan) => ({ plan, roots: contentsOf(plan) }));
  const isAnywhere = (
    places: typeof bodies,
    predicate: (schema: Schema) => boolean,
  ) =>
    places.some(({ plan, roots }) =>
      collectSchemas(roots, plan.sharedSchemas.$defs).some(predicate),
    );
  return {
    hasArguments: requests.some(
      ({ body, parameters }) => parameters.length > 0 || body !== undefined,
    ),
    hasLongIntegers: isAnywhere([...bodies, ...contents], isLongInteger),
    hasNestedBodies: isAnywhere(bodies, isNested),
    styles: new Set(
      requests
        .flatMap(({ encoding = {}, parameters }) => [
          ...parameters,
          ...Object.values(encoding),
        ])
        .flatMap(({ style }) => style ?? []),
    ),
    hasVariables: plans.some(({ variables }) => variables.length > 0),
  };
}

function requestsOf({ components, sharedSchemas }: SendingPlan) {
  return components.map(({ requestSpec }) => ({
    ...requestSpec,
    parameters: resolveArguments(requestSpec, sharedSchemas),
  }));
}

/** Schemas of what bodies hold. A body that is one argument is one of them: a host may pass it as a text. */
function bodyMembersOf(plan: SendingPlan): readonly Schema[] {
  return requestsOf(plan).flatMap(({ body, parameters }) => [
    ...(body === undefined ? [] : membersOf(body, plan.sharedSchemas.$defs)),
    ...parameters.flatMap((parameter) =>
      parameter.in === "body" ? [parameter.schema] : [],
    ),
  ]);
}

/** Schemas of parameters that are sent in a media type. */
function contentsOf(plan: SendingPlan): readonly Schema[] {
  return requestsOf(plan).flatMap(({ parameters }) =>
    parameters.flatMap(({ contentType, schema }) =>
      contentType === undefined ? [] : [schema],
    ),
  );
}

type Definitions = Plan["sharedSchemas"]["$defs"];

/** Schemas that a schema, its references and `allOf` hold, at any depth, each once. The list includes the given ones. */
function collectSchemas(
  schemas: readonly Schema[],
  $defs: Definitions,
): readonly Schema[] {
  const foundSchemas = new Set(schemas);
  // The loop also visits the schemas that it adds.
  for (const schema of foundSchemas) {
    const target = referenceOf(schema, $defs);
    if (target !== undefined) foundSchemas.add(target);
    for (const subschema of subschemas(schema)) foundSchemas.add(subschema);
  }
  return [...foundSchemas];
}

/** Schemas of the members of a body: those of its parts, but for the parts that describe the body itself. */
function membersOf(body: Schema, $defs: Definitions): readonly Schema[] {
  const parts = new Set([body]);
  for (const part of parts) {
    const target = referenceOf(part, $defs);
    if (target !== undefined) parts.add(target);
    for (const schema of subschemas(part, ["allOf", "anyOf", "oneOf"]))
      parts.add(schema);
  }
  return [...parts]
    .flatMap((part) => subschemas(part))
    .filter((schema) => !parts.has(schema));
}

function referenceOf({ $ref }: Schema, $defs: Definitions): Schema | undefined {
  const name = String($ref).replace("#/$defs/", "");
  return Object.hasOwn($defs, name) ? $defs[name] : undefined;
}

/** Limit below which a number of JavaScript holds every digit. */
const MAX_EXACT = 2 ** 53;

/** True for an integer that nothing keeps below 2^53. */
function isLongInteger(schema: Schema): boolean {
  const { const: constant, enum: values, format, type } = schema;
  if (![type].flat().includes("integer")) return false;
  if (constant !== undefined || values !== undefined) return false;
  if (/^u?int(8|16|32)$/.test(String(format))) return false;
  const hasBound = (...keywords: string[]) =>
    keywords.some((keyword) => {
      const bound = schema[keyword];
      return typeof bound === "number" && Math.abs(bound) < MAX_EXACT;
    });
  return !(
    hasBound("maximum", "exclusiveMaximum") &&
    hasBound("minimum", "exclusiveMinimum")
  );
}

/** True for a schema that wants an object or a list. */
function isNested({ items, properties, type }: Schema): boolean {
  const types = [type].flat();
  return (
    types.includes("object") ||
    types.includes("array") ||
    isObject(items) ||
    isObject(properties)
  );
}
