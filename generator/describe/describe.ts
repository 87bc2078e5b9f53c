import type { Override } from "../config/config.js";
import { parseFieldPaths, pickSelection } from "../runtime.js";
import { omitEmpty } from "../shared/json.js";
import type { Api, Operation } from "../model.js";
import { hasRemovalVerb } from "./annotations.js";
import type { Argument } from "../plan/arguments.js";
import type { PlannedBody } from "../plan/body.js";
import type { ComponentKind } from "../plan/classify.js";
import {
  dropFullStop,
  endSentence,
  joinTexts,
  MAX_DESCRIPTION,
  sentencesOf,
  truncateText,
} from "./sentences.js";
import {
  collectExampleArguments,
  toExampleLine,
  exampleOfResponse,
  repeatsExample,
  MAX_EXAMPLE,
} from "./example.js";
import { fallbackDescription, hasListResponse } from "./fallback-text.js";
import { digest } from "../shared/hash.js";
import { type OperationIdView, viewOperationId } from "./operation-id.js";
import { markdownToText } from "./markdown-to-text.js";
import type { Texts } from "./shorten.js";
import { type OperationDocs, undocumentedNamesOf } from "./operation-docs.js";
import {
  humanise,
  looseKey,
  toIdentifier,
  toWords,
  describeWireName,
} from "./identifiers.js";

/** Title, description and example that a model reads to choose a component. */
export interface ComponentText {
  readonly title: string;
  /** Null if the title says it all. */
  readonly description: string | null;
  /** True if the config or an extension of the document gives the description. */
  readonly isConfigured: boolean;
  /** True if the document has no words on the operation: the text is made of its method, path and operationId. */
  readonly isFallback: boolean;
  /** Example arguments by name. Undefined if the document has no examples or there is no room to show them. */
  readonly example?: Readonly<Record<string, unknown>> | undefined;
  /** Names of the required arguments in `example` that the document shows no value of, so that we made one. */
  readonly sampledNames?: readonly string[];
  /** Example of the response, for places that describe one component alone. */
  readonly exampleAnswer?: unknown;
}

/** Words of a component as its module has them. */
export type Words = Pick<ComponentText, "title" | "description">;

/** Longest title, in characters. */
const MAX_TITLE = 100;

/** Characters of a description below which a tool shows the example of its response. */
const MAX_SHORT_TEXT = 80;
/** Text before the example of a response. `MAX_LINE` is the longest line of both, in bytes. */
const EXAMPLE_RESPONSE = "Example response: ";
const MAX_LINE = 120;

/**
 * Parts of a component's texts. `composeTexts` joins them once it is known which components need to be distinguished.
 */
export interface TextDraft {
  readonly title: string;
  /** Description of the config or of an extension, which is taken as it is; undefined if there is none. */
  readonly configuredDescription: string | undefined;
  readonly isFallback: boolean;
  /** Summary and text of the operation, or the fallback. */
  readonly text: string;
  /** Sentence on deletion, with a blank before it; empty if the text has it or nothing is deleted. */
  readonly effect: string;
  /** Paragraphs behind the text: rules of the body, wire names, the replacement of a deprecated operation. */
  readonly ending: string;
  readonly isTool: boolean;
  /** Digest of all of the operation's own that its words are made of: while it stays the same, so do the words. */
  readonly source: string;
  readonly example: ComponentText["example"];
  readonly exampleAnswer: unknown;
}

/**
 * Drafts the texts that describe an operation to a model. The title is the summary in one line, otherwise the name in
 * words, otherwise the fallback. A description of the config is taken as it is.
 */
