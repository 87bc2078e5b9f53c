import type { PartEncoding } from "../runtime.js";
import { omitEmpty, getMember, toWord, omit as bare } from "../shared/json.js";
import type { Api, Body, Operation, Schema } from "../model.js";
import { dereference, examplesOf } from "../schema/object-shape.js";
import { viewObject, type ObjectSchemaView } from "../schema/object-view.js";
import type { ExampleFilter } from "../describe/filter-examples.js";
import { describeBodyRules, hasFields } from "../describe/body-constraints.js";
import {
  toClientSchema,
  toClientSubschema,
  ownPropertyNamesOf,
  sharedPartsOf,
  unwrapMember,
} from "./client-schema.js";
import { truncateText, MAX_DESCRIPTION } from "../describe/sentences.js";
import {
  ADDITIONAL_FILES,
  describeEncodedTexts,
  encodingOf,
  type FileProperties,
  findFileProperties,
  isPlainText,
  toFileSchema,
  toTextOrFileSchema,
} from "./upload.js";
import {
  assignArgumentNames,
  isRenamed,
  type ArgumentName,
  addWireName,
} from "../describe/identifiers.js";
import {
  isBodyExpected,
  isTextType,
  mediaType,
  type MediaView,
} from "../schema/media.js";

/** Body of an operation, as it is asked for and sent. */
export interface PlannedBody {
  readonly media: MediaView;
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

/** Context, and the properties of the body that are files. */
interface BodyContextWithFiles extends BodyContext {
  readonly files: FileProperties;
  /** Encodings of a form's properties, by wire name. */
  readonly encoding: PlannedBody["encoding"];
}

interface FlatBodyContext extends BodyContextWithFiles {
  readonly bodyView: ObjectSchemaView;
}

export function planBody(
  body: Body,
  declaredMedia: MediaView,
  context: BodyContext,
): PlannedBody {
  const media = unwrapMedia(declaredMedia, context.api);
  const { isForm, isJson, schema, target } = media;
  const bodyView = isForm || isJson ? viewObject(schema, context.api) : null;
  const files = findFileProperties(media, bodyView, context);
  const encoding = encodingOf(media, files, bodyView?.properties.keys());
  const contextWithFiles = { ...context, files, encoding };
  // A list of arguments can't say that the body is null. If the body may be left out, it need not.
  const mayBeNull = isJson && [target["type"]].flat().includes("null");
  return bodyView === null || (mayBeNull && body.required)
    ? planWholeBody(body, media, contextWithFiles)
    : planFlatBody(body, media, { ...contextWithFiles, bodyView });
}

/** Media type whose schema is not the only member of a list. */
function unwrapMedia(media: MediaView, api: Api): MediaView {
  const schema = unwrapMember(media.schema);
  return schema === media.schema
    ? media
    : { ...media, schema, target: dereference(schema, api) };
}

function planFlatBody(
  body: Body,
  media: MediaView,
  context: FlatBodyContext,
): PlannedBody {
  const { bodyView, api, files, hiddenArguments: hiddenNames } = context;
  // A file is asked for in another form than its component says, so its properties are spelt out.
  const canShareSchemas = files.size === 0 && hiddenNames.length === 0;
  const sharedSchemas = canShareSchemas ? sharedPartsOf(media.schema, api) : [];
  const sharedView = viewObject({ allOf: sharedSchemas }, api);
  const ownNames = ownPropertyNamesOf(media.schema, bodyView, sharedView);
  const required =
    body.required ??
    (isBodyExpected({ ...context, shape: bodyView }) && "expected");
  const examples = [...media.examples, ...examplesOf(media.target)];
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
        toBodySchema(toClientSubschema(property.schema, wireName), context);
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
    encoding: context.encoding,
  };
}

/** Schema of a body or a property, which says where a file may be named by its path. */
function toBodySchema(schema: Schema, { takesPaths }: BodyContext): Schema {
  return takesPaths ? describeEncodedTexts(schema) : schema;
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
    readonly media: MediaView;
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
    context.files.get(ADDITIONAL_FILES)?.schema ??
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
  media: MediaView,
  context: BodyContextWithFiles,
): PlannedBody {
  const { api } = context;
  const declaredSchema = toWholeBodySchema(media, context);
  const { description = body.description } = declaredSchema;
  const schema =
    description === "" ? declaredSchema : { ...declaredSchema, description };
  const { isText, target } = media;
  const acceptsObject = !isText && target["type"] === "object";
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
    hasNestedFields: !isText && hasFields(media.schema, api),
    undescribedNames: [],
    allowsMore: false,
    constraints: "",
    schema: null,
    names: {},
    encoding: encodingOfWholeBody(media, context),
  };
}

/**
 * Encoding of a body that is one argument. Says of text whether it is a file, since its media type does not, and of a file
 * which types it may have.
 */
function encodingOfWholeBody(
  media: MediaView,
  context: BodyContextWithFiles,
): PlannedBody["encoding"] {
  if (media.isBareText || isTextOrFile(media, context))
    return { body: { file: false } };
  const { contentType, isBinary, otherFileTypes } = media;
  if (otherFileTypes.length > 0) {
    const contentTypes = [contentType, ...otherFileTypes].join(", ");
    return { body: { file: true, contentType: contentTypes } };
  }
  const isTextFile = isBinary && isTextType(contentType);
  return isTextFile ? { body: { file: true } } : context.encoding;
}

/** True for text of any content, which may be that of a file in the server's folder. */
function isTextOrFile(
  media: MediaView,
  { api, takesPaths }: BodyContext,
): boolean {
  const { isBinary, isEncoded, isForm, isJson, isText } = media;
  const isOther = isBinary || isEncoded || isForm || isJson;
  if (!takesPaths || isOther) return false;
  const type = toWord(media.target["type"]);
  if (type === "string") return isPlainText(media.schema, api);
  return isText && !SCALAR_TYPE.test(type);
}

const SCALAR_TYPE = /^(string|number|integer|boolean)$/;

function toWholeBodySchema(
  media: MediaView,
  context: BodyContextWithFiles,
): Schema {
  const schema = toBareBodySchema(media, context);
  return isTextOrFile(media, context)
    ? toTextOrFileSchema(schema, false, context)
    : schema;
}

function toBareBodySchema(
  media: MediaView,
  context: BodyContextWithFiles,
): Schema {
  const { contentType, isBinary, isOpaque, isText, schema, target } = media;
  if (isBinary)
    return toFileSchema(bare(schema, ["type"]), context, contentType);
  const file = context.files.get(ADDITIONAL_FILES)?.schema;
  if (file !== undefined) return { type: "object", additionalProperties: file };
  const { type, description, ...constraints } = target;
  const isUnconstrained =
    type === undefined && Object.keys(constraints).length === 0;
  if (isOpaque && isUnconstrained)
    return {
      description: toFileSchema({ description }, context)["description"],
    };
  const isScalar = SCALAR_TYPE.test(toWord(type));
  if (!isText || isScalar)
    return toBodySchema(toClientSubschema(schema), context);
  const typeName = mediaType(media.contentType);
  const ownDescription =
    typeof description === "string" ? `${description} ` : "";
  const fieldNames = [
    ...(viewObject(schema, context.api)?.properties.keys() ?? []),
  ];
  const fieldList =
    fieldNames.length > 0 ? ` Fields: ${fieldNames.join(", ")}.` : "";
  const textDescription = truncateText(
    `${ownDescription}As text: ${typeName}.${fieldList}`,
    MAX_DESCRIPTION,
  );
  return { type: "string", description: textDescription };
}
