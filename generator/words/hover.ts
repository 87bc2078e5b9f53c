import type { Schema } from "../model.js";
import { argumentText } from "./readable.js";
import { cutAtWord } from "./sentences.js";

/** Characters of a description, and of a default, that an editor shows. */
const MAX_TEXT = 200;
const MAX_DEFAULT = 60;

/** What bounds a value. The others are types already. */
const BOUNDS =
  "minimum exclusiveMinimum maximum exclusiveMaximum multipleOf minLength maxLength minItems maxItems format".split(
    " ",
  );

/** What an editor tells of a value, on one line: its description in short, its default and its bounds; empty: nothing is said of it. */
export function hoverWords(schema: Schema): string {
  const { default: usual, deprecated, description } = schema;
  const said = argumentText(description, "slim", schema).replace(/\s+/g, " ");
  // Of parameters, the plan says it in words.
  const text = said.replace(/ ?\bDeprecated\.$/, "");
  const shown = JSON.stringify(usual) ?? "";
  const facts = [
    ...(shown === "" || shown.length > MAX_DEFAULT
      ? []
      : [`default: ${shown}`]),
    ...BOUNDS.flatMap((name) => {
      const value = schema[name];
      const isBound = typeof value === "number" || typeof value === "string";
      return isBound ? [`${name}: ${value}`] : [];
    }),
  ].join(", ");
  return [
    deprecated === true || text !== said ? "@deprecated" : "",
    cutAtWord(text, MAX_TEXT).replace(/[\w)`"']$/, "$&."),
    facts === "" ? "" : `(${cutAtWord(facts, MAX_TEXT)})`,
  ]
    .filter(Boolean)
    .join(" ");
}
