import { propertiesOf, requiredOf } from "../../runtime/schema.js";
import { listOf, member, readText, without, toWord } from "../shared/json.js";
import type { Api, Schema } from "../model.js";
import {
  branches,
  familyBase,
  isSchema,
  type ObjectShape,
  resolve,
} from "../schema/object-shape.js";
import { mapParts } from "../schema/walk.js";
import { choiceWords } from "../describe/body-constraints.js";
import { lettersOf } from "../describe/identifiers.js";
import { cut, MAX_DESCRIPTION } from "../describe/sentences.js";

/** Longest pattern that a model reads, in characters. */
const MAX_PATTERN = 500;

/** Keywords that no client needs. */
const DROPPED = ["discriminator", "readOnly", "writeOnly"];

/**
 * An input schema that every client accepts: no boolean sub-schemas, arrays with `items`, no
 * properties that only the API writes, no OpenAPI keywords, texts of bounded length, and `anyOf` for `oneOf`. References
 * stay as they are.
 */
export function clientSchema(schema: Schema): Schema {
  const kept = Object.entries(withAnyOf(schema))
    .filter(([keyword]) => !DROPPED.includes(keyword))
    .map(
      ([keyword, value]) => [keyword, keptOf(keyword, value, schema)] as const,
    )
    .filter(([, value]) => value !== undefined);
  const safe = mapParts(Object.fromEntries(kept), (part, keyword) =>
    /^(additional|unevaluated)Properties$/.test(keyword)
      ? openSchema(part)
      : clientSubschema(part),
  );
  // Where a listing is cut, alternatives go, and words stay.
  const choice = choiceWords(schema);
  if (choice !== "")
    safe["description"] = `${readText(safe["description"])} ${choice}`.trim();
  const isList = [schema["type"]].flat().includes("array");
  return isList && schema["items"] === undefined
    ? { ...safe, items: { description: "Any value." } }
    : safe;
}

/**
 * Alternatives as they are checked: a value may fit several of them, above all where a pattern is left out or an enum
 * is open, and a host that checks `oneOf` would refuse it.
 */
function withAnyOf(schema: Schema): Schema {
  const { anyOf, oneOf, ...beside } = schema;
  if (oneOf === undefined) return schema;
  if (anyOf === undefined)
    return Object.fromEntries(
      Object.entries(schema).map(([keyword, value]) => [
        keyword === "oneOf" ? "anyOf" : keyword,
        value,
      ]),
    );
  const parts = [...branches(schema, "allOf"), { anyOf: oneOf }];
  return { ...beside, anyOf, allOf: parts };
}

/** Boolean schemas become objects: `true` accepts anything and says so. What has a name needs no title that repeats it. */
export function clientSubschema(schema: unknown, name = ""): Schema {
  const safe = isSchema(schema) ? clientSchema(untitled(schema, name)) : {};
  return Object.keys(safe).length === 0 ? { description: "Any value." } : safe;
}

/** What is left of a keyword's value, before the schemas in it are changed. */
function keptOf(keyword: string, value: unknown, schema: Schema): unknown {
  switch (keyword) {
    case "properties":
      return Object.fromEntries(
        propertiesOf(schema)
          .filter(([, property]) => property["readOnly"] !== true)
          .map(([name, property]) => [name, untitled(property, name)]),
      );
    case "required": {
      const asked = requiredOf(schema).filter((name) => {
        const property = member(schema["properties"], name);
        return member(property, "readOnly") !== true;
      });
      return asked.length === 0 ? undefined : [...new Set(asked)];
    }
    case "unevaluatedItems":
      return isSchema(value) ? value : undefined;
    case "description":
      return typeof value === "string"
        ? cut(value, MAX_DESCRIPTION)
        : undefined;
    case "type":
      // No number of JavaScript has all digits of 64 bits, and a host may be strict: the text of its digits is let through.
      return isLong(schema) ? [...new Set([value, "string"].flat())] : value;
    case "pattern":
      return toWord(value).length > MAX_PATTERN ? undefined : value;
    case "examples": {
      // One is enough to show the form; long ones cost more than they tell.
      const small = listOf(value).find(isSmall);
      return small === undefined ? undefined : [small];
    }
    default:
      return value;
  }
}

/** An integer of 64 bits. */
function isLong({ format, type }: Schema): boolean {
  const isFormat = format === "int64" || format === "uint64";
  return isFormat && [type].flat().includes("integer");
}

/** A schema without the title that says no more than the name, as FastAPI writes all of them. */
function untitled(schema: Schema, name: string): Schema {
  const isName = lettersOf(readText(schema["title"])) === lettersOf(name);
  return isName ? without(schema, ["title"]) : schema;
}

/** An empty schema says the same as `true`, which clients take better here. */
function openSchema(schema: unknown): unknown {
  if (!isSchema(schema)) return schema;
  const safe = clientSchema(schema);
  return Object.keys(safe).length === 0 ? true : safe;
}

export function isSmall(example: unknown): boolean {
  return example !== undefined && JSON.stringify(example).length <= 120;
}

/** The references that make up an object body; its own properties stand beside them, and those of what extends a base. */
export function sharedParts(schema: Schema, api: Api): Schema[] {
  const { $ref } = schema;
  const parts =
    $ref === undefined
      ? branches(schema, "allOf").map((part) => clientSubschema(part))
      : [{ $ref }];
  return parts.map((part) => {
    const base = familyBase(resolve(part, api), api.schemas);
    return base === null ? part : { $ref: `#/$defs/${base}` };
  });
}

/** Names of properties that no shared part has at all times, or that stand beside them. */
export function ownNames(
  schema: Schema,
  shape: ObjectShape,
  shared: ObjectShape | null,
): Set<string> {
  const names = [...shape.properties.keys(), ...shape.undescribed];
  return new Set([
    ...propertiesOf(schema).map(([name]) => name),
    ...names.filter(
      (name) => shared?.properties.get(name)?.isConditional ?? true,
    ),
  ]);
}
