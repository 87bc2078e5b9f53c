import type { Argument as Written } from "../../runtime/types.js";
import type { Api, Parameter } from "../model.js";
import { parameterSchema, type Argument } from "./arguments.js";
import type { Narrow } from "./gemini.js";
import { argumentName } from "./names.js";

/** Parameters that several operations have in common, as they are written for all of them, by the name of their component. */
export type SharedArguments = ReadonlyMap<string, Written>;

/** Those components that two operations of the document or more use. */
export function shareArguments(api: Api, narrow: Narrow): SharedArguments {
  const counts = new Map<string, number>();
  const found = new Map<string, Parameter>();
  for (const { parameters } of api.operations)
    for (const parameter of parameters) {
      const { component } = parameter;
      if (component === null) continue;
      counts.set(component, (counts.get(component) ?? 0) + 1);
      found.set(component, parameter);
    }
  const shared = [...found].filter(([name]) => (counts.get(name) ?? 0) > 1);
  return new Map(
    shared.map(([name, parameter]) => {
      const { name: wireName, required } = parameter;
      const own = argumentName(wireName);
      const argument = {
        ...{ name: own, wireName, required, in: parameter.in },
        ...{ schema: parameterSchema(parameter, own, api), parameter },
      };
      return [name, inPlace(argument, narrow)];
    }),
  );
}

/** What a module says of one argument: a reference to a shared one, or all. */
export function writtenArgument(
  argument: Argument,
  { shared, narrow }: { shared: SharedArguments; narrow: Narrow },
): Written {
  const { name, parameter, wireName } = argument;
  const component = parameter?.component ?? null;
  const common = component === null ? undefined : shared.get(component);
  if (common === undefined) return inPlace(argument, narrow);
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
  const isQuery = location === "query" || location === "cookie";
  return {
    in: location,
    ...own,
    ...(style === (isQuery ? "form" : "simple") ? {} : { style }),
    // A deep object is written in one way, whatever is said of it.
    ...(explode === (style === "form") || style === "deepObject"
      ? {}
      : { explode }),
    ...(parameter.allowReserved ? { allowReserved: true } : {}),
    ...(parameter.allowEmptyValue ? { allowEmptyValue: true } : {}),
    ...(parameter.contentType !== null && {
      contentType: parameter.contentType,
    }),
  };
}

/** Words that mean a place, so that a schema which has one of them stands apart. */
const PLACE = [
  ...["in", "name", "required", "style", "explode", "schema"],
  ...["allowReserved", "allowEmptyValue", "contentType"],
];

function inPlace(argument: Argument, narrow: Narrow): Written {
  const schema = narrow(argument.schema);
  const isApart = PLACE.some((word) => Object.hasOwn(schema, word));
  return {
    ...placeOf(argument),
    // Path arguments always are.
    ...(argument.required && argument.in !== "path" ? { required: true } : {}),
    ...(isApart ? { schema } : schema),
  };
}