export function draftTexts(
  operation: Operation,
  context: {
    readonly name: string;
    readonly kind: ComponentKind;
    readonly override: Pick<Override, "name" | "title" | "description">;
    readonly docs: OperationDocs;
    readonly args: readonly Argument[];
    readonly body: PlannedBody | null;
    readonly api: Api;
    readonly texts: Texts;
    /** Paths of the fields that callers get; empty for all. */
    readonly fields: readonly string[];
  },
): TextDraft {
  const { args, body, kind, docs } = context;
  const overrides = { ...readExtensionTexts(operation), ...context.override };
  const idView = viewOperationId(operation);
  const fallback = fallbackDescription(operation, idView, context.api);
  const { summary, titleText } = findTitle(operation, context, fallback);
  const title = overrides.title ?? truncateText(titleText, MAX_TITLE);
  const isFallback = docs.text === "" && isNamed(docs, operation, idView);
  const text = isFallback
    ? shortenFallback(fallback, title)
    : prependSummary({ ...docs, summary });
  const effect = deletionNote(operation, text);
  // The description is the only place for the variables of a URI template.
  const wireNames = kind === "tool" ? [] : args.map(describeWireName);
  const extraDocs = [body?.constraints ?? "", ...wireNames]
    .filter(Boolean)
    .join(" ");
  // At most half of the description, so that the document's text has room before it.
  const ending = [truncateText(extraDocs, MAX_DESCRIPTION / 2), docs.deprecated]
    .filter(Boolean)
    .map((paragraph) => `\n\n${paragraph}`)
    .join("");
  const example = collectExampleArguments(args, body, context);
  const wholeExample = exampleOfResponse(operation, context.api);
  const exampleAnswer =
    context.fields.length === 0
      ? wholeExample
      : pickSelection(wholeExample, parseFieldPaths([...context.fields]));
  return {
    title,
    configuredDescription: overrides.description,
    isFallback,
    text,
    effect,
    ending,
    isTool: kind === "tool",
    source: digestSource(operation, context, [
      extraDocs,
      hasListResponse(operation, context.api),
      responseLine(exampleAnswer),
      repeatsExample(exampleAnswer, example),
    ]),
    example,
    exampleAnswer,
  };
}

/** Origin of a component's title. */
type TitleSource =
  | "summary"
  /** Summary that is a name, as frameworks fill it in. */
  | "summary-name"
  | "path"
  | "operationId"
  /** Name of the component. */
  | "name";

/** Finds the text of a title, and the summary as the description has it: empty if there is none. */
function findTitle(
  operation: Operation,
  { docs, name }: { readonly docs: OperationDocs; readonly name: string },
  fallback: string,
): { summary: string; titleText: string } {
  const idView = viewOperationId(operation);
  const source = findTitleSource(operation, docs, name);
  const texts: Record<TitleSource, () => string> = {
    summary: () => docs.summary,
    "summary-name": () => humanise(docs.summary),
    path: () => fallback.slice(0, -1),
    operationId: () => humanise(idView.readableId),
    name: () => humanise(name),
  };
  const titleText = texts[source]();
  const isOfSummary = source === "summary" || source === "summary-name";
  return { summary: isOfSummary ? titleText : "", titleText };
}

function findTitleSource(
  operation: Operation,
  docs: OperationDocs,
  name: string,
): TitleSource {
  const idView = viewOperationId(operation);
  const { baseId, isDerivedFromPath } = idView;
  const isPhrase = /\s/.test(docs.summary);
  if (isPhrase || !isNamed(docs, operation, idView)) return "summary";
  if (isDerivedFromPath) return "path";
  if (humanise(docs.summary) !== "") return "summary-name";
  // A component's name has lost all letters outside ASCII, which clients refuse, and those beyond the longest name.
  const hasLostLetters =
    /[^ -~]/.test(baseId) ||
    (operation.hints.name === "" && /_[\da-f]{6}$/.test(name));
  return hasLostLetters || name === toIdentifier(baseId)
    ? "operationId"
    : "name";
}

/** True if the summary is a name, or repeats an operationId that is made of the path. */
function isNamed(
  { summary }: OperationDocs,
  operation: Operation,
  idView: OperationIdView,
): boolean {
  const { baseId, isDerivedFromPath } = idView;
  return (
    isBareName(summary, operation, idView) ||
    (isDerivedFromPath && looseKey(summary) === looseKey(baseId))
  );
}

