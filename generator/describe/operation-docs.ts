import { groupBy } from "../shared/group-by.js";
import type { Api, Operation } from "../model.js";
import { markdownToText } from "./markdown-to-text.js";
import { flattenTables } from "./tables.js";
import type { Texts } from "./shorten.js";
import {
  paragraphsOf,
  CROSS_REFERENCE,
  sentencesOf,
  dropFullStop,
  endSentence,
  joinSentences,
  joinTexts,
} from "./sentences.js";

/** Documentation of an operation in the document, as plain text. */
export interface OperationDocs {
  /** Summary on one line, without a full stop. */
  readonly summary: string;
  readonly text: string;
  /** Sentence on the deprecation, `Deprecated: use X.` Empty if the operation isn't deprecated. */
  readonly deprecated: string;
}

export type DocsReader = (operation: Operation) => OperationDocs;

/** Number of operations from which on a paragraph of sentences that they share is passed over: it describes none of them in particular. */
const MIN_REPEATS = 5;

/** Reader of the operations' documentation: the first paragraph that is specific to an operation, whole, or with `descriptions: full` all paragraphs. */
export function readOperationDocs(
  { operations }: Pick<Api, "operations">,
  texts: Texts,
): DocsReader {
  const maskedSentences = operations.flatMap((operation) => {
    if (texts === "full") return []; // every paragraph is kept
    const sentences = toParagraphs(operation.description).flatMap(sentencesOf);
    return [...new Set(sentences.map(maskSpecifics))].map(
      (shape) => [shape, operation] as const,
    );
  });
  const operationsByShape = groupBy(maskedSentences);
  const isSpecific = (paragraph: string) => {
    const sentences = sentencesOf(paragraph);
    const [users = [], ...otherUsers] = sentences.map((sentence) => {
      const sharers = operationsByShape.get(maskSpecifics(sentence)) ?? [];
      return sharers.length < MIN_REPEATS ? [] : sharers;
    });
    const otherSets = otherUsers.map((sharers) => new Set(sharers));
    const isUser = (operation: Operation) =>
      otherSets.every((sharers) => sharers.has(operation));
    return (
      users.filter(isUser).length < MIN_REPEATS ||
      sentences.some((sentence) => IRREVERSIBLE.test(sentence))
    );
  };
  return (operation) => {
    const { deprecated, description, summary } = operation;
    const summaryLine = toOneLine(markdownToText(summary)).replace(
      LARAVEL_STUB,
      "",
    );
    const allParagraphs = toParagraphs(description).filter(
      (paragraph) => !LARAVEL_STUB.test(paragraph),
    );
    const keptParagraphs = deprecated
      ? allParagraphs
          .map((paragraph) => dropSentences(paragraph, DEPRECATION_NOTICE))
          .filter(Boolean)
      : allParagraphs;
    const textParagraphs = keptParagraphs.filter(
      (paragraph) => !DEPRECATION_NOTICE.test(paragraph),
    );
    const start = textParagraphs.findIndex(isSpecific);
    const commonParagraphs = summaryLine === "" ? keptParagraphs : [];
    const [firstParagraph = "", ...otherParagraphs] =
      start === -1 ? commonParagraphs : textParagraphs.slice(start);
    const shortText = joinTexts([
      dropSentences(firstParagraph, CROSS_REFERENCE) ||
        (summaryLine === "" ? firstParagraph : ""),
      ...otherParagraphs.flatMap(sentencesOf).filter(toMentionTest(operation)),
    ]);
    return {
      summary:
        (deprecated && summaryLine.replace(DEPRECATION_PREFIX, "")) ||
        summaryLine,
      text: texts === "full" ? keptParagraphs.join("\n\n") : shortText.trim(),
      deprecated: deprecated ? deprecationOf(allParagraphs) : "",
    };
  };
}

/** Names of parameters without a description of their own, which a sentence on the operation may describe. */
export function undocumentedNamesOf({ parameters }: Operation): string[] {
  return parameters
    .filter(({ description, schema }) => !description && !schema["description"])
    .map(({ name }) => name)
    .filter((name) => /^\w{3,}$/.test(name));
}

/** Test for sentences that mention a parameter without its own description. */
function toMentionTest(operation: Operation): (sentence: string) => boolean {
  const undocumentedNames = undocumentedNamesOf(operation);
  return (sentence) =>
    sentence.length <= MAX_SENTENCE &&
    (sentence.match(/\w+/g) ?? []).some((word) =>
      undocumentedNames.includes(word),
    );
}

/** Longest sentence that is kept beside the first paragraph, in characters. */
const MAX_SENTENCE = 240;

function toParagraphs(description: string): string[] {
  return paragraphsOf(flattenTables(markdownToText(description)));
}

function dropSentences(paragraph: string, pattern: RegExp): string {
  return joinSentences(
    sentencesOf(paragraph).filter((sentence) => !pattern.test(sentence)),
  );
}

/** Sentence with a placeholder for quoted names and numbers: sentences that differ in these alone become equal. */
function maskSpecifics(sentence: string): string {
  return sentence.replace(/`[^`]*`|"[^"]*"|\d+/g, "·");
}

function toOneLine(text: string): string {
  return dropFullStop(text.replace(/\s+/g, " "));
}

/** Words on effects that can't be undone: their sentence is kept however many operations share it. */
const IRREVERSIBLE = /\b(?:undo|undone|irreversibl[ey]|permanent(?:ly)?)\b/i;

/** Comment that Laravel writes above each method of a new controller, whatever its resource. */
const LARAVEL_STUB =
  /^(?:display|show|store|update|remove) (?:a|the) (?:listing of|form for (?:creating|editing)|newly created|specified) (?:(?:a new|the|the specified) )?resource(?: (?:in|from) storage)?\.?$/i;

const DEPRECATION_PREFIX = /^\W*(?:closing down|deprecated)(?: notice)?\W+/i;

const DEPRECATION_NOTICE =
  /^\W*(?:closing down|deprecat|obsolete|sunset|this (?:endpoint|operation|method|api|resource|route) (?:is|has been|was|will be) (?:deprecated|closing|obsolete|no longer|removed))/i;

const REPLACEMENT =
  /\b(?:use|replaced by|superseded by|in favou?r of|instead|migrate to)\b/i;

/** Sentence on the deprecation, with the replacement if the paragraphs name one. */
function deprecationOf(paragraphs: readonly string[]): string {
  const notice = paragraphs
    .flatMap((paragraph) =>
      /deprecat|closing down|obsolete|no longer/i.test(paragraph)
        ? sentencesOf(paragraph)
        : [],
    )
    .map((sentence) => sentence.replace(DEPRECATION_PREFIX, ""))
    .find(
      (sentence) =>
        REPLACEMENT.test(sentence) && sentence.length <= MAX_SENTENCE,
    );
  if (notice === undefined) return "Deprecated.";
  const noticeText = /^(?:please )?use\b/i.test(notice)
    ? notice.replace(/^(?:please )?use\b/i, "use")
    : notice;
  return `Deprecated: ${endSentence(noticeText)}`;
}
