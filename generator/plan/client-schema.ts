import { propertiesOf, requiredOf } from "../runtime.js";
import { toArray, getMember, readText, omit, toWord } from "../shared/json.js";
import type { Api, Schema } from "../model.js";
import {
  acceptsValue,
  branchesOf,
  familyBaseOf,
  isSchema,
  dereference,
} from "../schema/object-shape.js";
import { type ObjectSchemaView } from "../schema/object-view.js";
import { ANNOTATION_KEYWORDS } from "../schema/keywords.js";
import { mapSubschemas } from "../schema/walk.js";
import { describeChoices } from "../describe/body-constraints.js";
import { looseKey } from "../describe/identifiers.js";
import { truncateText, MAX_DESCRIPTION } from "../describe/sentences.js";

/** Longest pattern, in characters, that a model reads. */
const MAX_PATTERN = 500;

/** Keywords that no client needs. */
const DROPPED_KEYWORDS = ["discriminator", "readOnly", "writeOnly"];

/**
 * An input schema that every client accepts: no boolean sub-schemas, arrays with `items`, no
 * properties that only the API writes, no OpenAPI keywords, texts of bounded length, and `anyOf` for `oneOf`. References
 * stay as they are.
 */
export function toClientSchema(declaredSchema: Schema): Schema {
  const schema = unwrapMember(declaredSchema);
  const keywords = Object.entries(oneOfToAnyOf(schema))
    .filter(([keyword]) => !DROPPED_KEYWORDS.includes(keyword))
    .map(
      ([keyword, value]) =>
        [keyword, adaptKeyword(keyword, value, schema)] as const,
    )
    .filter(([, value]) => value !== undefined);
  const clientSchema = mapSubschemas(
    Object.fromEntries(keywords),
    (part, keyword) =>
      /^(additional|unevaluated)Properties$/.test(keyword)
        ? toOpenSchema(part)
        : toClientSubschema(part),
  );
  // If a listing is shortened, alternatives are removed, and this text stays.
  const choiceText = describeChoices(schema);
  if (choiceText !== "")
    clientSchema["description"] =
      `${readText(clientSchema["description"])} ${choiceText}`.trim();
  const isList = [schema["type"]].flat().includes("array");
  return isList && schema["items"] === undefined
    ? { ...clientSchema, items: { description: "Any value." } }
    : clientSchema;
}

/**
 * Schema in place of one that has it as the only member of `allOf`, `anyOf` or `oneOf`, with the annotations around it:
 * a document that drops or adds such a list says nothing new, and its lines keep their indentation.
 */
export function unwrapMember(schema: Schema): Schema {
  const [keyword, ...otherKeywords] = Object.keys(schema).filter(
    (name) => !ANNOTATION_KEYWORDS.includes(name),
  );
  if (otherKeywords.length > 0) return schema;
  const list = MEMBER_LISTS.find((name) => name === keyword);
  const [member, ...otherMembers] =
    list === undefined ? [] : branchesOf(schema, list);
  if (member === undefined || otherMembers.length > 0) return schema;
  const annotations = omit(schema, MEMBER_LISTS);
  return unwrapMember({ ...member, ...annotations });
}

const MEMBER_LISTS = ["allOf", "anyOf", "oneOf"] as const;

/**
 * Schema with `anyOf` instead of `oneOf`. A value may fit several alternatives, above all if a pattern is left out or
 * an enum is open, and a host that checks `oneOf` would refuse it.
 */
function oneOfToAnyOf(schema: Schema): Schema {
  const { anyOf, oneOf, ...otherKeywords } = schema;
  if (oneOf === undefined) return schema;
  if (anyOf === undefined)
    return Object.fromEntries(
      Object.entries(schema).map(([keyword, value]) => [
        keyword === "oneOf" ? "anyOf" : keyword,
        value,
      ]),
    );
  const parts = [...branchesOf(schema, "allOf"), { anyOf: oneOf }];
  return { ...otherKeywords, anyOf, allOf: parts };
}

