import type { PartEncoding } from "../../runtime/types.js";
import { omitEmpty, getMember, toWord, omit as bare } from "../shared/json.js";
import type { Api, Body, MediaType, Operation, Schema } from "../model.js";
import { examplesOf, dereference } from "../schema/object-shape.js";
import { viewObject, type ObjectSchemaView } from "../schema/object-view.js";
import type { ExampleFilter } from "../describe/filter-examples.js";
import { describeBodyRules, hasFields } from "../describe/body-constraints.js";
import {
  toClientSchema,
  toClientSubschema,
  ownPropertyNamesOf,
  sharedPartsOf,
} from "./client-schema.js";
import { truncateText, MAX_DESCRIPTION } from "../describe/sentences.js";
import {
  encodingOf,
  findFileProperties,
  toFileSchema,
  additionalFileSchemaOf,
  type FileContext,
} from "./upload.js";
import {
  assignArgumentNames,
  isRenamed,
  type ArgumentName,
  addWireName,
} from "../describe/identifiers.js";
import {
  isBareText,
  isBinary,
  isBodyExpected,
  isForm,
  isJson,
  isOpaque,
  isText,
  mediaType,
} from "../schema/media.js";

/** Body of an operation, as it is asked for and sent. */
export interface PlannedBody {
  readonly media: MediaType;
  /** `expected`: the body is asked for, and may be left out as a whole. */
  readonly required: boolean | "expected";
  /** Arguments: the properties of a plain object, or one argument that is the whole body. */
  readonly properties: readonly BodyArgument[];
  /** Parts of the input schema that name shared schemas instead of repeating their properties. */
  readonly sharedSchemas: readonly Schema[];
  /** Wire names of properties of `shared` that are not asked for under that name. */
  readonly omittedNames: readonly string[];
  /** True if the body is one argument, and one of its alternatives has fields. */
  readonly hasNestedFields: boolean;
  /** Names in `required` that the document does not describe. */
  readonly undescribedNames: readonly string[];
  /** True if other arguments go to the body too. */
  readonly allowsMore: boolean;
  /** Constraints of the body as a whole, in words. */
  readonly constraints: string;
  /** Object schema of the module, by wire names; null if one argument is the whole body. */
  readonly schema: Schema | null;
  /** Wire names of properties whose argument is named otherwise, by argument name. */
  readonly names: Readonly<Record<string, string>>;
  /** Encodings of a form's properties, by wire name. */
  readonly encoding: Readonly<Record<string, PartEncoding>>;
}

export interface BodyArgument extends ArgumentName {
  readonly required: boolean;
  /** Schema that a client sees. */
  readonly schema: Schema;
  /** True if a shared schema that the body refers to describes it. */
  readonly isShared?: boolean;
}

/** Inputs to the plan of a body in addition to the body itself. */
interface BodyContext {
  readonly api: Api;
  readonly operation: Pick<Operation, "method">;
  /**
   * Names of arguments that the schema leaves out. If there are some, properties of shared schemas are in the module
   * itself.
   */
  readonly hiddenArguments: readonly string[];
  readonly filterExamples: ExampleFilter;
  /** True if a file may be named by its path in the server's folder for files. */
  readonly takesPaths: boolean;
}

type FlatBodyContext = BodyContext & { readonly bodyView: ObjectSchemaView };

export function planBody(
  body: Body,
  media: MediaType,
  context: BodyContext,
): PlannedBody {
  const { api } = context;
  const bodyView =
    isForm(media) || isJson(media) ? viewObject(media.schema, api) : null;
  // A list of arguments can't say that the body is null. If the body may be left out, it need not.
  const { type } = dereference(media.schema, api);
  const mayBeNull = isJson(media) && [type].flat().includes("null");
  return bodyView === null || (mayBeNull && body.required)
    ? planWholeBody(body, media, context)
    : planFlatBody(body, media, { ...context, bodyView });
}

function planFlatBody(
  body: Body,
  media: MediaType,
  context: FlatBodyContext,
): PlannedBody {
  const { bodyView, api, hiddenArguments: hiddenNames } = context;
  const files = findFileProperties(media, bodyView, context);
  // A file is asked for in another form than its component says, so its properties are spelt out.
  const canShareSchemas = files.size === 0 && hiddenNames.length === 0;
  const sharedSchemas = canShareSchemas ? sharedPartsOf(media.schema, api) : [];
  const sharedView = viewObject({ allOf: sharedSchemas }, api);
  const ownNames = ownPropertyNamesOf(media.schema, bodyView, sharedView);
  const required =
    body.required ??
    (isBodyExpected({ ...context, shape: bodyView }) && "expected");
  const examples = [
    ...media.examples,
    ...examplesOf(dereference(media.schema, api)),
  ];
  const undescribedProperties = bodyView.undescribedNames.map((name) => {
    const isInExample = examples.some(
      (example) => getMember(example, name) !== undefined,
    );
    return [name, { ...UNDESCRIBED_PROPERTY, required: isInExample }] as const;
  });
  const allProperties = [...bodyView.properties, ...undescribedProperties];
  const writableProperties = allProperties.filter(
    ([, { readOnly }]) => !readOnly,
  );
  const nameOf = assignArgumentNames(
    writableProperties.map(([wireName]) => wireName),
  );
  const properties = writableProperties.map(
    ([wireName, property]): BodyArgument => {
      const names = { ...nameOf(wireName), wireName };
      const schema =
        files.get(wireName)?.schema ??
        toClientSubschema(property.schema, wireName);
      return {
        ...names,
        required: required !== false && property.required,
        schema: addWireName(schema, names, api),
        isShared: !ownNames.has(wireName),
      };
    },
  );
  const renamedArguments = properties.filter(
    ({ name, wireName }) => name !== wireName,
  );
  const readOnlyProperties = [...bodyView.properties].filter(
    ([, { readOnly }]) => readOnly,
  );
  return {
    media,
    required,
    properties,
    sharedSchemas,
    omittedNames:
      sharedSchemas.length === 0
        ? []
        : [
            ...readOnlyProperties.map(([name]) => name),
            ...renamedArguments.map(({ wireName }) => wireName),
          ],
    hasNestedFields: false,
    undescribedNames: bodyView.undescribedNames,
    allowsMore: bodyView.allowsOthers !== false,
    constraints: describeBodyRules(body, media, {
      api,
      bodyRequired: required !== false,
    }),
    schema: toObjectBodySchema(
      properties.filter(({ name }) => !hiddenNames.includes(name)),
      {
        ...context,
        media,
        sharedSchemas,
        isRequired: ({ wireName }) =>
          writableProperties.some(
            ([name, { required }]) => name === wireName && required,
          ),
      },
    ),
    names: Object.fromEntries(
      renamedArguments.map(({ name, wireName }) => [name, wireName]),
    ),
    encoding: encodingOf(media, files, bodyView.properties.keys()),
  };
}

