import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** https://github.com/json-schema-faker/json-schema-faker/blob/v0.5.8/docs/USAGE.md */
interface Faker {
  option(options: object): void;
  format(name: string, make: () => string): void;
  generate(schema: unknown): unknown;
}

/** Arguments for a schema. */
export type Sampler = (
  schema: unknown,
  seed: string,
  all: boolean,
) => Record<string, unknown>;

/**
 * Arguments made up for a schema, the same for the same seed: the required ones alone, or all. Undefined if the faker
 * is not installed.
 */
export function createSampler(): Sampler | undefined {
  const faker = loadFaker();
  if (faker === undefined) return undefined;
  faker.format("date-time", () => "2026-01-02T03:04:05Z");
  faker.format("date", () => "2026-01-02");
  faker.format("uuid", () => "123e4567-e89b-42d3-a456-426614174000");
  faker.format("uri", () => "https://example.com/a?b=c");
  faker.format("email", () => "ann@example.com");
  faker.format("url", () => "https://example.com/a?b=c");
  faker.format("byte", () => "aGVsbG8=");
  return (schema, seed, all) => {
    faker.option({
      random: randomOf(seed),
      requiredOnly: !all,
      alwaysFakeOptionals: all,
      fillProperties: false,
      ignoreMissingRefs: true,
      failOnInvalidFormat: false,
      failOnInvalidTypes: false,
      maxItems: 3,
      minLength: 1,
    });
    return faker.generate(toSampleSchema(schema)) as Record<string, unknown>; // an object schema gives an object
  };
}

/**
 * Schema for samples that a server accepts: a file's `contentType` is any text to its schema, and an object without
 * properties may be of any type, since documents often say `object` of any JSON.
 */
function toSampleSchema(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) => {
    if (key === "contentType") return { const: "image/png" };
    return key === "type" && isAnyType(value) ? "object" : value;
  });
}

const isAnyType = (value: unknown) =>
  Array.isArray(value) && value.length >= 5 && value.includes("object");

function loadFaker(): Faker | undefined {
  try {
    return require("json-schema-faker") as Faker;
  } catch {
    return undefined;
  }
}

/** Numbers from 0 to 1, from a text. https://gist.github.com/tommyettinger/46a874533244883189143505d203312c */
function randomOf(seed: string): () => number {
  let state = [...seed].reduce(
    (sum, sign) => (Math.imul(sum, 31) + sign.charCodeAt(0)) | 0,
    7,
  );
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
