import type { Api, MediaType, Operation, Parameter, Schema } from "../model.js";
import { branches, objectShape, resolve } from "../schema/object-shape.js";

/** What frameworks write that know no media type. */
const ANY = /^(\*|\*\/\*|application\/\*)?$/;

/**
 * An operation as its framework means it: what is of any media type by its words, and by its schema an object or a list,
 * is JSON; a parameter that is an object of which nothing is ever sent is text.
 */
export function asMeant(operation: Operation, api: Schemas): Operation {
  const { body, parameters, responses } = operation;
  const named = (media: readonly MediaType[]) =>
    media.map((one) =>
      ANY.test(one.contentType.trim()) && isStructured(one.schema, api)
        ? { ...one, contentType: "application/json" }
        : one,
    );
  return {
    ...operation,
    body: body && { ...body, media: named(body.media) },
    parameters: parameters.map((one) =>
      isNeverSent(one, api) ? { ...one, schema: { type: "string" } } : one,
    ),
    responses: responses.map((one) => ({ ...one, media: named(one.media) })),
  };
}

type Schemas = Pick<Api, "schemas">;

function isStructured(schema: Schema, api: Schemas): boolean {
  const found = resolve(schema, api);
  const types = [found["type"]].flat();
  return (
    types.includes("object") ||
    types.includes("array") ||
    objectShape(found, api) !== null ||
    branches(found, "anyOf", "oneOf").some((one) => objectShape(one, api))
  );
}

/** The `Version` of .NET, for one. */
function isNeverSent({ schema }: Parameter, api: Schemas): boolean {
  const { open = true, properties } = objectShape(schema, api) ?? {};
  const all = [...(properties?.values() ?? [])];
  return !open && all.every(({ readOnly }) => readOnly);
}
