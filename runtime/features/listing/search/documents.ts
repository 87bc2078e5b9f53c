import {
  dedent,
  collectAllOf,
  propertiesOf,
  requiredOf,
  toText,
} from "../../../index.js";
import type {
  RegisteredComponent,
  JsonSchema,
  Schemas,
} from "../../../index.js";
import { bodyFields } from "../../bodies/flat-bodies.js";
import { joinPhrases, STOP_WORDS } from "./english.js";
import type { Document } from "./rank.js";
import { tokenize } from "./tokenize.js";

declare module "../../../types.js" {
  interface Definition<Operation extends OperationTypes> {
    /** Words for the search, in addition to the words of title and description. */
    readonly keywords?: readonly string[];
    /** Example that is shown with the description of the operation. */
    readonly exampleAnswer?: Operation extends OperationTypes ? unknown : never;
  }
}

/** Returns the words of a query without stop words, or all words if nothing else is left. */
export function queryWords(text: string, readWords = tokenize): string[] {
  const words = readWords(joinPhrases(text));
  const contentWords = words.filter((word) => !STOP_WORDS.has(word));
  return contentWords.length > 0 ? contentWords : words;
}

/** Maximum length of an indexed description, in characters. Text after it is seldom about the operation itself. */
const MAX_TEXT_LENGTH = 600;

/** Returns the index document of an operation. */
export function toSearchDocument(
  entry: RegisteredComponent,
  readTokens: typeof tokenize,
): Document {
  const { component, inputSchema, method, parameters, path, source } = entry;
  const { keywords = [], name, tags = [], title = "" } = component;
  const text = descriptionText(entry);
  const leadSentence = firstSentence(text);
  const listWords = (...texts: readonly string[]) => texts.flatMap(readTokens);
  const argumentNames = new Set(parameters().map(({ argument }) => argument));
  // Combining a whole schema takes time, and adds nothing without a body.
  const properties = component.body
    ? propertiesOf(inputSchema())
    : parameters().flatMap(({ argument, in: place, schema }) => [
        [argument, schema] as const,
        ...(place === "body" ? bodyFields(schema, source.schemas.$defs) : []),
      ]);
  const schemas = properties.map(([, schema]) =>
    expandSchema(schema, source.schemas.$defs),
  );
  return {
    words: {
      name: listWords(name),
      title: listWords(title),
      keywords: listWords(...keywords),
      // the title replaces a missing description
      firstSentence: listWords(leadSentence || title),
      description: listWords(text.slice(leadSentence.length, MAX_TEXT_LENGTH)),
      path: listWords(path.replace(/\{[^{}]*\}/g, "")),
      tags: listWords(...tags),
      parameters: listWords(...argumentNames),
      properties: listWords(
        ...properties.flatMap(([argument]) =>
          argumentNames.has(argument) ? [] : argument,
        ),
      ),
      // Each word counts once, since many arguments have the same description.
      texts: [...new Set(listWords(...schemas.map(readDescription)))],
      values: listWords(
        ...schemas.flatMap(({ enum: values }) => listTexts(values)),
      ),
    },
    method,
    depth: path.split("/").length,
    deprecated: /^\W{0,20}deprecated\b/im.test(text),
  };
}

/** Returns a schema merged with the schemas that it refers to and combines. */
export function expandSchema(
  schema: JsonSchema,
  $defs: Schemas["$defs"],
): JsonSchema {
  if (!("$ref" in schema || "allOf" in schema)) return schema;
  const parts = collectAllOf(schema, $defs, new Set());
  return {
    ...(Object.assign({}, ...parts) as JsonSchema), // keywords of all parts
    $ref: undefined,
    allOf: undefined,
    properties: Object.fromEntries(parts.flatMap(propertiesOf)),
    required: parts.flatMap(requiredOf),
  };
}

/** Returns the description of an operation without its title and without link targets. */
export function descriptionText({ component }: RegisteredComponent): string {
  const { description = "", title = "" } = component;
  const text = removeLinkTargets(dedent(description));
  const remainder = text.slice(title.length);
  const startsWithTitle =
    text.startsWith(title) && /^(?:[.:]?\s|\.?$)/.test(remainder);
  return startsWithTitle ? remainder.slice(1).trim() : text;
}

export function firstSentence(text: string): string {
  return /^[^]*?(?:[.!?](?=\s|$)|(?=\n\n)|$)/.exec(text)?.[0] ?? "";
}

export function truncateSentence(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
}

const RULE_KEYWORD =
  /^(format|pattern|multipleOf|examples|(exclusiveM|m)(in|ax)imum|(min|max)(Length|Items|Properties))$/;

/** Describes the validation keywords of a schema: ` (minimum 1, maximum 100)`. */
export function describeRules(schema: JsonSchema): string {
  const rules = Object.entries(schema).filter(
    ([keyword, rule]) =>
      RULE_KEYWORD.test(keyword) && !/^u?int\d+$/.test(String(rule)),
  );
  const ruleTexts = rules.map(([keyword, rule]) =>
    keyword === "examples"
      ? `such as ${[rule]
          .flat()
          .map((example) => JSON.stringify(example))
          .join(", ")}`
      : `${keyword} ${toText(rule)}`,
  );
  return ruleTexts.length === 0 ? "" : ` (${ruleTexts.join(", ")})`;
}

function readDescription({ description = "" }: JsonSchema): string {
  return removeLinkTargets(toText(description)).slice(0, MAX_TEXT_LENGTH);
}

const removeLinkTargets = (text: string) =>
  text.replace(/\]\([^()\s]*\)/g, "]");

const listTexts = (values: unknown) =>
  [values].flat().filter((value) => typeof value === "string");
