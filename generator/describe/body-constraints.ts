import { toWord } from "../shared/json.js";
import { fieldsOf } from "../../runtime/features/flat-bodies.js";
import { wholeOf } from "../../runtime/features/checks/body.js";
import type { JsonSchema } from "../../runtime/types.js";
import { readText } from "../shared/json.js";
import type { Api, Body, MediaType, Schema } from "../model.js";
import { branches, resolve } from "../schema/object-shape.js";
import { sentencesOf } from "./sentences.js";
import { rememberingEach } from "../shared/memoize.js";

/** Whether a value may be an object with properties, in one of its alternatives. */
export function hasFields(schema: Schema, api: Api): boolean {
  return fieldsOf(schema, definitionsOf(api.schemas), new Set()).length > 0;
}

/** The shared schemas as the runtime has them. */
const definitionsOf = rememberingEach((schemas: Api["schemas"]) =>
  Object.fromEntries(schemas),
);

/** What a body says as a whole, in words that every client shows; listings have no place for the keywords. */
export function bodyWords(
  body: Pick<Body, "description">,
  media: MediaType,
  given: { readonly api: Api; readonly bodyRequired: boolean },
): string {
  const { api, bodyRequired } = given;
  const recipe = { body: media.schema, bodyRequired };
  const parts = branches(
    wholeOf(recipe, definitionsOf(api.schemas)) ?? {},
    "allOf",
  );
  const texts = [body.description, resolve(media.schema, api)["description"]];
  const rules = texts.map(readText).flatMap(sentencesOf).filter(isRule);
  return [...new Set([...rules, ...parts.flatMap(sentences)])].join(" ");
}

/** Whether a sentence tells which fields go together: of a body that is asked for by its fields, nothing else is shown. */
function isRule(sentence: string): boolean {
  return RULE.test(sentence);
}

const RULE =
  /\b(?:(?:exactly|at least|at most|only) one(?: of)?|either|mutually exclusive|(?:can'?t|cannot|must not|may not) be (?:combined|used together|set together)|required (?:if|when|unless))\b/i;

/** Which of its properties an object must have one of: `Give "a", or "b" and "c".` Empty where it says none. */
export function choiceWords(schema: JsonSchema): string {
  const any = choicesOf(branches(schema, "anyOf"));
  const one = choicesOf(branches(schema, "oneOf"));
  return [
    any && `Give ${any}.`,
    // Of a single alternative the others are none.
    one &&
      (one.includes(", or ") ? `Give exactly one: ${one}.` : `Give ${one}.`),
  ]
    .filter(Boolean)
    .join(" ");
}

function choicesOf(all: readonly JsonSchema[]): string {
  const isChoice = all.every((one) => Object.keys(one).join() === "required");
  return isChoice ? all.map((one) => names(one["required"])).join(", or ") : "";
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
  ].flatMap((sentence) => sentence || []);
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
