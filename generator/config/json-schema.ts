import type { OptionSchema } from "./validate.js";
import { objectSchema } from "./option-schemas.js";
import { API_OPTIONS, OPTIONS, type OptionSpec } from "./options.js";
import { SOURCE_NAME } from "./resolve-config.js";

/** JSON Schema of a config, for editors: draft-07, which all of them support. */
export const configSchema = {
  $schema: "http://json-schema.org/draft-07/schema#",
  title: "Config of toolwright",
  anyOf: [
    { $ref: "#/definitions/config" },
    { type: "array", minItems: 1, items: { $ref: "#/definitions/config" } },
  ],
  definitions: {
    config: objectSchema({
      $schema: { type: "string" },
      ...toProperties(OPTIONS),
      sources: {
        description: OPTIONS.sources.sentence,
        ...OPTIONS.sources.schema,
        items: objectSchema(
          {
            name: { description: "Its name.", ...SOURCE_NAME.schema },
            ...toProperties(API_OPTIONS),
          },
          ["name"],
        ),
      },
    }),
  },
};

function toProperties(
  options: Readonly<Record<string, OptionSpec>>,
): Record<string, OptionSchema> {
  return Object.fromEntries(
    Object.entries(options).map(([name, { fallback, schema, sentence }]) => [
      name,
      {
        description: sentence,
        ...schema,
        ...(fallback == null ? {} : { default: fallback }),
      },
    ]),
  );
}
