import { own, propertiesOf } from "../../runtime/schema.js";
import type { Override } from "../config/config.js";
import { filled, without } from "../shared/json.js";
import { gather } from "../shared/group-by.js";
import type { Api, Location, Operation, Parameter, Schema } from "../model.js";
import type { BodyArgument, PlannedBody } from "./body.js";
import { cut, MAX_DESCRIPTION } from "../describe/sentences.js";
import { clientSubschema, isSmall } from "./client-schema.js";
import { branches, examplesOf } from "../schema/object-shape.js";
import {
  freeName,
  parameterName,
  withWireName,
} from "../describe/identifiers.js";

/** One argument of a tool, resource template or resource. */
export interface Argument extends BodyArgument {
  readonly in: Location | "body";
  /** The parameter of the document; null for properties of the body. */
  readonly parameter: Parameter | null;
}

/**
 * The flat argument list of an operation. Where two would share a name, the body's property keeps
 * it and a parameter becomes `name__path`, `name__query`, `name__header` or `name__cookie`.
 */
export function planArguments(
  operation: Operation,
  body: PlannedBody | null,
  api: Api,
): Argument[] {
  const bodyNames = new Set(body?.properties.map(({ name }) => name) ?? []);
  const parameters = askedParameters(operation, api);
  const alike = gather(parameters.map((one) => [parameterName(one), one.name]));
  const taken = new Set(bodyNames);
  return [
    ...parameters.map((parameter): Argument => {
      const plain = parameterName(parameter);
      const all = alike.get(plain) ?? [];
      const isAlike = bodyNames.has(plain) || all.length > 1;
      // Who has the plain name itself keeps it.
      const isOwner =
        parameter.name === plain &&
        all.filter((one) => one === plain).length === 1;
      const clashes = bodyNames.has(plain) || (isAlike && !isOwner);
      const name = freeName(
        clashes ? `${plain}__${parameter.in}` : plain,
        taken,
      );
      taken.add(name);
      return {
        name,
        wireName: parameter.name,
        isAlike,
        in: parameter.in,
        required: parameter.required,
        schema: parameterSchema(parameter, { name, isAlike }, api),
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

/** The parameters of an operation without those that `without` names, as arguments, and without credentials. */
export function askedParameters(
  { parameters, security }: Operation,
  api: Api,
  without: readonly string[] = [],
): Parameter[] {
  const sent = new Set(security.flat());
  return parameters.filter(
    (one) =>
      !isCredential(one, api, sent) && !without.includes(parameterName(one)),
  );
}

/** A credential is the server's business and never asked of the model; but what is required, and which it does not send, is none. */
function isCredential(
  parameter: Parameter,
  api: Api,
  sent: ReadonlySet<string>,
): boolean {
  return [...api.securitySchemes].some(
    ([name, scheme]) =>
      scheme.type === "apiKey" &&
      scheme.in === parameter.in &&
      (sent.has(name) || !parameter.required) &&
      (scheme.in === "header"
        ? scheme.name.toLowerCase() === parameter.name.toLowerCase()
        : scheme.name === parameter.name),
  );
}

/** The schema of a parameter with what is said about it, as an argument of this name has it. */
export function parameterSchema(
  parameter: Parameter,
  named: { readonly name: string; readonly isAlike?: boolean },
  api: Api,
) {
  const plain = parameter.required
    ? parameter.schema
    : withoutNull(parameter.schema);
  const schema = clientSubschema(plain, parameter.name);
  const description = [
    parameter.description || schema["description"],
    parameter.deprecated ? "Deprecated." : "",
  ]
    .filter(Boolean)
    .join(" ");
  const example = parameter.examples[0] ?? examplesOf(schema)[0];
  const whole = {
    ...without(schema, ["description", "examples"]),
    ...(description !== "" && {
      description: cut(description, MAX_DESCRIPTION),
    }),
    ...(isSmall(example) && { examples: [example] }),
  };
  const wireName = parameter.label ?? parameter.name;
  return withWireName(whole, { ...named, wireName }, api);
}

/** What may be left out is, where it is null, which has no form in an address or a header. */
function withoutNull(schema: Schema): Schema {
  const rest = without(schema, ["anyOf"]);
  const others = branches(schema, "anyOf").filter(
    ({ type }) => type !== "null",
  );
  const [only = {}] = others;
  const isPlain =
    others.length === 1 && !Object.keys(only).some((key) => key in rest);
  return isPlain ? { ...only, ...rest } : schema;
}

type Words = NonNullable<Override["arguments"]>;

/** An argument in the words that an override has for it. */
export function inWords<One extends Pick<BodyArgument, "name" | "schema">>(
  argument: One,
  words: Words,
): One {
  const told = own(words, argument.name);
  return told
    ? { ...argument, schema: { ...argument.schema, ...told } }
    : argument;
}

/** The same for the properties of a body: what is shared can't say it for one of its users. */
export function bodyInWords(body: PlannedBody, words: Words): PlannedBody {
  const properties = body.properties.map((one) => inWords(one, words));
  if (body.schema === null) return { ...body, properties };
  const written = new Map(propertiesOf(body.schema));
  for (const { name, wireName } of properties) {
    const told = own(words, name);
    if (told) written.set(wireName, { ...written.get(wireName), ...told });
  }
  const whole = filled({ properties: Object.fromEntries(written) });
  return { ...body, properties, schema: { ...body.schema, ...whole } };
}