/** Fallback as a description; the title, if that says it all. */
function shortenFallback(fallback: string, title: string): string {
  const titleStems = stemsOf(title);
  const isSaid = stemsOf(fallback).every((stem) => titleStems.includes(stem));
  return isSaid ? endSentence(title) : fallback;
}

/** Sentence on deletion, with a blank before it; empty if the text has it or nothing is deleted. */
function deletionNote({ method }: Operation, text: string): string {
  return method === "DELETE" && !hasRemovalVerb(text) ? " Deletes data." : "";
}

/** Digest of what the words of an operation are made of. `derivedParts`: what they take of its body and its answer. */
function digestSource(
  operation: Operation,
  context: Pick<Parameters<typeof draftTexts>[1], "override" | "texts">,
  derivedParts: readonly unknown[],
): string {
  const { deprecated, description, hints, method, operationId, path, summary } =
    operation;
  const { override, texts } = context;
  const parts = [
    [method, path, operationId, summary, description, deprecated],
    [hints.name, hints.title, hints.description],
    [override.name, override.title, override.description, texts],
    texts === "full" ? [] : undocumentedNamesOf(operation),
    derivedParts,
  ];
  return digest(JSON.stringify(parts), 12);
}

/** True if a summary is empty, or only the name that a framework fills in for an operation without documentation. */
function isBareName(
  summary: string,
  { operationId }: Operation,
  { functionName }: OperationIdView,
): boolean {
  const summaryKey = looseKey(summary);
  const idKey = looseKey(operationId ?? "");
  const isRunTogether = !/\s/.test(summary) && toWords(summary).includes(" ");
  return (
    ["", looseKey(functionName)].includes(summaryKey) ||
    (isRunTogether &&
      (idKey.endsWith(summaryKey) || /^[a-z]{2,}[A-Z_]/.test(summary)))
  );
}

/**
 * Composes the texts of a component. The description has summary and text, a note on deletion if they have none, the
 * distinction, the rules of the body, the replacement if it is deprecated, and, if all that is short, an example of the
 * response that the example arguments don't hold already.
 * @param distinction words that another operation of the same text does not have; empty if no other has the same text
 */
export function composeTexts(
  draft: TextDraft,
  distinction = "",
): ComponentText {
  const { title, configuredDescription, example, exampleAnswer } = draft;
  if (configuredDescription !== undefined)
    return {
      title,
      isConfigured: true,
      isFallback: false,
      description: omitIfTitle(title, configuredDescription.trim()),
    };
  const { effect, ending, isFallback, isTool, text } = draft;
  const suffix = distinction === "" ? effect : `${effect} (${distinction})`;
  const mainText =
    truncateText(text, MAX_DESCRIPTION - suffix.length - ending.length) +
    suffix +
    ending;
  const isShown =
    example !== undefined &&
    hasRoomForExample({ title, description: mainText, example });
  const isShort = isTool && mainText.length < MAX_SHORT_TEXT;
  const isRepeated = isShown && repeatsExample(exampleAnswer, example);
  const exampleLine = isShort && !isRepeated ? responseLine(exampleAnswer) : "";
  return {
    title,
    isConfigured: false,
    isFallback,
    description: exampleLine
      ? `${mainText}\n\n${exampleLine}`
      : omitIfTitle(title, mainText),
    ...(isShown && { example }),
    ...(isSmallExample(exampleAnswer) && { exampleAnswer }),
  };
}

/** Texts of a component whose words are those of the last run. Its example is shown if there is room for it. */
export function settleTexts(draft: TextDraft, words: Words): ComponentText {
  const { configuredDescription, example, exampleAnswer, isFallback } = draft;
  const isConfigured = configuredDescription !== undefined;
  const isShown =
    !isConfigured &&
    example !== undefined &&
    hasRoomForExample({ ...words, example });
  return {
    ...words,
    isConfigured,
    isFallback: isFallback && !isConfigured,
    ...(isShown && { example }),
    ...(!isConfigured && isSmallExample(exampleAnswer) && { exampleAnswer }),
  };
}

