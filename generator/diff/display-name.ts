import { isSchema } from "../runtime.js";
import { toWord } from "../shared/json.js";
import type { Schema } from "../model.js";
import { shortenText } from "./schema-change.js";
import { alternativesOf } from "./value-set.js";

/** Short name of a schema for messages: name of its `$ref`, title, enum values, alternatives or type. */
export function displayNameOf(schema: Schema): string {
  const { $ref, items, title, type } = schema;
  if (typeof $ref === "string") return $ref.replace("#/$defs/", "");
  if (typeof title === "string") return title;
  const values = schema["enum"] ?? schema["const"];
  if (values !== undefined) return listValues([values].flat(), " or ");
  const options = alternativesOf(schema);
  if (options.length > 0 && type === undefined)
    return options.map(displayNameOf).join(" or ");
  const name = [type ?? "any"].flat().map(toWord).join(" or ");
  return type === "array" && isSchema(items)
    ? `array of ${displayNameOf(items)}`
    : name;
}

/** Most values of a list that a message names. */
const MAX_VALUES = 8;

/** Most characters of one value in a message. */
const MAX_VALUE_LENGTH = 80;

/** Values as JSON, the first ones of a long list with the number of the others. */
export function listValues(values: readonly unknown[], joint = ", "): string {
  const [shownValues, hiddenValues] =
    values.length > MAX_VALUES
      ? [values.slice(0, MAX_VALUES - 2), values.slice(MAX_VALUES - 2)]
      : [values, []];
  const texts = shownValues.map((value) =>
    shortenText(JSON.stringify(value), MAX_VALUE_LENGTH),
  );
  const remainder =
    hiddenValues.length > 0 ? ` and ${hiddenValues.length} more` : "";
  return texts.join(joint) + remainder;
}
