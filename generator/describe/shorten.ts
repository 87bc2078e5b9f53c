import type { ResolvedConfig } from "../config/resolve-config.js";
import type { Api, Operation, Parameter, Schema } from "../model.js";
import { mapSchemas } from "../schema/walk.js";
import { memoize, memoizeWeak } from "../shared/memoize.js";
import { dereference } from "../schema/object-shape.js";
import { nounsOf, toWords } from "./identifiers.js";
import {
  extractMeanings,
  holdsOnlyValues,
  explainsValue,
  type ListedValues,
  MAX_MEANINGS,
  toListedValues,
} from "./value-meanings.js";
import { markdownToText } from "./markdown-to-text.js";
import { extractTables } from "./tables.js";
import {
  truncateAtWord,
  paragraphsOf,
  CROSS_REFERENCE,
  joinTexts,
  sentencesOf,
} from "./sentences.js";

export type Texts = ResolvedConfig["descriptions"];

/** API with the descriptions of arguments shortened for a model. The values that schemas accept never change. */
export function shortenDocs(api: Api, texts: Texts): Api {
  const shortenSchema: (schema: Schema) => Schema = memoizeWeak((schema) => {
    const { description, ...otherKeywords } = mapSchemas(schema, shortenSchema);
    const text = shortenArgumentText(description, texts, schema);
    return text === ""
      ? otherKeywords
      : { ...otherKeywords, description: text };
  });
  const shortenMedia = <WithSchema extends { readonly schema: Schema }>(
    media: WithSchema,
  ) => ({
    ...media,
    schema: shortenSchema(media.schema),
  });
  const shortenOperation = (operation: Operation): Operation => ({
    ...operation,
    parameters: operation.parameters.map((parameter) => {
      const { description, schema } = parameter;
      const text = shortenArgumentText(description, texts, schema);
      return {
        ...shortenMedia(parameter),
        description: text || describeId(parameter, operation, api),
      };
    }),
    body: operation.body && {
      ...operation.body,
      description: shortenArgumentText(operation.body.description, texts),
      media: operation.body.media.map(shortenMedia),
    },
    responses: operation.responses.map((response) => ({
      ...response,
      media: response.media.map(shortenMedia),
    })),
  });
  return {
    ...api,
    operations: api.operations.map(shortenOperation),
    schemas: new Map(
      [...api.schemas].map(([name, schema]) => [name, shortenSchema(schema)]),
    ),
  };
}

/** Description of an argument as plain text, shortened unless `descriptions` is `full`. If the schema has an enum, a list of nothing but its values is dropped. */
export function shortenArgumentText(
  description: unknown,
  texts: Texts,
  schema: Schema = {},
): string {
  if (typeof description !== "string" || description === "") return "";
  if (texts === "full") return markdownToText(description);
  const { enum: values } = schema;
  return Array.isArray(values)
    ? shortenListed(JSON.stringify([description, values]))
    : shortenUnlisted(description);
}

/** Shortened texts. Parameters and properties of one name repeat theirs. */
const shortenListed = memoize((json) => {
  const [description, values] = JSON.parse(json) as [string, unknown[]];
  return shortenText(description, toListedValues(values));
});
const shortenUnlisted = memoize((description) =>
  shortenText(description, null),
);

/**
 * Position of the text that `normalise` adds at the end of a description: `(values separated by commas)`, `Values: "a",
 * "b".` The length of the text if it has none.
 */
function findAddedText(text: string): number {
  const end = text.length;
  if (text.endsWith(")")) {
    const start = text.lastIndexOf("(");
    const isAdded =
      text.startsWith("(values separated by ", start) &&
      text.indexOf(")", start) === end - 1 &&
      !text.endsWith(" by )");
    if (isAdded && start === 0) return 0;
    return isAdded && text[start - 1] === " " ? start - 1 : end;
  }
  if (!text.endsWith('".')) return end;
  if (text.startsWith(VALUES) && !text.includes("\n")) return 0;
  const start = text.indexOf(` ${VALUES}`, text.lastIndexOf("\n") + 1);
  return start < 0 ? end : start;
}