/** Line with the example of a response: `Example response: {"id":7}`. Empty if no part of the example fits. */
function responseLine(example: unknown): string {
  const maxBytes = MAX_LINE - EXAMPLE_RESPONSE.length;
  const text = toExampleLine(example, maxBytes) ?? "";
  const line = `${EXAMPLE_RESPONSE}${text}`;
  return text === "" || Buffer.byteLength(line) > MAX_LINE ? "" : line;
}

/** Description of a tool in lower case, without the example of its response: no one chooses a tool by that. */
export function actionOf({
  description,
  title,
}: Pick<ComponentText, "description" | "title">): string {
  const [text = ""] = (description ?? title).split(EXAMPLE_RESPONSE, 1);
  return dropFullStop(text.trim()).toLowerCase();
}

/** Title and description that extensions of the document give instead of its texts. The config goes before them. */
function readExtensionTexts({ hints: { description, title } }: Operation) {
  const text = truncateText(markdownToText(description), MAX_DESCRIPTION);
  const line = markdownToText(title).replace(/\s+/g, " ");
  return omitEmpty({ title: line || null, description: text || null });
}

/** True if an example is small, and fits into `MAX_DESCRIPTION` together with the description that shows it. */
export function hasRoomForExample(
  words: Pick<ComponentText, "title" | "description"> & ExampleSource,
): boolean {
  return (
    isSmallExample(words.example) &&
    composeDescription(words).length <= MAX_DESCRIPTION
  );
}

/** Description with its example, as clients see it. The runtime composes it in the same way. */
export function composeDescription(
  words: Pick<ComponentText, "title" | "description"> & ExampleSource,
): string {
  const { title, description } = words;
  const text = description ?? title;
  const { example } = placeExample(words);
  return example === undefined
    ? text
    : `${text}\n\nExample arguments: ${JSON.stringify(example)}`;
}

/** Example of a component. Without a kind, of a tool. */
type ExampleSource = Pick<ComponentText, "example" | "sampledNames"> & {
  readonly kind?: ComponentKind;
};

/**
 * Example as a module has it: `example` is shown in the description, `examples` in the input schema of a tool. A
 * description has values of the document alone. Sampled ones repeat names of arguments, by which clients that search
 * descriptions would find the wrong tool.
 */
export function placeExample({
  example,
  kind = "tool",
  sampledNames = [],
}: ExampleSource): {
  readonly example?: ComponentText["example"];
  readonly examples?: readonly object[];
} {
  if (example === undefined) return {};
  return sampledNames.length > 0 && kind === "tool"
    ? { examples: [example] }
    : { example };
}

/** Text with the summary before it, unless its first sentence has all words of the summary. */
function prependSummary({ summary, text }: OperationDocs): string {
  const line = endSentence(summary);
  if (text === "") return line;
  const [firstSentence = ""] = sentencesOf(text);
  const sentenceStems = new Set(stemsOf(firstSentence));
  const summaryStems = stemsOf(summary);
  if (stemsOf(text).every((stem) => summaryStems.includes(stem))) return line;
  const isSaid = summaryStems.every((stem) => sentenceStems.has(stem));
  return isSaid ? text : joinTexts([line, text]);
}

/** Words of a text without articles, prepositions and endings. */
function stemsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter(
      (word) => !/^(?:an?|the|of|for|to|in|on|by|and|with|from)$/.test(word),
    )
    .map((word) => word.replace(/(?:ies|es|e|s|y)$/, ""));
}

/** Description, or null if it says no more than its title. */
function omitIfTitle(title: string, description: string): string | null {
  const isTitle = dropFullStop(description) === title;
  return isTitle || description === "" ? null : description;
}

function isSmallExample(example: unknown): boolean {
  const text = typeof example === "string" ? example : JSON.stringify(example);
  return example !== undefined && text.length <= MAX_EXAMPLE;
}
