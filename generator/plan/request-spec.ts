import type { Argument as Written, ToolDefinition } from "../runtime.js";
import { omitEmpty } from "../shared/json.js";
import { groupBy } from "../shared/group-by.js";
import {
  type Api,
  type Operation,
  operationKey,
  type Parameter,
  successResponsesOf,
} from "../model.js";
import { mediaType } from "../schema/media.js";
import { argumentNameOf } from "../describe/identifiers.js";
import type { ExampleFilter } from "../describe/filter-examples.js";
import { type Argument, toParameterSchema } from "./arguments.js";
import type { PlannedBody } from "./body.js";
import { variableFormOf } from "./argument-variables.js";
import { declaredAcceptOf } from "./declared-headers.js";

/** Request of a module: all that the runtime needs to send it. */
export type RequestSpec = Pick<
  ToolDefinition,
  | "request"
  | "server"
  | "arguments"
  | "body"
  | "bodyRequired"
  | "contentType"
  | "encoding"
  | "names"
  | "fixed"
  | "fromClient"
  | "accept"
  | "security"
>;

/** True if the last generated module of an operation refers to a shared schema or argument. */
export type ReferenceLookup = (
  operationKey: string,
  reference: string,
) => boolean;

/** Arguments of parameters that several operations share, by the name of the shared parameter. */
export type SharedArguments = ReadonlyMap<string, Written>;

interface RequestContext {
  readonly api: Api;
  readonly body: PlannedBody | null;
  readonly hide: readonly string[];
  readonly fixed: Readonly<Record<string, unknown>>;
  /** Variables whose values are sent, by argument. */
  readonly variables: Readonly<Record<string, string>>;
  readonly sharedArguments: SharedArguments;
  readonly filterExamples: ExampleFilter;
}

/** Request of an operation; members that have their default are left out. */
export function planRequest(
  operation: Operation,
  args: readonly Argument[],
  context: RequestContext,
): RequestSpec {
  const { api, body, fixed, hide, variables } = context;
  const accept = declaredAcceptOf(operation, api) ?? acceptHeaderOf(operation);
  const ownArguments = args
    .filter(({ in: location }) => location !== "body" || body?.schema === null)
    .filter(({ name }) => !hide.includes(name))
    .map(
      (argument) => [argument.name, toArgumentSpec(argument, context)] as const,
    );
  return {
    request: operationKey(operation),
    ...omitEmpty({
      server: operation.servers[0],
      arguments: Object.fromEntries(ownArguments),
    }),
    ...(body && toBodySpec(body)),
    ...omitEmpty({
      fixed,
      fromClient: Object.fromEntries(
        args
          .filter(({ name }) => Object.hasOwn(variables, name))
          .map((argument) => [argument.name, variableFormOf(argument, api)]),
      ),
      accept,
      security: operation.security,
    }),
  };
}

/**
 * Argument in a module: only its location if its value is fixed, otherwise a reference to a shared argument, otherwise
 * all of it.
 */
function toArgumentSpec(
  argument: Argument,
  { fixed, filterExamples, sharedArguments, variables }: RequestContext,
): Written {
  const { name, parameter, wireName } = argument;
  if (Object.hasOwn(fixed, name) || Object.hasOwn(variables, name))
    return toArgumentLocation(argument);
  const component = parameter?.component ?? null;
  const sharedArgument =
    component === null ? undefined : sharedArguments.get(component);
  if (sharedArgument === undefined)
    return toInlineArgument(argument, filterExamples);
  const isNameClear = sharedArgument.name !== undefined || name === wireName;
  const { description } = argument.schema;
  const hasSameDescription =
    description === (sharedArgument.schema ?? sharedArgument)["description"];
  return {
    $ref: `#/arguments/${component}`,
    ...(isNameClear ? {} : { name: wireName }),
    ...(hasSameDescription ? {} : { description }),
  };
}