/** Property that is in `required` and not described. It is required of callers only if an example has it. */
const UNDESCRIBED_PROPERTY = {
  schema: {
    description: "Required by the API; its document has no description.",
  },
  readOnly: false,
};

/** Object schema of a body for its module. Further alternatives and conditions are left to the API. */
function toObjectBodySchema(
  visibleArguments: readonly BodyArgument[],
  context: FlatBodyContext & {
    readonly media: MediaType;
    readonly sharedSchemas: readonly Schema[];
    readonly isRequired: (argument: BodyArgument) => boolean;
  },
): Schema {
  const { isRequired, media, bodyView, sharedSchemas, filterExamples } =
    context;
  const parts = sharedSchemas.map(filterExamples);
  const [firstPart = {}, ...otherParts] = parts;
  const isReference =
    otherParts.length === 0 && Object.keys(firstPart).join() === "$ref";
  const ownArguments = visibleArguments.filter(
    (argument) => !argument.isShared,
  );
  const required = ownArguments
    .filter(isRequired)
    .map(({ wireName }) => wireName);
  // A shared schema can't name the argument of one body.
  const renamedArguments = visibleArguments.filter(
    (argument) => argument.isShared && isRenamed(argument),
  );
  const properties = [
    ...ownArguments.map(
      (argument) =>
        [argument.wireName, filterExamples(argument.schema)] as const,
    ),
    ...renamedArguments.map(({ wireName, schema }) => {
      return [wireName, { description: schema["description"] }] as const;
    }),
  ];
  const declaredSchema =
    additionalFileSchemaOf(media, context) ??
    ("patternProperties" in media.schema ||
      toClientSchema(media.schema)["additionalProperties"]);
  // Shared schemas speak for themselves, except what their conditions say.
  const isOpen =
    bodyView.allowsOthers &&
    (bodyView.allowsOthers === "sometimes" || sharedSchemas.length === 0);
  const additionalProperties = declaredSchema || isOpen;
  const { dependentRequired, maxProperties, minProperties } = media.schema;
  return {
    ...(isReference ? firstPart : omitEmpty({ allOf: parts })),
    ...omitEmpty({ properties: Object.fromEntries(properties), required }),
    ...(additionalProperties !== false && { additionalProperties }),
    ...omitEmpty({ dependentRequired, maxProperties, minProperties }),
  };
}

function planWholeBody(
  body: Body,
  media: MediaType,
  context: FileContext,
): PlannedBody {
  const { api } = context;
  const declaredSchema = toWholeBodySchema(media, context);
  const { description = body.description } = declaredSchema;
  const schema =
    description === "" ? declaredSchema : { ...declaredSchema, description };
  const acceptsObject =
    !isText(media) && dereference(media.schema, api)["type"] === "object";
  return {
    media,
    required: body.required === true,
    properties: [
      {
        name: "body",
        wireName: "body",
        required: body.required === true && !acceptsObject,
        schema,
      },
    ],
    sharedSchemas: [],
    omittedNames: [],
    hasNestedFields: !isText(media) && hasFields(media.schema, api),
    undescribedNames: [],
    allowsMore: false,
    constraints: "",
    schema: null,
    names: {},
    encoding: isBareText(media, api)
      ? { body: { file: false } }
      : encodingOf(media, findFileProperties(media, null, context)),
  };
}

function toWholeBodySchema(media: MediaType, context: FileContext): Schema {
  const { api } = context;
  if (isBinary(media, api))
    return toFileSchema(bare(media.schema, ["type"]), context);
  const file = additionalFileSchemaOf(media, context);
  if (file !== undefined) return { type: "object", additionalProperties: file };
  const { type, description, ...constraints } = dereference(media.schema, api);
  const isUnconstrained =
    type === undefined && Object.keys(constraints).length === 0;
  if (isOpaque(media) && isUnconstrained)
    return {
      description: toFileSchema({ description }, context)["description"],
    };
  const isScalar = /^(string|number|integer|boolean)$/.test(toWord(type));
  if (!isText(media) || isScalar) return toClientSubschema(media.schema);
  const typeName = mediaType(media.contentType);
  const ownDescription =
    typeof description === "string" ? `${description} ` : "";
  const fieldNames = [
    ...(viewObject(media.schema, api)?.properties.keys() ?? []),
  ];
  const fieldList =
    fieldNames.length > 0 ? ` Fields: ${fieldNames.join(", ")}.` : "";
  const textDescription = truncateText(
    `${ownDescription}As text: ${typeName}.${fieldList}`,
    MAX_DESCRIPTION,
  );
  return { type: "string", description: textDescription };
}
