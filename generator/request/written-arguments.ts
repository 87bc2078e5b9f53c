import type { Argument as Written } from "../../runtime/types.js";
import { filled, gather } from "../json.js";
import type { Api } from "../model.js";
import { type Argument, parameterSchema } from "./arguments.js";
import type { Telling } from "../words/telling.js";
import { argumentName } from "../words/naming.js";

/** Parameters that several operations have in common, as they are written for all of them, by the name of their component. */
export type SharedArguments = ReadonlyMap<string, Written>;

/** Those components that two operations of the document or more use. */
export function shareArguments(api: Api, tell: Telling): SharedArguments {
  const parameters = api.operations.flatMap((one) => one.parameters);
  const found = gather(parameters.map((one) => [one.component, one]));
  return new Map(
    [...found].flatMap(([component, all]) => {
      const parameter = all.at(-1);
      if (component === null || parameter === undefined || all.length === 1)
        return [];
      const name = argumentName(parameter.name);
      const schema = parameterSchema(parameter, { name }, api);
      const argument = { ...parameter, name, wireName: parameter.name };
      return [
        [component, inPlace({ ...argument, schema, parameter }, tell)] as const,
      ];
    }),
  );
}

/** What a module says of one argument: a reference to a shared one, or all. */
export function writtenArgument(
  argument: Argument,
  { shared, tell }: { shared: SharedArguments; tell: Telling },
): Written {
  const { name, parameter, wireName } = argument;
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

/** Where an argument goes and how it is written; what has OpenAPI's default is left out. */
export function placeOf(argument: Argument): Written {
  const { name, wireName, in: location, parameter } = argument;
  const own = name === wireName ? {} : { name: wireName };
  if (parameter === null || location === "body") return { in: location };
  const { explode, style } = parameter;
  const isQuery = /^(query|querystring|cookie)$/.test(location);
  // A deep object is written in one way, whatever is said of it.
  const isUsual = explode === (style === "form") || style === "deepObject";
  return {
    in: location,
    ...own,
    ...(style === (isQuery ? "form" : "simple") ? {} : { style }),
    ...(isUsual ? {} : { explode }),
    ...(parameter.allowReserved && { allowReserved: true }),
    ...(parameter.allowEmptyValue && { allowEmptyValue: true }),
    ...filled({ contentType: parameter.contentType }),
  };
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
