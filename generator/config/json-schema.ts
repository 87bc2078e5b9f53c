import type { OptionSchema } from "./validate.js";
import { objectOf } from "./option-schemas.js";
import { API_OPTIONS, OPTIONS, type OptionSpec } from "./options.js";
import { SOURCE_NAME } from "./resolve-config.js";

/** What a config may hold, for editors: JSON Schema, in the draft that all of them know. */
export const configSchema = {
  $schema: "http://json-schema.org/draft-07/schema#",
  title: "Config of toolwright",
  anyOf: [
    { $ref: "#/definitions/config" },
    { type: "array", minItems: 1, items: { $ref: "#/definitions/config" } },
  ],
  definitions: {
    config: objectOf({
      $schema: { type: "string" },
      ...propertiesOf(OPTIONS),
      sources: {
        description: OPTIONS.sources.sentence,
        ...OPTIONS.sources.schema,
        items: objectOf(
          {
            name: { description: "Its name.", ...SOURCE_NAME.schema },
            ...propertiesOf(API_OPTIONS),
          },
          ["name"],
        ),
      },
    }),
  },
};

function propertiesOf(
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
