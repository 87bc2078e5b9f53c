/** Options for making up values. */
export interface Manner {
  /** Optional properties too. */
  readonly all: boolean;
  /** Wherever any text will do. */
  readonly text: string;
}

type Schema = Readonly<Record<string, unknown>>;

interface Place {
  /** Document into which references point. */
  readonly root: unknown;
  readonly manner: Manner;
  readonly depth: number;
  /** Number of the array's item, so that items differ. */
  readonly item: number;
  /** Values that may still be made; beyond, required ones alone. */
  readonly budget: { left: number };
}

const MAX_DEPTH = 12;
/** Below, required values alone: documents nest schemas in themselves. */
const MAX_OPTIONAL_DEPTH = 6;
const MAX_VALUES = 300;

/**
 * A value for a JSON Schema, or for a schema of an OpenAPI document; always the same. Most are valid; keywords that
 * say what must not be are not read. References are followed inside `root`.
 */
export function sample(
  schema: unknown,
  root: unknown,
  manner: Manner,
): unknown {
  const budget = { left: MAX_VALUES };
  return valueOf(schema, { root, manner, depth: 0, item: 0, budget });
}

/** A schema with its references followed and the parts of its `allOf` put together. */
export function flatten(given: unknown, root: unknown, depth = 0): Schema {
  if (!isSchema(given) || depth > MAX_DEPTH) return {};
  const { $ref, allOf, ...own } = given;
  const parts = [
    ...(typeof $ref === "string" ? [resolve($ref, root)] : []),
    ...listOf(allOf),
  ].map((part) => flatten(part, root, depth + 1));
  return [...parts, own].reduce(join, {});
}

function join(first: Schema, second: Schema): Schema {
  const properties = {
    ...asSchema(first["properties"]),
    ...asSchema(second["properties"]),
  };
  const required = [
    ...listOf(first["required"]),
    ...listOf(second["required"]),
  ];
  return {
    ...first,
    ...second,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required: [...new Set(required)] }),
  };
}

function valueOf(given: unknown, place: Place): unknown {
  const schema = flatten(given, place.root);
  place.budget.left--;
  if (place.depth > MAX_DEPTH) return null;
  if ("const" in schema) return schema["const"];
  const allowed = listOf(schema["enum"]);
  if (allowed.length > 0) return pick(allowed, place);
  const { anyOf, oneOf, ...rest } = schema;
  const options = [...listOf(oneOf), ...listOf(anyOf)].filter(
    (option) => flatten(option, place.root)["type"] !== "null",
  );
  if (options.length > 0) {
    const option = flatten(pick(options, place), place.root);
    return valueOf(join(rest, option), { ...place, depth: place.depth + 1 });
  }
  switch (typeOf(schema, place)) {
    case "object":
      return objectOf(schema, place);
    case "array":
      return arrayOf(schema, place);
    case "integer":
    case "number":
      return numberOf(schema, place);
    case "boolean":
      return place.manner.all;
    case "null":
      return null;
    default:
      return textOf(schema, place);
  }
}

function typeOf(schema: Schema, place: Place): unknown {
  const types = [schema["type"] ?? []].flat().filter((type) => type !== "null");
  if (types.length > 0) return pick(types, place);
  if (schema["type"] !== undefined) return "null";
  if ("properties" in schema || "additionalProperties" in schema)
    return "object";
  return "items" in schema || "prefixItems" in schema ? "array" : "string";
}

function objectOf(schema: Schema, place: Place): object {
  const { additionalProperties: more } = schema;
  const required = listOf(schema["required"]);
  const properties = asSchema(schema["properties"]);
  const wanted = Object.entries(properties).filter(
    ([name]) => required.includes(name) || isGenerous(place),
  );
  if (isSchema(more) && isGenerous(place) && !("more" in properties))
    wanted.push(["more", more]);
  const below = { ...place, depth: place.depth + 1, item: 0 };
  return Object.fromEntries(
    wanted.map(([name, property]) => [
      name,
      // Any text to the schema of a file, but not to a server.
      name === "contentType" ? "image/png" : valueOf(property, below),
    ]),
  );
}

/** True if optional values are made here. */
function isGenerous({ budget, depth, manner }: Place): boolean {
  return manner.all && budget.left > 0 && depth < MAX_OPTIONAL_DEPTH;
}

