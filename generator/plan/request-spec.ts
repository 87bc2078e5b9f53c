import type {
  Argument as Written,
  ToolDefinition,
} from "../../runtime/types.js";
import { filled } from "../shared/json.js";
import { gather } from "../shared/group-by.js";
import {
  type Api,
  type Operation,
  operationKey,
  successesOf,
} from "../model.js";
import { mediaType } from "../schema/media.js";
import { parameterName } from "../describe/identifiers.js";
import type { Telling } from "../describe/filter-examples.js";
import { type Argument, parameterSchema } from "./arguments.js";
import type { PlannedBody } from "./body.js";

/** What a module says of its request: all that the runtime needs to send it. */
export type Recipe = Pick<
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
  | "accept"
  | "security"
>;

/** Parameters that several operations have in common, as they are written for all of them, by the name of their component. */
export type SharedArguments = ReadonlyMap<string, Written>;

interface Surroundings {
  readonly body: PlannedBody | null;
  readonly hide: readonly string[];
  readonly fixed: Readonly<Record<string, unknown>>;
  readonly shared: SharedArguments;
  readonly tell: Telling;
}

/** What has a default is left out. */
export function planRecipe(
  operation: Operation,
  args: readonly Argument[],
  given: Surroundings,
): Recipe {
  const { body, fixed, hide } = given;
  const own = args
    .filter(({ in: place }) => place !== "body" || body?.schema === null)
    .filter(({ name }) => !hide.includes(name))
    .map((one) => [one.name, writtenArgument(one, given)] as const);
  return {
    request: operationKey(operation),
    ...filled({
      server: operation.servers[0],
      arguments: Object.fromEntries(own),
    }),
    ...(body && bodyOf(body)),
    ...filled({
      fixed,
      accept: acceptHeader(operation),
      security: operation.security,
    }),
  };
}

/** What a module says of one argument: its place, where its value is fixed; a reference to a shared one, or all. */
function writtenArgument(
  argument: Argument,
  { fixed, shared, tell }: Surroundings,
): Written {
  const { name, parameter, wireName } = argument;
  if (Object.hasOwn(fixed, name)) return placeOf(argument);
  const component = parameter?.component ?? null;
  const common = component === null ? undefined : shared.get(component);
  if (common === undefined) return inPlace(argument, tell);
  const isNamed = common.name !== undefined || name === wireName;
  const { description } = argument.schema;
  const isTold = description === (common.schema ?? common)["description"];
  return {
    $ref: `#/arguments/${component}`,
    ...(isNamed ? {} : { name: wireName }),
    ...(isTold ? {} : { description }),
  };
}

/** The components that two operations of the document or more use. */
export function shareArguments(api: Api, tell: Telling): SharedArguments {
  const parameters = api.operations.flatMap((one) => one.parameters);
  const found = gather(parameters.map((one) => [one.component, one]));
  const shared = new Map<string, Written>();
  for (const [component, all] of found) {
    const parameter = all.at(-1);
    if (component === null || parameter === undefined || all.length === 1)
      continue;
    const name = parameterName(parameter);
    const schema = parameterSchema(parameter, { name }, api);
    const argument = { ...parameter, name, wireName: parameter.name };
    shared.set(component, inPlace({ ...argument, schema, parameter }, tell));
  }
  return shared;
}

/** What an argument says of its place, so that a schema which has one of these keywords stands apart. */
export const PLACE =
  "in name required style explode schema allowReserved allowEmptyValue contentType".split(
    " ",
  );

function inPlace(argument: Argument, tell: Telling): Written {
  const schema = tell(argument.schema);
  const isApart = PLACE.some((word) => Object.hasOwn(schema, word));
  return {
    ...placeOf(argument),
    // Path arguments always are.
    ...(argument.required && argument.in !== "path" && { required: true }),
    ...(isApart ? { schema } : schema),
  };
}

/** Where an argument goes and how it is written; what has OpenAPI's default is left out. */
function placeOf(argument: Argument): Written {
  const { name, wireName, in: location, parameter } = argument;
  if (parameter === null || location === "body") return { in: location };
  const { allowEmptyValue, allowReserved, explode, style } = parameter;
  const isQuery = /^(query|querystring|cookie)$/.test(location);
  // A deep object is written in one way, whatever is said of it.
  const isUsual = explode === (style === "form") || style === "deepObject";
  return {
    in: location,
    ...(name !== wireName && { name: wireName }),
    ...(style !== (isQuery ? "form" : "simple") && { style }),
    ...(!isUsual && { explode }),
    ...(allowReserved && { allowReserved }),
    ...(allowEmptyValue && { allowEmptyValue }),
    ...filled({ contentType: parameter.contentType }),
  };
}

function bodyOf(body: PlannedBody): Partial<Recipe> {
  const { encoding, media, names, required, schema } = body;
  const { contentType } = media;
  return {
    ...(schema !== null && { body: schema }),
    ...(required !== true && { bodyRequired: required }),
    ...(contentType !== "application/json" && { contentType }),
    ...filled({ names, encoding }),
  };
}

/**
 * Asked for only where the answer is not plain JSON, which is what the runtime asks for by itself. All else is taken too, as
 * there: Django REST refuses what no renderer of its own writes, though a view does, and errors are mostly JSON.
 */
function acceptHeader(operation: Operation): string | null {
  const declared = successesOf(operation)
    .flatMap(({ media }) => media.map(({ contentType }) => contentType))
    .filter((type) => /^[\w!#$%&'*+.^`|~/;=" -]+$/.test(type));
  const names = declared.map(mediaType);
  const others = names.includes("*/*") ? [] : ["*/*;q=0.5"];
  return names.length === 0 || names.includes("application/json")
    ? null
    : [...new Set(declared), ...others].join(", ");
}
