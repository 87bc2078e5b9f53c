import { getOwn, propertiesOf } from "../runtime.js";
import { omitEmpty, omit } from "../shared/json.js";
import { groupBy } from "../shared/group-by.js";
import type { Api, Location, Operation, Parameter, Schema } from "../model.js";
import type { SettledOverride } from "./settled-override.js";
import type { BodyArgument, PlannedBody } from "./body.js";
import { truncateText, MAX_DESCRIPTION } from "../describe/sentences.js";
import { toClientSubschema, isShortExample } from "./client-schema.js";
import {
  acceptsValue,
  branchesOf,
  dereference,
  shownExamplesOf,
} from "../schema/object-shape.js";
import {
  toUniqueName,
  type ArgumentName,
  argumentNameOf,
  addWireName,
} from "../describe/identifiers.js";

/** An argument of a tool, resource template or resource. */
export interface Argument extends BodyArgument {
  readonly in: Location | "body";
  /** Parameter of the document; null for a property of the body. */
  readonly parameter: Parameter | null;
}

/**
 * Flat argument list of an operation. If two would share a name, the body's property keeps it and a
 * parameter becomes `name__path`, `name__query`, `name__header` or `name__cookie`.
 */
export function planArguments(
  operation: Operation,
  body: PlannedBody | null,
  api: Api,
): Argument[] {
  const bodyNames = new Set(body?.properties.map(({ name }) => name) ?? []);
  const parameters = visibleParametersOf(operation, api);
  const namesByArgument = groupBy(
    parameters.map((parameter) => [argumentNameOf(parameter), parameter.name]),
  );
  const takenNames = new Set(bodyNames);
  return [
    ...parameters.map((parameter): Argument => {
      const baseName = argumentNameOf(parameter);
      const wireNames = namesByArgument.get(baseName) ?? [];
      const isAmbiguous = bodyNames.has(baseName) || wireNames.length > 1;
      // The parameter with the plain name keeps it.
      const isOwner =
        parameter.name === baseName &&
        wireNames.filter((wireName) => wireName === baseName).length === 1;
      const clashes = bodyNames.has(baseName) || (isAmbiguous && !isOwner);
      const name = toUniqueName(
        clashes ? `${baseName}__${parameter.in}` : baseName,
        takenNames,
      );
      takenNames.add(name);
      return {
        name,
        wireName: parameter.name,
        isAmbiguous,
        in: parameter.in,
        required: parameter.required,
        schema: toParameterSchema(parameter, { name, isAmbiguous }, api),
        parameter,
      };
    }),
    ...(body?.properties ?? []).map((property): Argument => ({
      ...property,
      in: "body",
      parameter: null,
    })),
  ];
}

/**
 * Parameters of an operation that callers see: without credentials, and without those whose
 * argument is in `hiddenNames`.
 */
export function visibleParametersOf(
  { parameters, security }: Operation,
  api: Api,
  hiddenNames: readonly string[] = [],
): Parameter[] {
  const sentSchemes = new Set(security.flat());
  return parameters.filter(
    (parameter) =>
      !isCredential(parameter, api, sentSchemes) &&
      !hiddenNames.includes(argumentNameOf(parameter)),
  );
}

/**
 * True if a parameter is a credential, which the server sends and no model is asked for. A required
 * parameter counts only if the operation's own `security` sends it.
 */
function isCredential(
  parameter: Parameter,
  api: Api,
  sentSchemes: ReadonlySet<string>,
): boolean {
  return [...api.securitySchemes].some(
    ([name, scheme]) =>
      scheme.type === "apiKey" &&
      scheme.in === parameter.in &&
      (sentSchemes.has(name) || !parameter.required) &&
      (scheme.in === "header"
        ? scheme.name.toLowerCase() === parameter.name.toLowerCase()
        : scheme.name === parameter.name),
  );
}

/**
 * Schema of a parameter for the argument of this name, with the parameter's description,
 * deprecation and first short example.
 */
export function toParameterSchema(
  parameter: Parameter,
  names: Omit<ArgumentName, "wireName">,
  api: Api,
) {
  const declaredSchema = parameter.required
    ? parameter.schema
    : dropNullBranch(parameter.schema);
  const schema = toClientSubschema(declaredSchema, parameter.name);
  // A sentence beside a reference would hide the description behind it.
  const text =
    parameter.description ||
    (schema["description"] ??
      (parameter.deprecated && dereference(schema, api)["description"]));
  const description = [text, parameter.deprecated ? "Deprecated." : ""]
    .filter(Boolean)
    .join(" ");
  const [example] = [
    ...parameter.examples.filter((value) =>
      acceptsValue(dereference(schema, api), value),
    ),
    ...shownExamplesOf(schema),
  ];
  const describedSchema = {
    ...omit(schema, ["description", "examples"]),
    ...(description !== "" && {
      description: truncateText(description, MAX_DESCRIPTION),
    }),
    ...(isShortExample(example) && { examples: [example] }),
  };
  const wireName = parameter.label ?? parameter.name;
  return addWireName(describedSchema, { ...names, wireName }, api);
}

/**
 * Schema of an optional parameter without its `null` branch: null has no form in a URL or header,
 * so the argument is left out instead.
 */
function dropNullBranch(schema: Schema): Schema {
  const siblings = omit(schema, ["anyOf"]);
  const nonNullBranches = branchesOf(schema, "anyOf").filter(
    ({ type }) => type !== "null",
  );
  const [branch = {}] = nonNullBranches;
  const isMergeable =
    nonNullBranches.length === 1 &&
    !Object.keys(branch).some((key) => key in siblings);
  return isMergeable ? { ...branch, ...siblings } : schema;
}

type ArgumentOverrides = NonNullable<SettledOverride["arguments"]>;

/** Argument with the schema keywords that an override gives for it. */
export function overrideArgument<
  NamedArgument extends Pick<BodyArgument, "name" | "schema">,
>(argument: NamedArgument, overrides: ArgumentOverrides): NamedArgument {
  const override = getOwn(overrides, argument.name);
  return override
    ? { ...argument, schema: { ...argument.schema, ...override } }
    : argument;
}

/**
 * Body with the schema keywords that an override gives for its properties. They are in the body itself, since a shared
 * schema can't describe a property for one of its users.
 */
export function overrideBodyArguments(
  body: PlannedBody,
  overrides: ArgumentOverrides,
): PlannedBody {
  const properties = body.properties.map((property) =>
    overrideArgument(property, overrides),
  );
  if (body.schema === null) return { ...body, properties };
  const schemasByWireName = new Map(propertiesOf(body.schema));
  for (const { name, wireName } of properties) {
    const override = getOwn(overrides, name);
    if (override)
      schemasByWireName.set(wireName, {
        ...schemasByWireName.get(wireName),
        ...override,
      });
  }
  const bodyProperties = omitEmpty({
    properties: Object.fromEntries(schemasByWireName),
  });
  return { ...body, properties, schema: { ...body.schema, ...bodyProperties } };
}
