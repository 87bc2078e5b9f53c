import type { Api, MediaType, Operation, Parameter, Schema } from "../model.js";
import { branchesOf, dereference } from "../schema/object-shape.js";
import { viewObject } from "../schema/object-view.js";

/** Content types that frameworks write if they know none: Kubernetes has 402 bodies of any media type. */
const ANY_MEDIA_TYPE = /^(\*|\*\/\*|application\/\*)?$/;

/**
 * Corrects two habits of frameworks. A body of any media type whose schema is an object or a list is JSON. A parameter
 * whose schema is an object without properties that callers may send is text.
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

/** True for an object without properties that a request may hold, such as the `Version` of .NET. */
function isNeverSent({ schema }: Parameter, api: NamedSchemas): boolean {
  const { allowsOthers: isOpen = true, properties } =
    viewObject(schema, api) ?? {};
  const allProperties = [...(properties?.values() ?? [])];
  return !isOpen && allProperties.every(({ readOnly }) => readOnly);
}
