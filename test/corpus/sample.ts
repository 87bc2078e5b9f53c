import type { Schema } from "../../generator/model.js";
import {
  branchesOf,
  isSchema,
  dereference,
} from "../../generator/schema/object-shape.js";
import type { Api } from "../../generator/model.js";

/** Objects within objects that a sample shows. */
const DEPTH = 4;

/** A value that a schema means: every property, the first alternative, and what is required without being described. */
export function sample(schema: Schema, api: Api, depth = 0): unknown {
  const all = partsOf(schema, api, depth);
  const find = (keyword: string) =>
    all.map((part) => part[keyword]).find((value) => value !== undefined);
  const [values = [], ...others] = all.flatMap((part): unknown[][] => {
    if ("const" in part) return [[part["const"]]];
    return Array.isArray(part["enum"]) ? [part["enum"] as unknown[]] : [];
  });
  const inAll = (value: unknown) => others.every((one) => one.includes(value));
  const known = values.find(inAll) ?? values[0];
  if (known !== undefined) return known;
  if (all.some((part) => [part["type"]].flat().join() === "null")) return null;
  const types = [find("type") ?? []].flat().filter((one) => one !== "null");
  const type =
    types[0] ??
    (find("properties") ? "object" : find("items") ? "array" : undefined);
  switch (type) {
    case "object":
      return sampleObject(all, api, depth);
    case "array": {
      const items = find("items");
      const least = Number(find("minItems") ?? 0);
      if (depth > (least > 0 ? 3 * DEPTH : DEPTH)) return [];
      const item = isSchema(items) ? sample(items, api, depth + 1) : "a";
      return Array.from({ length: Math.max(1, least) }, () => item);
    }
    case "integer":
    case "number":
      return sampleNumber(find);
    case "boolean":
      return true;
    default:
      return "a".repeat(Math.max(1, Number(find("minLength") ?? 1)));
  }
}

function sampleNumber(find: (keyword: string) => unknown): number {
  const step = Number(find("multipleOf") ?? 1);
  const above = find("exclusiveMinimum");
  // A number beyond that has lost digits, and is refused.
  const least = Math.max(
    Number(find("minimum") ?? above ?? 0),
    Number.MIN_SAFE_INTEGER,
  );
  const most = Number(find("maximum") ?? find("exclusiveMaximum") ?? Infinity);
  const value =
    Math.ceil(least / step) * step + (above === undefined ? 0 : step);
  return value <= most ? value : least;
}

function sampleObject(
  parts: readonly Schema[],
  api: Api,
  depth: number,
): Record<string, unknown> {
  const properties = new Map<string, Schema[]>();
  for (const { properties: own = {} } of parts)
    for (const [name, property] of Object.entries(own as Schema))
      if (isSchema(property) && property["readOnly"] !== true)
        properties.set(name, [...(properties.get(name) ?? []), property]);
  const required = new Set(
    parts.flatMap((part) => [part["required"] ?? []].flat().map(String)),
  );
  const isClosed = parts.some((part) => part["additionalProperties"] === false);
  for (const { properties: own, required: names } of isClosed ? [] : parts)
    for (const name of own ? [names ?? []].flat().map(String) : [])
      if (!properties.has(name)) properties.set(name, []);
  return Object.fromEntries(
    [...properties].flatMap(([name, all]) => {
      if (depth >= DEPTH && !required.has(name)) return [];
      if (depth > 3 * DEPTH) return [];
      const value = sample({ allOf: all }, api, depth + 1);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** A schema, what it refers to, the parts of `allOf`, and its first alternative. */
function partsOf(schema: Schema, api: Api, depth: number): Schema[] {
  const target = dereference(schema, api);
  const own = target === schema ? [] : [schema];
  const alternatives = (["anyOf", "oneOf"] as const).flatMap((keyword) => {
    const all = branchesOf(target, keyword);
    const [plain] = all.filter(({ type }) => type !== "null");
    const end = all.find(({ type }) => type === "null");
    const first = depth >= DEPTH ? (end ?? plain) : (plain ?? end);
    return first === undefined ? [] : [first];
  });
  const inner = [...branchesOf(target, "allOf"), ...alternatives];
  return [
    ...own,
    target,
    ...inner.flatMap((part) => partsOf(part, api, depth)),
  ];
}