/**
 * Subschema for clients, always an object: `true` accepts anything and says so. A title that only
 * repeats `name` is dropped.
 */
export function toClientSubschema(schema: unknown, name = ""): Schema {
  const clientSchema = isSchema(schema)
    ? toClientSchema(dropRepeatedTitle(schema, name))
    : {};
  return Object.keys(clientSchema).length === 0
    ? { description: "Any value." }
    : clientSchema;
}

/** Value of a keyword for clients, before the schemas in it are changed; undefined if the keyword is dropped. */
function adaptKeyword(
  keyword: string,
  value: unknown,
  schema: Schema,
): unknown {
  switch (keyword) {
    case "properties":
      return Object.fromEntries(
        propertiesOf(schema)
          .filter(([, property]) => property["readOnly"] !== true)
          .map(([name, property]) => [name, dropRepeatedTitle(property, name)]),
      );
    case "required": {
      const writableNames = requiredOf(schema).filter((name) => {
        const property = getMember(schema["properties"], name);
        return getMember(property, "readOnly") !== true;
      });
      return writableNames.length === 0
        ? undefined
        : [...new Set(writableNames)];
    }
    case "unevaluatedItems":
      return isSchema(value) ? value : undefined;
    case "description":
      return typeof value === "string"
        ? truncateText(value, MAX_DESCRIPTION)
        : undefined;
    case "type":
      // No number of JavaScript has all digits of 64 bits, and a host may be strict: the text of its digits is let through.
      return is64BitInteger(schema)
        ? [...new Set([value, "string"].flat())]
        : value;
    case "pattern":
      return toWord(value).length > MAX_PATTERN ? undefined : value;
    case "examples": {
      // One is enough to show the form; long ones cost more than they tell.
      const shortExample = toArray(value).find(
        (example) => isShortExample(example) && acceptsValue(schema, example),
      );
      return shortExample === undefined ? undefined : [shortExample];
    }
    default:
      return value;
  }
}

/** True for an integer of 64 bits. */
function is64BitInteger({ format, type }: Schema): boolean {
  const is64Bit = format === "int64" || format === "uint64";
  return is64Bit && [type].flat().includes("integer");
}

/** Schema without a title that says no more than its name. FastAPI writes such a title everywhere. */
function dropRepeatedTitle(schema: Schema, name: string): Schema {
  const isRepeated = looseKey(readText(schema["title"])) === looseKey(name);
  return isRepeated ? omit(schema, ["title"]) : schema;
}

/** Subschema for clients, or `true` instead of an empty one, which clients take better as `additionalProperties`. */
function toOpenSchema(schema: unknown): unknown {
  if (!isSchema(schema)) return schema;
  const clientSchema = toClientSchema(schema);
  return Object.keys(clientSchema).length === 0 ? true : clientSchema;
}

export function isShortExample(example: unknown): boolean {
  return example !== undefined && JSON.stringify(example).length <= 120;
}

/**
 * Parts of `allOf`, or the reference, that make up an object body. Its own properties are beside them; a subtype of a
 * discriminated base is replaced by the base.
 */
export function sharedPartsOf(schema: Schema, api: Api): Schema[] {
  const { $ref } = schema;
  const parts =
    $ref === undefined
      ? branchesOf(schema, "allOf").map((part) => toClientSubschema(part))
      : [{ $ref }];
  return parts.map((part) => {
    const base = familyBaseOf(dereference(part, api), api.schemas);
    return base === null ? part : { $ref: `#/$defs/${base}` };
  });
}

/** Names of properties that are beside the shared parts, or that no shared part has unconditionally. */
export function ownPropertyNamesOf(
  schema: Schema,
  bodyView: ObjectSchemaView,
  sharedView: ObjectSchemaView | null,
): Set<string> {
  const names = [...bodyView.properties.keys(), ...bodyView.undescribedNames];
  return new Set([
    ...propertiesOf(schema).map(([name]) => name),
    ...names.filter(
      (name) => sharedView?.properties.get(name)?.isConditional ?? true,
    ),
  ]);
}
