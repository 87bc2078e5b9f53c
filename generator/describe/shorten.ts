import type { Settings } from "../config/resolve-config.js";
import type { Api, Operation, Parameter, Schema } from "../model.js";
import { mapSchemas } from "../schema/walk.js";
import { rememberingEach } from "../shared/memoize.js";
import { lettersOf, nounsOf } from "./identifiers.js";
import { prose } from "./markdown-to-text.js";
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
  const paragraphs = paragraphsOf(told);
  const isPreamble = (one: string) => PREAMBLE.test(one);
  // A first paragraph that says a default alone stands before the text, and isn't it.
  const start = paragraphs.findIndex(
    (one) => one.includes("\n") || !sentencesOf(one).every(isPreamble),
  );
  const preambles = paragraphs.slice(0, Math.max(start, 0));
  const [first = "", ...later] = paragraphs.slice(Math.max(start, 0));
  const [head = "", ...list] = first.split("\n");
  const all = sentencesOf(head);
  const begun = all.findIndex((one) => !isPreamble(one));
  const sentence = [...preambles, ...all.slice(0, begun + 1 || 1)].join(" ");
  const others = all.slice(begun + 1 || 1);
  const isListed = Array.isArray(schema["enum"]);
  const isKept = (one: string) =>
    !POINTER.test(one) && (isNeeded(one) || decides(one, isListed));
  const announces = (one: string) =>
    !isListed && list.length > 0 && one.endsWith(":") && one === others.at(-1);
  const needed = withItems(others, (one) => isKept(one) || announces(one));
  const decisions = later
    .map((one) => decidingPart(one, isListed))
    .filter(Boolean);
  const lines = isListed ? meaningsIn(told) : head.endsWith(":") ? list : [];
  const isItem = isListed && /^(?:[*-] |-?\d+ ?[=-] )/.test(head);
  const words = isItem ? [] : [[sentence, ...needed].join(" ")];
  const whole = [[...words, ...lines].join("\n"), ...decisions]
    .filter(Boolean)
    .join(lines.length > 0 || decisions.some(hasLines) ? "\n" : " ");
  return (hasLines(whole) ? whole : whole.replace(/:$/, ".")) + ours;
}

/** What a further paragraph decides: its sentences that do, and a list that the last of them announces. */
function decidingPart(paragraph: string, isListed: boolean): string {
  const [head = "", ...list] = paragraph.split("\n");
  const sentences = ITEM.test(head) ? [] : sentencesOf(head);
  const isDeciding = (one: string) =>
    !POINTER.test(one) && decides(one, isListed);
  const text = withItems(sentences, isDeciding).join(" ");
  const isWhole = text.endsWith(":") && list.length <= MOST_MEANINGS;
  return isWhole ? [text, ...list].join("\n") : text.replace(/:$/, ".");
}

/** Sentences that are kept, and the items of a list that goes on behind one in the same line: `Valid values are: - All: … - None: …`. */
function withItems(
  sentences: readonly string[],
  isKept: (sentence: string) => boolean,
): string[] {
  let isInList = false;
  return sentences.filter((one) => {
    const keeps = isKept(one);
    isInList = keeps ? /: - \S/.test(one) : isInList && /^- \S/.test(one);
    return keeps || isInList;
  });
}

function hasLines(text: string): boolean {
  return text.includes("\n");
}

/** Whether a sentence tells how a value is written. */
function isNeeded(sentence: string): boolean {
  return sentence.length <= LONGEST && NEEDED.test(sentence);
}

/** Whether a sentence decides what may be given: which values there are, unless the schema lists them, and with what. */
function decides(sentence: string, isListed: boolean): boolean {
  if (sentence.length > LONGEST_DECIDING || PREAMBLE.test(sentence))
    return false;
  return (
    DEPENDS.test(sentence) ||
    (!isListed && (VALUES.test(sentence) || SPECIAL.test(sentence)))
  );
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

/** What decides whether a call is right, in characters that are worth it. */
const LONGEST_DECIDING = 300;
/** When a value is required, and what it goes with. */
const DEPENDS =
  /\brequired (?:when|if|unless|for|with|only|in)\b|\b(?:only|not) (?:required|valid|available|applicable|allowed|supported|compatible|used|considered) (?:when|if|for|with|in|on|together)\b|\bonly applies (?:when|if|for|to)\b|\b(?:can|could|may|must|should)(?: ?not|n't) be (?:combined|used|set|specified|provided|given|passed|present)\b|\bmutually exclusive\b|\b(?:but )?not both\b|\bnot (?:be )?allowed\b|\bignored (?:if|when|unless|for)\b|\b(?:exactly|only) one of\b|\bone of\b.{1,80} (?:is|are) required\b/i;
/** Which values there are. */
const VALUES =
  /\b(?:valid|possible|allowed|accepted|acceptable|available|supported|permitted) (?:values|options)\b|\b(?:is|be|of|are|accepts|use) (?:one|any) of\b|^(?:must be )?one of\b|\b(?:accepts )?either [`"'][^`"']+[`"'](?:,| or)|^(?:this )?can be:? [`"']|\bvalues (?:are|can be):? [`"'(]/i;
/** What a value beside the usual ones does. */
const SPECIAL = /[`"'](?:\*|none|all|any|auto|never|-1|null)[`"']/i;

const ITEM = /^(?:[-*+•|]|\d{1,3}[.)])\s/;

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
  { component, in: location, label, name, schema }: Parameter,
  { path }: Operation,
): string {
  const [, owner, end] = /^(.*?)[-_.]?(ids?)$/i.exec(label ?? name) ?? [];
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
