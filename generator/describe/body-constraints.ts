import { toWord } from "../shared/json.js";
import { bodyFields, bodySchema, type JsonSchema } from "../runtime.js";
import { readText } from "../shared/json.js";
import type { Api, Body, Schema } from "../model.js";
import type { MediaView } from "../schema/media.js";
import { branchesOf } from "../schema/object-shape.js";
import { sentencesOf } from "./sentences.js";
import { memoizeWeak } from "../shared/memoize.js";

/** True if a schema allows an object with properties, in at least one of its alternatives. */
export function hasFields(schema: Schema, api: Api): boolean {
  return bodyFields(schema, definitionsOf(api.schemas), new Set()).length > 0;
}

/** Shared schemas as a plain object, as the runtime has them. */
const definitionsOf = memoizeWeak((schemas: Api["schemas"]) =>
  Object.fromEntries(schemas),
);

/** Sentences on the rules that hold for a body as a whole. Every client shows a description; a tool's input schema has no place for these keywords. */
export function describeBodyRules(
  body: Pick<Body, "description">,
  media: Pick<MediaView, "schema" | "target">,
  context: { readonly api: Api; readonly bodyRequired: boolean },
): string {
  const { api, bodyRequired } = context;
  const requestSpec = { body: media.schema, bodyRequired };
  const allOfParts = branchesOf(
    bodySchema(requestSpec, definitionsOf(api.schemas)) ?? {},
    "allOf",
  );
  const texts = [body.description, media.target["description"]];
  const rules = texts.map(readText).flatMap(sentencesOf).filter(isRule);
  return [
    ...new Set([...rules, ...allOfParts.flatMap(describeConstraints)]),
  ].join(" ");
}

/** True if a sentence says which fields go together. Nothing else of a body's description is shown if its fields are arguments. */
function isRule(sentence: string): boolean {
  return RULE_WORDS.test(sentence);
}

const RULE_WORDS =
  /\b(?:(?:exactly|at least|at most|only) one(?: of)?|either|mutually exclusive|(?:can'?t|cannot|must not|may not) be (?:combined|used together|set together)|required (?:if|when|unless))\b/i;

/** Sentences on the alternatives of required properties in `anyOf` and `oneOf`: `Give "a", or "b" and "c".` Empty if there are none. */
export function describeChoices(schema: JsonSchema): string {
  const anyOfChoices = joinChoices(branchesOf(schema, "anyOf"));
  const oneOfChoices = joinChoices(branchesOf(schema, "oneOf"));
  return [
    anyOfChoices && `Give ${anyOfChoices}.`,
    // A single alternative needs no `exactly one`.
    oneOfChoices &&
      (oneOfChoices.includes(", or ")
        ? `Give exactly one: ${oneOfChoices}.`
        : `Give ${oneOfChoices}.`),
  ]
    .filter(Boolean)
    .join(" ");
}

function joinChoices(alternatives: readonly JsonSchema[]): string {
  const isChoice = alternatives.every(
    (alternative) => Object.keys(alternative).join() === "required",
  );
  return isChoice
    ? alternatives
        .map((alternative) => joinNames(alternative["required"]))
        .join(", or ")
    : "";
}

function describeConstraints(schema: JsonSchema): string[] {
  const { dependentRequired, maxProperties, minProperties, required } = schema;
  return [
    Array.isArray(required) &&
      `The body is optional; if you give any of it, give ${joinNames(required)}.`,
    describeChoices(schema),
    ...Object.entries(Object(dependentRequired) as object).map(
      ([name, requiredNames]) =>
        `If you give "${name}", give ${joinNames(requiredNames)}.`,
    ),
    typeof minProperties === "number" &&
      minProperties > 0 &&
      `Give at least ${formatPropertyCount(minProperties)} of the body.`,
    typeof maxProperties === "number" &&
      `Give at most ${formatPropertyCount(maxProperties)} of the body.`,
  ].flatMap((sentence) => sentence || []);
}

function formatPropertyCount(properties: number): string {
  return properties === 1 ? "one property" : `${properties} properties`;
}

/** Names in quotes, as a list in a sentence: `"a", "b" and "c"`. */
function joinNames(list: unknown): string {
  const quotedNames = Array.isArray(list)
    ? list.map((name) => `"${toWord(name)}"`)
    : [];
  const lastName = quotedNames.pop() ?? "nothing";
  return quotedNames.length > 0
    ? `${quotedNames.join(", ")} and ${lastName}`
    : lastName;
}
