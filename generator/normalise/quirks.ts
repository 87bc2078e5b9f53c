import type { Api, MediaType, Operation, Parameter, Schema } from "../model.js";
import { branchesOf, viewObject, dereference } from "../schema/object-shape.js";

/** What frameworks write that know no media type. */
const ANY_MEDIA_TYPE = /^(\*|\*\/\*|application\/\*)?$/;

/**
 * An operation as its framework means it: what is of any media type by its words, and by its schema an object or a list,
 * is JSON; a parameter that is an object of which nothing is ever sent is text.
 */
export function applyFrameworkQuirks(
  operation: Operation,
  api: NamedSchemas,
): Operation {
  const { body, parameters, responses } = operation;
  const nameMediaTypes = (media: readonly MediaType[]) =>
    media.map((mediaType) =>
      ANY_MEDIA_TYPE.test(mediaType.contentType.trim()) &&
      isStructured(mediaType.schema, api)
        ? { ...mediaType, contentType: "application/json" }
        : mediaType,
    );
  return {
    ...operation,
    body: body && { ...body, media: nameMediaTypes(body.media) },
    parameters: parameters.map((parameter) =>
      isNeverSent(parameter, api)
        ? { ...parameter, schema: { type: "string" } }
        : parameter,
    ),
    responses: responses.map((response) => ({
      ...response,
      media: nameMediaTypes(response.media),
    })),
  };
}

type NamedSchemas = Pick<Api, "schemas">;

function isStructured(schema: Schema, api: NamedSchemas): boolean {
  const resolvedSchema = dereference(schema, api);
  const types = [resolvedSchema["type"]].flat();
  return (
    types.includes("object") ||
    types.includes("array") ||
    viewObject(resolvedSchema, api) !== null ||
    branchesOf(resolvedSchema, "anyOf", "oneOf").some((branch) =>
      viewObject(branch, api),
    )
  );
}

/** The `Version` of .NET, for one. */
function isNeverSent({ schema }: Parameter, api: NamedSchemas): boolean {
  const { allowsOthers: isOpen = true, properties } =
    viewObject(schema, api) ?? {};
  const allProperties = [...(properties?.values() ?? [])];
  return !isOpen && allProperties.every(({ readOnly }) => readOnly);
}
