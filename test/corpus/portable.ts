import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { isObject } from "../../generator/shared/json.js";
import type { JsonSchema } from "../../runtime/types.js";

/** A tool as a client sees it. */
export interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
}

/** Violations of the rules of clients in one tool, one line each. `inline`: no `$ref` and `$defs`. */
export function faultsOfTool(tool: ListedTool, inline: boolean): string[] {
  const { name, description, inputSchema } = tool;
  const faults = [
    /^[A-Za-z_]\w*$/.test(name) ? "" : "name",
    name.length <= 56 ? "" : "long name",
    description.length <= 1024 ? "" : "long description",
    inputSchema["type"] === "object" ? "" : "root type",
    ...["$ref", "allOf", "anyOf", "oneOf", "not", "enum", "if"].map(
      (keyword) => (keyword in inputSchema ? `root ${keyword}` : ""),
    ),
    ...Object.keys(inputSchema["properties"] ?? {}).map((key) =>
      /^[A-Za-z_]\w{0,63}$/.test(key) ? "" : `key ${key}`,
    ),
    ...faultsOfNode(inputSchema, "", inline),
  ];
  return faults.filter(Boolean).map((fault) => `${name}: ${fault}`);
}

/** Errors of the engines that clients use when they compile a schema. */
export function compileFaults(schemas: readonly JsonSchema[]): string[] {
  const options = {
    strict: false,
    logger: false,
    validateFormats: false,
  } as const;
  return [new Ajv2020(options), new Ajv(options)].flatMap((engine) =>
    schemas.flatMap((schema) => {
      try {
        engine.compile(schema);
        return [];
      } catch (error) {
        return [String(error)];
      }
    }),
  );
}

const FOREIGN = [
  "$anchor",
  "$id",
  "$schema",
  "discriminator",
  "example",
  "externalDocs",
  "nullable",
  "xml",
];
const SINGLE = [
  "additionalItems",
  "contains",
  "else",
  "if",
  "items",
  "not",
  "propertyNames",
  "then",
];
const FLAGS = [
  "additionalProperties",
  "unevaluatedItems",
  "unevaluatedProperties",
];
const LISTS = ["allOf", "anyOf", "oneOf", "prefixItems"];
const MAPS = ["$defs", "dependentSchemas", "patternProperties", "properties"];

function faultsOfNode(node: unknown, at: string, inline: boolean): string[] {
  if (!isObject(node)) return [`${at} is no object`];
  const types = [node["type"] ?? []].flat();
  const faults = [
    ...Object.keys(node)
      .filter(
        (keyword) => FOREIGN.includes(keyword) || keyword.startsWith("x-"),
      )
      .map((keyword) => `${at}/${keyword}`),
    ...(types.includes("array") && !("items" in node)
      ? [`${at} has no items`]
      : []),
    ...(Object.keys(node).length === 0 ? [`${at} says nothing`] : []),
    ...(inline && "$ref" in node ? [`${at} is a reference`] : []),
  ];
  const below: (readonly [string, unknown])[] = [
    ...SINGLE.flatMap((key) =>
      key in node ? [[key, node[key]] as const] : [],
    ),
    ...FLAGS.flatMap((key) =>
      isObject(node[key]) ? [[key, node[key]] as const] : [],
    ),
    ...LISTS.flatMap((key) =>
      Object.entries(node[key] ?? {}).map(
        ([at, item]: [string, unknown]) => [`${key}/${at}`, item] as const,
      ),
    ),
    ...MAPS.flatMap((key) =>
      Object.entries(node[key] ?? {}).map(
        ([name, item]: [string, unknown]) => [`${key}/${name}`, item] as const,
      ),
    ),
  ];
  return [
    ...faults,
    ...below.flatMap(([key, item]) =>
      faultsOfNode(item, `${at}/${key}`, inline),
    ),
  ];
}
