import type { Settings } from "../config/settle.js";
import type { Api, Operation, Parameter, Schema } from "../model.js";
import { mapSchemas } from "../schema/walk.js";
import { rememberingEach } from "../text.js";
import { lettersOf, nounsOf } from "./naming.js";
import { prose } from "./prose.js";
import { cutAtWord, paragraphsOf, POINTER, sentencesOf } from "./sentences.js";

export type Texts = Settings["texts"];

/** The document with texts of arguments as a model reads them. What may be given is told by schemas, and never changed. */
export function readable(api: Api, texts: Texts): Api {
  const ofSchema: (schema: Schema) => Schema = rememberingEach((schema) => {
    const { description, ...rest } = mapSchemas(schema, ofSchema);
    const text = argumentText(description, texts, schema);
    return text === "" ? rest : { ...rest, description: text };
  });
  const ofMedia = <Held extends { readonly schema: Schema }>(media: Held) => ({
    ...media,
    schema: ofSchema(media.schema),
  });
  const ofOperation = (operation: Operation): Operation => ({
    ...operation,
    parameters: operation.parameters.map((parameter) => {
      const { description, schema } = parameter;
      const text = argumentText(description, texts, schema);
      return {
        ...ofMedia(parameter),
        description: text || idText(parameter, operation),
      };
    }),
    body: operation.body && {
      ...operation.body,
      description: argumentText(operation.body.description, texts),
      media: operation.body.media.map(ofMedia),
    },
    responses: operation.responses.map((response) => ({
      ...response,
      media: response.media.map(ofMedia),
    })),
  });
  return {
    ...api,
    operations: api.operations.map(ofOperation),
    schemas: new Map(
      [...api.schemas].map(([name, schema]) => [name, ofSchema(schema)]),
    ),
  };
}

/** A schema that says which values there are needs no list of them in words. */
export function argumentText(
  given: unknown,
  texts: Texts,
  schema: Schema = {},
): string {
  if (typeof given !== "string" || given === "") return "";
  const text = prose(given);
  if (texts === "full") return text;
  const [, told = text, ours = ""] = OURS.exec(text) ?? [];
  const [first = ""] = paragraphsOf(told);
  const [head = "", ...list] = first.split("\n");
  const all = sentencesOf(head);
  const begun = all.findIndex((one) => !PREAMBLE.test(one));
  const sentence = all.slice(0, begun + 1 || 1).join(" ");
  const others = all.slice(begun + 1 || 1);
  const needed = others.filter(
    (one) => one.length <= LONGEST && NEEDED.test(one) && !POINTER.test(one),
  );
  const isListed = Array.isArray(schema["enum"]);
  const lines = isListed ? meaningsIn(told) : head.endsWith(":") ? list : [];
  const isItem = isListed && /^(?:[*-] |-?\d+ ?[=-] )/.test(head);
  const words = isItem ? [] : [[sentence, ...needed].join(" ")];
  const whole = [...words, ...lines].join("\n");
  return (lines.length === 0 ? whole.replace(/:$/, ".") : whole) + ours;
}

/** Items of a list that say what a value means, and not only its letters, as Django REST, protoc and .NET list choices. */
function meaningsIn(text: string): string[] {
  const meanings = [...text.matchAll(MEANING)]
    .filter(
      ([, value = "", label = ""]) => lettersOf(value) !== lettersOf(label),
    )
    .map(([line]) => line.trim());
  return meanings.length > MOST_MEANINGS ? [] : meanings;
}

/** "* `paid` - All of it", "- KIND_A: The first.", "1 = Paid". */
const MEANING =
  /^(?: ?[*-] (?=`[^`\n]+` -|[A-Z][A-Z\d_]+:)|(?=-?\d+ ?[=-] ))`?([^`:=\n]+?)`?(?::| ?[=-]) (.+)$/gm;

/** Of more, such as all countries, a model knows what they mean. */
const MOST_MEANINGS = 20;

/** What `normalise` put behind the document's text. */
const OURS =
  /^([^]*?)((?:^| )(?:\(values separated by [^()]+\)|Values: "[^\n]*"\.))$/;

/** What says nothing of what a value is. */
const PREAMBLE =
  /^(?:optional|required|defaults?\b.*|default value\b.*|deprecated)[.:]?$/i;

/** What tells how a value is written, in characters that are worth it. */
const LONGEST = 160;
const NEEDED =
  /\b(?:formatted|format(?=:| is| must| should)|(?:following|date|time|[A-Z\d-]{3,}) format|ISO[- ]?8601|RFC ?\d+|must|separated|unix|epoch|encoded|base64|max|maximum|min|minimum|at (?:most|least)|up to|(?:milli)?seconds|minutes|bytes|cents)\b/i;

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

/** Characters of a description, and of a default, that an editor shows. */
const MAX_TEXT = 200;
const MAX_DEFAULT = 60;

/** What bounds a value. The others are types already. */
const BOUNDS =
  "minimum exclusiveMinimum maximum exclusiveMaximum multipleOf minLength maxLength minItems maxItems format".split(
    " ",
  );

/** Of an id in a path: whose. A shared parameter has one text for all paths. */
function idText(
  { component, in: location, name, schema }: Parameter,
  { path }: Operation,
): string {
  const [, owner, end] = /^(.*?)[-_.]?(ids?)$/i.exec(name) ?? [];
  if (location !== "path" || end === undefined || schema["description"])
    return "";
  const before = path.slice(0, path.indexOf(`{${name}}`));
  const part = /(?<![^/{}])([^/{}]+)\/$/.exec(before)?.[1] ?? "";
  const own = nounsOf(owner ?? "").one;
  const { one } = nounsOf(component === null ? part : "");
  const isIn = own.length < 2 || (one !== "" && own.startsWith(one));
  const noun = isIn ? one : own;
  return noun === "" ? "" : `ID of the ${noun}.`;
}

/** Characters of what is told of an API. */
const ABOUT = 200;

/** What an API is, in a sentence; empty where the document has none, or a long one. */
export function aboutOf({ description }: Api): string {
  const [first = ""] = paragraphsOf(prose(description));
  const [sentence = ""] = sentencesOf(first.replace(/\s+/g, " ").trim());
  return sentence.length > ABOUT ? "" : sentence;
}
