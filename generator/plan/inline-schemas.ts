import { getOwn, type Schemas } from "../runtime.js";
import { groupBy } from "../shared/group-by.js";
import { isObject, omit } from "../shared/json.js";
import type { Schema } from "../model.js";
import type { ComponentDraft } from "./component.js";
import {
  ARGUMENT_KEYWORDS,
  type ReferenceLookup,
  type RequestSpec,
} from "./request-spec.js";
import { isSchema, refName } from "../schema/object-shape.js";
import { mapSchemas, mapValues } from "../schema/walk.js";

/** Requests of components, in their order, and the schemas and arguments that their modules share. */
interface PlannedRequests {
  readonly requestSpecs: readonly RequestSpec[];
  readonly sharedSchemas: Schemas;
}

/** Keywords that may be beside a reference that is replaced by its schema: annotations, and those of an argument. */
const REFERENCE_SIBLINGS = [
  ..."$ref title description default deprecated examples".split(" "),
  ...ARGUMENT_KEYWORDS,
];

/**
 * Inlines schemas that are referred to once, by a module or by a schema inlined there. A change of
 * one is then a change of that module, which is where a reviewer looks for it. A module keeps a reference that it had.
 */
export function inlineSingleUse(
  components: readonly Pick<ComponentDraft, "hasTool" | "referringRequest">[],
  sharedSchemas: Schemas,
  hadReference: ReferenceLookup,
): PlannedRequests {
  const { $defs, arguments: sharedArguments } = sharedSchemas;
  const modules = components.filter(({ hasTool }) => !hasTool);
  const mentionsByName = groupBy(
    [
      ...modules.map(({ referringRequest }) => referringRequest),
      $defs,
      sharedArguments,
    ]
      .flatMap(mentionedNamesOf)
      .map((name) => [name, name]),
  );
  const movedNames = new Set<string>();

  const inlineOnce = (schema: Schema, operation: string): Schema => {
    const outerSchema = mapSchemas(schema, (part) =>
      inlineOnce(part, operation),
    );
    const name = refName(schema) ?? "";
    const sharedSchema = getOwn($defs, name);
    const hasOnlySiblings = Object.keys(outerSchema).every((keyword) =>
      REFERENCE_SIBLINGS.includes(keyword),
    );
    if (
      !sharedSchema ||
      !hasOnlySiblings ||
      mentionsByName.get(name)?.length !== 1 ||
      hadReference(operation, `#/$defs/${name}`)
    )
      return outerSchema;
    movedNames.add(name);
    const inlinedSchema = inlineOnce(sharedSchema, operation);
    const siblings = omit(outerSchema, ["$ref"]);
    const annotations = omit(siblings, ARGUMENT_KEYWORDS);
    const location = omit(siblings, Object.keys(annotations));
    const clashes =
      Object.keys(location).length > 0 &&
      Object.keys(inlinedSchema).some((keyword) =>
        ARGUMENT_KEYWORDS.includes(keyword),
      );
    return clashes
      ? { ...siblings, schema: inlinedSchema }
      : { ...location, ...inlinedSchema, ...annotations };
  };
  const inlineInRequest = (requestSpec: RequestSpec): RequestSpec => ({
    ...requestSpec,
    ...(requestSpec.arguments && {
      arguments: mapValues(requestSpec.arguments, (argument) => {
        if (!isSchema(argument)) return argument;
        const { schema } = argument;
        const { request } = requestSpec;
        return inlineOnce(
          isObject(schema)
            ? { ...argument, schema: inlineOnce(schema, request) }
            : argument,
          request,
        );
      }) as NonNullable<RequestSpec["arguments"]>, // each as it was, except what is in it
    }),
    // The title of a body's schema is not shown to anyone.
    ...(isSchema(requestSpec.body) && {
      body: omit(inlineOnce(requestSpec.body, requestSpec.request), ["title"]),
    }),
  });
  const requestSpecs = components.map(({ referringRequest }) =>
    inlineInRequest(referringRequest),
  );
  const remainingSchemas = Object.entries($defs).filter(
    ([name]) => !movedNames.has(name),
  );
  return {
    requestSpecs,
    sharedSchemas: {
      ...sharedSchemas,
      $defs: Object.fromEntries(remainingSchemas),
    },
  };
}

/** Names of shared schemas, as often as a value mentions them, mappings included. */
function mentionedNamesOf(value: unknown): string[] {
  const text = JSON.stringify(value);
  return [...text.matchAll(/"#\/\$defs\/(?:[^"\\]|\\[^])*(?:"|\\?$)/g)].map(
    ([quotedRef]) => String(JSON.parse(quotedRef)).slice("#/$defs/".length),
  );
}
