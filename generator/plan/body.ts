import type { PartEncoding } from "../../runtime/types.js";
import { filled, member, toWord, without as bare } from "../shared/json.js";
import type { Api, Body, MediaType, Operation, Schema } from "../model.js";
import {
  examplesOf,
  objectShape,
  type ObjectShape,
  resolve,
} from "../schema/object-shape.js";
import type { Telling } from "../describe/filter-examples.js";
import { bodyWords, hasFields } from "../describe/body-constraints.js";
import {
  clientSchema,
  clientSubschema,
  ownNames,
  sharedParts,
} from "./client-schema.js";
import { cut, MAX_DESCRIPTION } from "../describe/sentences.js";
import { encodingOf, fileProperties, fileSchema, freeFile } from "./upload.js";
import {
  apartNames,
  isRenamed,
  type Named,
  withWireName,
} from "../describe/identifiers.js";
import {
  isBareText,
  isBinary,
  isExpected,
  isForm,
  isJson,
  isOpaque,
  isText,
  mediaType,
} from "../schema/media.js";

/** How the body of an operation is asked for and sent. */
export interface PlannedBody {
  readonly media: MediaType;
  /** `expected`: it is asked for, and may be left out as a whole. */
  readonly required: boolean | "expected";
  /** Arguments: the properties of a plain object, or one argument that is the whole body. */
  readonly properties: readonly BodyArgument[];
  /** Parts of the input schema that name shared schemas instead of repeating their properties. */
  readonly shared: readonly Schema[];
  /** Wire names of properties of `shared` that are not asked for under that name. */
  readonly omitted: readonly string[];
  /** It is one argument, and has fields in one of its alternatives. */
  readonly isNested: boolean;
  /** Names that are required and described nowhere. */
  readonly undescribed: readonly string[];
  /** Other arguments go to the body too. */
  readonly open: boolean;
  /** What it says as a whole, in words. */
  readonly words: string;
  /** The object as its module has it, by wire names; null: one argument is the whole body. */
  readonly schema: Schema | null;
  /** Wire names of properties whose argument is named otherwise, by argument name. */
  readonly names: Readonly<Record<string, string>>;
  /** How the properties of a form are written, by wire name. */
  readonly encoding: Readonly<Record<string, PartEncoding>>;
}

export interface BodyArgument extends Named {
  readonly required: boolean;
  /** As a client sees it. */
  readonly schema: Schema;
  /** It is described by a schema that the body names instead of repeating it. */
  readonly isShared?: boolean;
}

/** What a body depends on besides itself. */
interface Surroundings {
  readonly api: Api;
  readonly operation: Pick<Operation, "method">;
  /** Arguments that its schema leaves out. Where there are some, properties of shared schemas stand in the module itself. */
  readonly without: readonly string[];
  readonly tell: Telling;
}

type FlatSurroundings = Surroundings & { readonly shape: ObjectShape };

export function planBody(
  body: Body,
  media: MediaType,
  surroundings: Surroundings,
): PlannedBody {
  const { api } = surroundings;
  const shape =
    isForm(media) || isJson(media) ? objectShape(media.schema, api) : null;
  // A list of arguments can't say that the body is null; where it may be left out, it need not.
  const { type } = resolve(media.schema, api);
  const mayBeNull = isJson(media) && [type].flat().includes("null");
  return shape === null || (mayBeNull && body.required)
    ? wholeBody(body, media, api)
    : flatBody(body, media, { ...surroundings, shape });
}

function flatBody(
  body: Body,
  media: MediaType,
  given: FlatSurroundings,
): PlannedBody {
  const { shape, api, without } = given;
  const files = fileProperties(media, shape, api);
  // A file is asked for in another form than its component says, so its properties are spelt out.
  const isPlain = files.size === 0 && without.length === 0;
  const shared = isPlain ? sharedParts(media.schema, api) : [];
  const known = objectShape({ allOf: shared }, api);
  const own = ownNames(media.schema, shape, known);
  const required = body.required ?? (isExpected(given) && "expected");
  const examples = [
    ...media.examples,
    ...examplesOf(resolve(media.schema, api)),
  ];
  const strange = shape.undescribed.map((name) => {
    const isShown = examples.some((one) => member(one, name) !== undefined);
    return [name, { ...STRANGE, required: isShown }] as const;
  });
  const all = [...shape.properties, ...strange];
  const asked = all.filter(([, { readOnly }]) => !readOnly);
  const nameOf = apartNames(asked.map(([wireName]) => wireName));
  const properties = asked.map(([wireName, property]): BodyArgument => {
    const named = { ...nameOf(wireName), wireName };
    const listed =
      files.get(wireName)?.schema ?? clientSubschema(property.schema, wireName);
    return {
      ...named,
      required: required !== false && property.required,
      schema: withWireName(listed, named, api),
      isShared: !own.has(wireName),
    };
  });
  const renamed = properties.filter(({ name, wireName }) => name !== wireName);
  const unasked = [...shape.properties].filter(([, { readOnly }]) => readOnly);
  return {
    media,
    required,
    properties,
    shared,
    omitted:
      shared.length === 0
        ? []
        : [
            ...unasked.map(([name]) => name),
            ...renamed.map(({ wireName }) => wireName),
          ],
    isNested: false,
    undescribed: shape.undescribed,
    open: shape.open !== false,
    words: bodyWords(body, media, { api, bodyRequired: required !== false }),
    schema: objectSchema(
      properties.filter(({ name }) => !without.includes(name)),
      {
        ...given,
        media,
        shared,
        isRequired: ({ wireName }) =>
          asked.some(([name, { required }]) => name === wireName && required),
      },
    ),
    names: Object.fromEntries(
      renamed.map(({ name, wireName }) => [name, wireName]),
    ),
    encoding: encodingOf(media, files, shape.properties.keys()),
  };
}

