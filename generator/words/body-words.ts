import { toWord } from "../json.js";
import { fieldsOf } from "../../runtime/features/flat-bodies.js";
import { wholeOf } from "../../runtime/features/checks/body.js";
import type { JsonSchema } from "../../runtime/types.js";
import type { Api, MediaType, Schema } from "../model.js";
import { branches } from "../schema/shape.js";
import { rememberingEach } from "../text.js";

/** Whether a value may be an object with properties, in one of its alternatives. */
export function hasFields(schema: Schema, api: Api): boolean {
  return fieldsOf(schema, definitionsOf(api.schemas), new Set()).length > 0;
}

/** The shared schemas as the runtime has them. */
const definitionsOf = rememberingEach((schemas: Api["schemas"]) =>
  Object.fromEntries(schemas),
);

/** What a body says as a whole, in words that every client shows; listings have no place for the keywords. */
export function bodyWords(media: MediaType, api: Api, bodyRequired: boolean) {
  const recipe = { body: media.schema, bodyRequired };
  const parts = branches(
    wholeOf(recipe, definitionsOf(api.schemas)) ?? {},
    "allOf",
  );
  return [...new Set(parts.flatMap(sentences))].join(" ");
}

/** Which of its properties an object must have one of: `Give "a", or "b" and "c".` */
export function choiceWords(schema: JsonSchema): string | false {
  const all = branches(schema, "anyOf");
  const isChoice = all.every((one) => Object.keys(one).join() === "required");
  const choices = all.map((one) => names(one["required"]));
  return isChoice && all.length > 0 && `Give ${choices.join(", or ")}.`;
}

function sentences(part: JsonSchema): string[] {
  const { dependentRequired, maxProperties, minProperties, required } = part;
  return [
    Array.isArray(required) &&
      `The body may be left out; whoever gives any of it gives ${names(required)}.`,
    choiceWords(part),
    ...Object.entries(Object(dependentRequired) as object).map(
      ([name, needed]) => `Whoever gives "${name}" gives ${names(needed)}.`,
    ),
    typeof minProperties === "number" &&
      minProperties > 0 &&
      `Give at least ${count(minProperties)} of the body.`,
    typeof maxProperties === "number" &&
      `Give at most ${count(maxProperties)} of the body.`,
  ].filter((sentence) => sentence !== false);
}

function count(properties: number): string {
  return properties === 1 ? "one property" : `${properties} properties`;
}

/** "a", "b" and "c" */
function names(list: unknown): string {
  const all = Array.isArray(list)
    ? list.map((name) => `"${toWord(name)}"`)
    : [];
  const last = all.pop() ?? "nothing";
  return all.length > 0 ? `${all.join(", ")} and ${last}` : last;
}