const VALUES = 'Values: "';

/** Short text; `values` are those that its schema lists. */
function shortenText(description: string, values: ListedValues | null): string {
  const { text, tables } = extractTables(markdownToText(description));
  const addedStart = findAddedText(text);
  const docText = text.slice(0, addedStart);
  const addedText = text.slice(addedStart);
  const paragraphs = paragraphsOf(docText);
  const isPreamble = (sentence: string) => PREAMBLE.test(sentence);
  // A first paragraph that says only a default is a preamble, not the text.
  const start = paragraphs.findIndex(
    (paragraph) =>
      paragraph.includes("\n") || !sentencesOf(paragraph).every(isPreamble),
  );
  const preambles = paragraphs.slice(0, Math.max(start, 0));
  const [firstParagraph = "", ...laterParagraphs] = paragraphs.slice(
    Math.max(start, 0),
  );
  const [firstLine = "", ...listLines] = firstParagraph.split("\n");
  const headSentences = sentencesOf(firstLine);
  const firstIndex = headSentences.findIndex(
    (sentence) => !isPreamble(sentence),
  );
  const openingText = joinTexts([
    ...preambles,
    ...headSentences.slice(0, firstIndex + 1 || 1),
  ]);
  const otherSentences = headSentences.slice(firstIndex + 1 || 1);
  const isKept = (sentence: string) =>
    !CROSS_REFERENCE.test(sentence) &&
    (isFormatSentence(sentence) || isDecisive(sentence, values));
  const announcesList = (sentence: string) =>
    values === null &&
    listLines.length > 0 &&
    sentence.endsWith(":") &&
    sentence === otherSentences.at(-1);
  const keptSentences = filterWithItems(
    otherSentences,
    (sentence) => isKept(sentence) || announcesList(sentence),
  );
  const meanings = values === null ? [] : extractMeanings(docText, values);
  const decisions = laterParagraphs
    .map((paragraph) => extractDecisions(paragraph, values))
    .filter(Boolean);
  const announcedLines = firstLine.endsWith(":") ? listLines : [];
  const valueLines = values === null ? announcedLines : meanings;
  const isItem = values !== null && /^(?:[*-] |-?\d+ ?[=-] )/.test(firstLine);
  const openingLines = isItem
    ? []
    : [joinTexts([openingText, ...keptSentences])];
  const textParts = [
    [...openingLines, ...valueLines].join("\n"),
    ...decisions,
    ...tables,
  ].filter(Boolean);
  const isList = tables.length > 0 || textParts.some(hasLineBreak);
  const shortText = isList ? textParts.join("\n") : joinTexts(textParts);
  return (
    (hasLineBreak(shortText) ? shortText : shortText.replace(/:$/, ".")) +
    addedText
  );
}

/** Sentences of a further paragraph that are decisive, with the list that the last of them announces. */
function extractDecisions(
  paragraph: string,
  values: ListedValues | null,
): string {
  const [firstLine = "", ...listLines] = paragraph.split("\n");
  const sentences = LIST_ITEM.test(firstLine) ? [] : sentencesOf(firstLine);
  const isDeciding = (sentence: string) =>
    !CROSS_REFERENCE.test(sentence) && isDecisive(sentence, values);
  const text = joinTexts(filterWithItems(sentences, isDeciding));
  // Items that explain values that the schema lists stand by themselves.
  const isValue = (line: string) =>
    values !== null &&
    (holdsOnlyValues(line, values) || extractMeanings(line, values).length > 0);
  const keptLines = listLines.filter((line) => !isValue(line));
  const isListKept =
    text.endsWith(":") &&
    keptLines.length > 0 &&
    keptLines.length <= MAX_MEANINGS;
  return isListKept ? [text, ...keptLines].join("\n") : text.replace(/:$/, ".");
}