/** Arguments of shared parameters that two operations of the document or more use, or that the module of the only one refers to since it was generated last. */
export function shareArguments(
  api: Api,
  filterExamples: ExampleFilter,
  hadReference: ReferenceLookup,
  /** Description that the config gives a parameter; undefined if it gives none. */
  describe: (parameter: Parameter) => string | undefined = () => undefined,
): SharedArguments {
  const usesByComponent = groupBy(
    api.operations.flatMap((operation) =>
      operation.parameters.map((parameter) => [
        parameter.component,
        { parameter, operation: operationKey(operation) },
      ]),
    ),
  );
  const sharedArguments = new Map<string, Written>();
  for (const [component, uses] of usesByComponent) {
    const lastUse = uses.at(-1);
    if (component === null || lastUse === undefined) continue;
    const { operation, parameter } = lastUse;
    const isShared =
      uses.length > 1 || hadReference(operation, `#/arguments/${component}`);
    if (!isShared) continue;
    const name = argumentNameOf(parameter);
    const description = describe(parameter);
    const schema = {
      ...toParameterSchema(parameter, { name }, api),
      ...(description !== undefined && { description }),
    };
    const argument = { ...parameter, name, wireName: parameter.name };
    sharedArguments.set(
      component,
      toInlineArgument({ ...argument, schema, parameter }, filterExamples),
    );
  }
  return sharedArguments;
}

/** Keywords of an argument itself. A schema that has one of them is under `schema` instead of beside them. */
export const ARGUMENT_KEYWORDS =
  "in name required style explode schema allowReserved allowEmptyValue contentType".split(
    " ",
  );

function toInlineArgument(
  argument: Argument,
  filterExamples: ExampleFilter,
): Written {
  const schema = filterExamples(argument.schema);
  const needsOwnKey = ARGUMENT_KEYWORDS.some((keyword) =>
    Object.hasOwn(schema, keyword),
  );
  return {
    ...toArgumentLocation(argument),
    // Path arguments always are.
    ...(argument.required && argument.in !== "path" && { required: true }),
    ...(needsOwnKey ? { schema } : schema),
  };
}

/** Location and serialisation of an argument; members that have OpenAPI's default are left out. */
function toArgumentLocation(argument: Argument): Written {
  const { name, wireName, in: location, parameter } = argument;
  if (parameter === null || location === "body") return { in: location };
  const { allowEmptyValue, allowReserved, explode, style } = parameter;
  const isQuery = /^(query|querystring|cookie)$/.test(location);
  // A deep object is written in one way, whatever is said of it.
  const isDefaultExplode =
    explode === (style === "form") || style === "deepObject";
  return {
    in: location,
    ...(name !== wireName && { name: wireName }),
    ...(style !== (isQuery ? "form" : "simple") && { style }),
    ...(!isDefaultExplode && { explode }),
    ...(allowReserved && { allowReserved }),
    ...(allowEmptyValue && { allowEmptyValue }),
    ...omitEmpty({ contentType: parameter.contentType }),
  };
}

function toBodySpec(body: PlannedBody): Partial<RequestSpec> {
  const { encoding, media, names, required, schema } = body;
  const { contentType } = media;
  return {
    ...(schema !== null && { body: schema }),
    ...(required !== true && { bodyRequired: required }),
    ...(contentType !== "application/json" && { contentType }),
    ...omitEmpty({ names, encoding }),
  };
}

/**
 * `Accept` header of an operation; null if a response is plain JSON, which the runtime asks for by itself. All other
 * types are accepted too, as by the runtime: Django REST refuses types that none of its renderers writes, though a view
 * does, and errors are mostly JSON.
 */
function acceptHeaderOf(operation: Operation): string | null {
  const declaredTypes = successResponsesOf(operation)
    .flatMap(({ media }) => media.map(({ contentType }) => contentType))
    .filter((type) => /^[\w!#$%&'*+.^`|~/;=" -]+$/.test(type));
  const typeNames = declaredTypes.map(mediaType);
  const fallbackTypes = typeNames.includes("*/*") ? [] : ["*/*;q=0.5"];
  return typeNames.length === 0 || typeNames.includes("application/json")
    ? null
    : [...new Set(declaredTypes), ...fallbackTypes].join(", ");
}