function arrayOf(schema: Schema, place: Place): unknown[] {
  const [least, most] = [limit(schema, "minItems"), limit(schema, "maxItems")];
  const wanted = isGenerous(place) ? 2 : 1;
  const length = Math.min(Math.max(least ?? 0, wanted), most ?? 100, 100);
  const first = listOf(schema["prefixItems"]);
  return Array.from({ length }, (_, item) =>
    valueOf(first[item] ?? schema["items"], {
      ...place,
      depth: place.depth + 1,
      item,
    }),
  );
}

function numberOf(schema: Schema, { manner, item }: Place): number {
  const step = limit(schema, "multipleOf") ?? 1;
  const above = limit(schema, "exclusiveMinimum");
  const below = limit(schema, "exclusiveMaximum");
  const least = limit(schema, "minimum") ?? (above ?? -Infinity) + step;
  const most = limit(schema, "maximum") ?? (below ?? Infinity) - step;
  const isWhole = schema["type"] === "integer" || "multipleOf" in schema;
  const wanted = (isWhole || !manner.all ? 7 : 2.5) + item;
  const value = Math.min(Math.max(wanted, least), most);
  return isWhole ? Math.round(value / step) * step : value;
}

const FORMATS: Readonly<Record<string, string>> = {
  "date-time": "2026-01-02T03:04:05Z",
  date: "2026-01-02",
  time: "03:04:05Z",
  duration: "P1D",
  uuid: "123e4567-e89b-42d3-a456-426614174000",
  uri: "https://example.com/a?b=c",
  url: "https://example.com/a?b=c",
  email: "ann@example.com",
  hostname: "example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  byte: "aGVsbG8=",
  binary: "aGVsbG8=",
};

function textOf(schema: Schema, { manner, item }: Place): string {
  if (typeof schema["pattern"] === "string") return matching(schema);
  if (schema["contentEncoding"] === "base64") return "aGVsbG8=";
  const format = FORMATS[String(schema["format"])];
  if (format !== undefined) return format;
  const text = `${manner.text}${item > 0 ? String(item) : ""}`;
  const padded = text.padEnd(limit(schema, "minLength") ?? 0, "x");
  return [...padded].slice(0, limit(schema, "maxLength")).join("");
}

/** The first of many candidates that the pattern takes. */
function matching(schema: Schema): string {
  const pattern = new RegExp(String(schema["pattern"]));
  const [, plain, choice] =
    /^\^?(?:([\w:-]+?)(?=[[(\\]|$)|\(([\w:-]+)\|)/.exec(pattern.source) ?? [];
  const prefix = plain ?? choice ?? "";
  const [least = 0, most = Infinity] = [
    limit(schema, "minLength"),
    limit(schema, "maxLength"),
  ];
  const lengths = [1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 36, 40, 64];
  const candidates = [
    schema["example"],
    ...listOf(schema["examples"]),
    schema["default"],
    ...["text", "7", "A1", "en-US", "1.0", "1h", "#ff0000", "a/b", "@text"],
    ...Object.values(FORMATS),
    ...[...lengths, least].flatMap((length) =>
      ["0", "a", "A"].flatMap((sign) => [
        sign.repeat(length),
        prefix + sign.repeat(length),
      ]),
    ),
  ].filter((value) => typeof value === "string");
  const fits = (text: string) =>
    pattern.test(text) && text.length >= least && text.length <= most;
  return candidates.find(fits) ?? "text";
}

/** First choice or, if all is wanted, the last: so both ends are tried. */
function pick(
  list: readonly unknown[],
  { manner, item }: Pick<Place, "manner" | "item">,
): unknown {
  const index = item % list.length;
  return manner.all ? list[list.length - 1 - index] : list[index];
}

function resolve(reference: string, root: unknown): unknown {
  if (!reference.startsWith("#")) return undefined;
  return decodeURIComponent(reference.slice(1))
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>(
      (value, step) => (isSchema(value) ? value[step] : undefined),
      root,
    );
}

function limit(schema: Schema, keyword: string): number | undefined {
  const value = schema[keyword];
  return typeof value === "number" ? value : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function asSchema(value: unknown): Schema {
  return isSchema(value) ? value : {};
}

/** True if a value is a JSON object. */
export function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