/** Sentences that `isKept` accepts, with the items of a list that follows one on the same line: `Valid values are: - All: … - None: …`. */
function filterWithItems(
  sentences: readonly string[],
  isKept: (sentence: string) => boolean,
): string[] {
  let isInList = false;
  return sentences.filter((sentence) => {
    const isMatch = isKept(sentence);
    isInList = isMatch
      ? /: - \S/.test(sentence)
      : isInList && /^- \S/.test(sentence);
    return isMatch || isInList;
  });
}

function hasLineBreak(text: string): boolean {
  return text.includes("\n");
}

/** True if a sentence says how a value is written. */
function isFormatSentence(sentence: string): boolean {
  return sentence.length <= MAX_FORMAT_SENTENCE && FORMAT_WORDS.test(sentence);
}

/** True if a sentence decides which values are accepted, or together with which arguments. Sentences of nothing but values don't count if the schema lists them. */
function isDecisive(sentence: string, values: ListedValues | null): boolean {
  if (sentence.length > MAX_DECISIVE_SENTENCE || PREAMBLE.test(sentence))
    return false;
  return (
    DEPENDENCY.test(sentence) ||
    (values === null
      ? isOnValues(sentence)
      : (isOnValues(sentence) || explainsValue(sentence, values)) &&
        !holdsOnlyValues(sentence, values))
  );
}

/** Sentences that say nothing of what a value is. */
const PREAMBLE =
  /^(?:optional|required|defaults?\b.*|default value\b.*|deprecated)[.:]?$/i;

/** Longest sentence on the format of a value that is kept, in characters. */
const MAX_FORMAT_SENTENCE = 160;
const FORMAT_WORDS =
  /\b(?:formatted|format(?=:| is| must| should)|(?:following|date|time|[A-Z\d-]{3,40}) format|ISO[- ]?8601|RFC ?\d+|must|separated|unix|epoch|encoded|base64|max|maximum|min|minimum|at (?:most|least)|up to|(?:milli)?seconds|minutes|bytes|cents)\b/i;

/** Longest decisive sentence that is kept, in characters. */
const MAX_DECISIVE_SENTENCE = 300;
function isOnValues(sentence: string): boolean {
  return ALLOWED_VALUES.test(sentence) || SPECIAL_VALUE.test(sentence);
}

