import {
  dedent,
  collectAllOf,
  propertiesOf,
  requiredOf,
  toText,
} from "../../index.js";
import type { RegisteredComponent, JsonSchema, Schemas } from "../../index.js";
import { bodyFields } from "../flat-bodies.js";
import { joinPhrases, STOP_WORDS } from "./english.js";
import type { Document } from "./rank.js";
import { tokenize } from "./tokenize.js";

declare module "../../types.js" {
  interface Definition<Operation extends OperationTypes> {
    /** Words to find it by besides its own. */
    readonly keywords?: readonly string[];
    /** Told where it is described. */
    readonly exampleAnswer?: Operation extends OperationTypes ? unknown : never;
  }
}

/** The words of a question, without those that tell nothing. */
export function queryWords(text: string, read = tokenize): string[] {
  const words = read(joinPhrases(text));
  const telling = words.filter((word) => !STOP_WORDS.has(word));
  return telling.length > 0 ? telling : words;
}

/** Characters of a description that are read: what comes later is seldom about what is wanted. */
const READ = 600;

/** What an operation is found by. */
export function toSearchDocument(
  entry: RegisteredComponent,
  read: typeof tokenize,
): Document {
  const { component, inputSchema, method, parameters, path, source } = entry;
  const { keywords = [], name, tags = [], title = "" } = component;
  const text = descriptionText(entry);
  const first = firstSentence(text);
  const words = (...texts: readonly string[]) => texts.flatMap(read);
  const own = new Set(parameters().map(({ argument }) => argument));
  // Putting a whole schema together takes time, and says no more without a body.
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
      name: words(name),
      title: words(title),
      keywords: words(...keywords),
      // What has no more words says it with its title.
      firstSentence: words(first || title),
      description: words(text.slice(first.length, READ)),
      path: words(path.replace(/\{[^{}]*\}/g, "")),
      tags: words(...tags),
      parameters: words(...own),
      properties: words(
        ...properties.flatMap(([argument]) =>
          own.has(argument) ? [] : argument,
        ),
      ),
      // Once each: some say the same of every argument.
      texts: [...new Set(words(...schemas.map(textOfArgument)))],
      values: words(...schemas.flatMap(({ enum: values }) => textsIn(values))),
    },
    method,
    depth: path.split("/").length,
    deprecated: /^\W*deprecated\b/im.test(text),
  };
}

/** A schema with all that it refers to and combines. */
export function expandSchema(
  schema: JsonSchema,
  $defs: Schemas["$defs"],
): JsonSchema {
  if (!("$ref" in schema || "allOf" in schema)) return schema;
  const parts = collectAllOf(schema, $defs, new Set());
  return {
    ...(Object.assign({}, ...parts) as JsonSchema), // of its parts
    $ref: undefined,
    allOf: undefined,
    properties: Object.fromEntries(parts.flatMap(propertiesOf)),
    required: parts.flatMap(requiredOf),
  };
}

/** What is said of an operation besides its title, without targets of links. */
export function descriptionText({ component }: RegisteredComponent): string {
  const { description = "", title = "" } = component;
  const text = withoutTargets(dedent(description));
  const rest = text.slice(title.length);
  const isTold = text.startsWith(title) && /^(?:[.:]?\s|\.?$)/.test(rest);
  return isTold ? rest.slice(1).trim() : text;
}

export function firstSentence(text: string): string {
  return /^[^]*?(?:[.!?](?=\s|$)|(?=\n\n)|$)/.exec(text)?.[0] ?? "";
}

export function truncateSentence(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

const RULES =
  /^(format|pattern|multipleOf|examples|(exclusiveM|m)(in|ax)imum|(min|max)(Length|Items|Properties))$/;

/** What a schema says besides its type, in its own words: ` (minimum 1, maximum 100)`. */
export function describeRules(schema: JsonSchema): string {
  const rules = Object.entries(schema).filter(
    ([keyword, rule]) =>
      RULES.test(keyword) && !/^u?int\d+$/.test(String(rule)),
  );
  const told = rules.map(([keyword, rule]) =>
    keyword === "examples"
      ? `such as ${[rule]
          .flat()
          .map((one) => JSON.stringify(one))
          .join(", ")}`
      : `${keyword} ${toText(rule)}`,
  );
  return told.length === 0 ? "" : ` (${told.join(", ")})`;
}

function textOfArgument({ description = "" }: JsonSchema): string {
  return withoutTargets(toText(description)).slice(0, READ);
}

const withoutTargets = (text: string) => text.replace(/\]\([^()\s]*\)/g, "]");

const textsIn = (values: unknown) =>
  [values].flat().filter((value) => typeof value === "string");
