import { Ajv2020 } from "ajv/dist/2020.js";
import type { ValidateFunction } from "ajv/dist/2020.js";
import { correction } from "./correction.js";
import { ArgumentError } from "../call/errors.js";
import { validationSchema } from "./input-schema.js";
import { propertiesOf } from "./json-schema.js";
import { describeMistakes } from "./mistakes.js";
import type { Args, Component, JsonSchema, Schemas } from "../types.js";

/** Text inside text inside text: more is no mistake of a model. */
const MAX_CORRECTIONS = 4;

/**
 * Gives the arguments as the component's schema wants them; a copy, where something was corrected.
 * Throws `ArgumentError`, which names every wrong argument.
 */
export type CheckArguments = (
  component: Component,
  args: Args,
  options: { readonly coerce: boolean },
) => Args;

/** Schemas are compiled on the first call of their component: a thousand at once would take seconds. */
export function createArgumentCheck(schemas: Schemas): CheckArguments {
  const compiled = new Map<Component, Check>();
  const ajv = new Ajv2020({
    allErrors: true,
    logger: false,
    meta: false,
    ownProperties: true,
    strict: false,
    validateFormats: false, // the API knows better what it takes
    validateSchema: false,
  });

  function compile(component: Component): Check {
    const schema = validationSchema(component, schemas);
    const check = { schema, validate: ajv.compile(schema) };
    compiled.set(component, check);
    return check;
  }

  return (component, given, { coerce }) => {
    const { schema, validate } = compiled.get(component) ?? compile(component);
    let args = given;
    for (let tries = 0; !validate(args); tries++) {
      const mistakes = validate.errors ?? [];
      const corrected =
        tries < MAX_CORRECTIONS
          ? correction(args, mistakes, { component, coerce })
          : undefined;
      if (corrected === undefined)
        throw new ArgumentError(
          describeMistakes(mistakes, {
            args,
            component: component.name,
            known: propertiesOf(schema).map(([name]) => name),
          }),
        );
      args = corrected;
    }
    return args;
  };
}

interface Check {
  readonly schema: JsonSchema;
  readonly validate: ValidateFunction;
}