/** Phrases that say when a value is required, and what it can be combined with. */
const DEPENDENCY =
  /\brequired (?:when|if|unless|for|with|only|in)\b|\b(?:only|not) (?:required|valid|available|applicable|allowed|supported|compatible|used|considered) (?:when|if|for|with|in|on|together)\b|\bonly applies (?:when|if|for|to)\b|\b(?:can|could|may|must|should)(?: ?not|n't) be (?:combined|used|set|specified|provided|given|passed|present)\b|\bmutually exclusive\b|\b(?:but )?not both\b|\bnot (?:be )?allowed\b|\bignored (?:if|when|unless|for)\b|\b(?:exactly|only) one of\b|\bone of\b.{1,80} (?:is|are) required\b/i;
/** Phrases that announce the allowed values. */
const ALLOWED_VALUES =
  /\b(?:valid|possible|allowed|accepted|acceptable|available|supported|permitted) (?:values|options)\b|\b(?:is|be|of|are|accepts|use) (?:one|any) of\b|^(?:must be )?one of\b|\b(?:accepts )?either [`"'][^`"']+[`"'](?:,| or)|^(?:this )?can be:? [`"']|\bvalues (?:are|can be):? [`"'(]/i;
/** Special values beside the usual ones, in quotes. */
const SPECIAL_VALUE = /[`"'](?:\*|none|all|any|auto|never|-1|null)[`"']/i;

const LIST_ITEM = /^(?:[-*+•|]|\d{1,3}[.)])\s/;

/** Text of a schema that an editor shows, on one line: short description, default and bounds. Empty if it has none of these. */
export function toHoverText(schema: Schema): string {
  const { default: defaultValue, deprecated, description } = schema;
  const shortDescription = shortenArgumentText(
    description,
    "short",
    schema,
  ).replace(/\s+/g, " ");
  // The plan adds `Deprecated.` to the description of parameters.
  const text = shortDescription.replace(/ ?\bDeprecated\.$/, "");
  const defaultJson = JSON.stringify(defaultValue) ?? "";
  const facts: string[] = [];
  if (defaultJson !== "" && defaultJson.length <= MAX_DEFAULT)
    facts.push(`default: ${defaultJson}`);
  for (const name of BOUNDS) {
    const value = schema[name];
    if (typeof value === "number" || typeof value === "string")
      facts.push(`${name}: ${value}`);
  }
  return [
    deprecated === true || text !== shortDescription ? "@deprecated" : "",
    truncateAtWord(text, MAX_TEXT).replace(/[\w)`"']$/, "$&."),
    facts.length === 0 ? "" : `(${truncateAtWord(facts.join(", "), MAX_TEXT)})`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** Longest description and default that an editor shows, in characters. */
const MAX_TEXT = 200;
const MAX_DEFAULT = 60;

/** Keywords that bound a value. Other keywords are part of the TypeScript type already. */
const BOUNDS =
  "minimum exclusiveMinimum maximum exclusiveMaximum multipleOf minLength maxLength minItems maxItems format".split(
    " ",
  );

/** Description of an ID in a path: `ID of the post.` Empty if it isn't one, or its schema has a description, also behind a reference. A shared parameter has one text for all paths. */
function describeId(
  { component, in: location, label, name, schema }: Parameter,
  { path }: Operation,
  api: Api,
): string {
  const owner = ownerOfId(label ?? name);
  const isDescribed =
    schema["description"] ?? dereference(schema, api)["description"];
  if (location !== "path" || owner === undefined || isDescribed) return "";
  const pathBefore = path.slice(0, path.indexOf(`{${name}}`));
  const segment = /(?<![^/{}])([^/{}]+)\/$/.exec(pathBefore)?.[1] ?? "";
  const ownerNoun = nounsOf(owner).singular;
  const { singular: segmentNoun } = nounsOf(
    component === null ? segment.replace(/[-_]by[-_].*/i, "") : "",
  );
  const isIn =
    ownerNoun.length < 2 ||
    (segmentNoun !== "" && ownerNoun.startsWith(segmentNoun));
  const noun = isIn ? segmentNoun : ownerNoun;
  return noun === "" ? "" : `ID of the ${noun}.`;
}

/** Name before an ID in a parameter's name: `pet` in `petId`, `pet_uuid` and `petid`; empty for `id` and `uuid`. Undefined if the name is not that of an ID. */
function ownerOfId(name: string): string | undefined {
  const words = toWords(name).split(" ");
  const lastWord = words.pop() ?? "";
  if (NO_ID.test(lastWord)) return undefined;
  if (ID_WORD.test(lastWord)) return words.join(" ");
  const [, gluedOwner] = /^(\p{L}{3,}?)ids?$/u.exec(lastWord) ?? [];
  return gluedOwner && [...words, gluedOwner].join(" ");
}

/** Words for an ID. */
const ID_WORD = /^(?:\p{L}{0,2}|ksu|nano)ids?$/u;
/** Words that only end as an ID does. */
const NO_ID =
  /^(?:acid|android|avoid|bid|covid|fluid|grid|hybrid|invalid|kid|paid|rapid|solid|valid|void)s?$/;

/** Longest summary of an API, in characters. */
const MAX_API_SUMMARY = 200;

/** First sentence of the API's description. Empty if the document has none, or a longer one than `MAX_API_SUMMARY`. */
export function summariseApi({ description }: Api): string {
  const [firstParagraph = ""] = paragraphsOf(markdownToText(description));
  const [sentence = ""] = sentencesOf(
    firstParagraph.replace(/\s+/g, " ").trim(),
  );
  return sentence.length > MAX_API_SUMMARY ? "" : sentence;
}