/** What the API may want, though its document only says that it does; what an example has, it wants. */
const STRANGE = {
  schema: { description: "Required by the API; its document says no more." },
  readOnly: false,
};

/** Further alternatives and conditions are left to the API. */
function objectSchema(
  shown: readonly BodyArgument[],
  given: FlatSurroundings & {
    readonly media: MediaType;
    readonly shared: readonly Schema[];
    readonly isRequired: (argument: BodyArgument) => boolean;
  },
): Schema {
  const { isRequired, media, shape, shared, api, tell } = given;
  const parts = shared.map(tell);
  const [first = {}, ...others] = parts;
  const isReference =
    others.length === 0 && Object.keys(first).join() === "$ref";
  const spelt = shown.filter((one) => !one.isShared);
  const required = spelt.filter(isRequired).map(({ wireName }) => wireName);
  // What is shared can't say what one body's argument is called.
  const told = shown.filter((one) => one.isShared && isRenamed(one));
  const properties = [
    ...spelt.map((one) => [one.wireName, tell(one.schema)] as const),
    ...told.map(({ wireName, schema }) => {
      return [wireName, { description: schema["description"] }] as const;
    }),
  ];
  const declared =
    freeFile(media, api) ??
    ("patternProperties" in media.schema ||
      clientSchema(media.schema)["additionalProperties"]);
  // Shared schemas speak for themselves, but for what their conditions say.
  const isOpen =
    shape.open && (shape.open === "sometimes" || shared.length === 0);
  const further = declared || isOpen;
  const { dependentRequired, maxProperties, minProperties } = media.schema;
  return {
    ...(isReference ? first : filled({ allOf: parts })),
    ...filled({ properties: Object.fromEntries(properties), required }),
    ...(further !== false && { additionalProperties: further }),
    ...filled({ dependentRequired, maxProperties, minProperties }),
  };
}

function wholeBody(body: Body, media: MediaType, api: Api): PlannedBody {
  const said = wholeSchema(media, api);
  const { description = body.description } = said;
  const schema = description === "" ? said : { ...said, description };
  const acceptsObject =
    !isText(media) && resolve(media.schema, api)["type"] === "object";
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
    shared: [],
    omitted: [],
    isNested: !isText(media) && hasFields(media.schema, api),
    undescribed: [],
    open: false,
    words: "",
    schema: null,
    names: {},
    encoding: isBareText(media, api)
      ? { body: { file: false } }
      : encodingOf(media, fileProperties(media, null, api)),
  };
}

function wholeSchema(media: MediaType, api: Api): Schema {
  if (isBinary(media, api)) return fileSchema(bare(media.schema, ["type"]));
  const file = freeFile(media, api);
  if (file !== undefined) return { type: "object", additionalProperties: file };
  const { type, description, ...said } = resolve(media.schema, api);
  const isUnsaid = type === undefined && Object.keys(said).length === 0;
  if (isOpaque(media) && isUnsaid)
    return { description: fileSchema({ description })["description"] };
  const isScalar = /^(string|number|integer|boolean)$/.test(toWord(type));
  if (!isText(media) || isScalar) return clientSubschema(media.schema);
  const name = mediaType(media.contentType);
  const about = typeof description === "string" ? `${description} ` : "";
  const fields = [...(objectShape(media.schema, api)?.properties.keys() ?? [])];
  const told = fields.length > 0 ? ` Fields: ${fields.join(", ")}.` : "";
  const words = cut(`${about}As text: ${name}.${told}`, MAX_DESCRIPTION);
  return { type: "string", description: words };
}
