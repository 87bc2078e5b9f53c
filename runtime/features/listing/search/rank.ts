import { methodsForVerb, findSynonyms } from "./english.js";
import { areSimilar } from "./tokenize.js";

/** Weight of a word by the field that contains it. */
const WEIGHTS = {
  name: 2,
  title: 3,
  keywords: 3,
  firstSentence: 2,
  description: 0.25,
  path: 1.5,
  tags: 1,
  parameters: 0.5,
  properties: 0.3,
  texts: 0.25,
  values: 0.3,
};

/** Parameters of BM25: saturation of repeated words, and normalization by text length. */
const K1 = 1.2;
const B = 0.6;
/** Weight of a synonym, maximum rarity of a synonym relative to the word, and weight of words of the API's name. */
const SYNONYM_WEIGHT = 0.5;
const MAX_RARITY_FACTOR = 2;
const API_NAME_WEIGHT = 0.3;
/**
 * Factors for a match of the name (1 for the title), for a method that fits the verb, for each path segment, and for
 * deprecation.
 */
const NAME_WEIGHT = 0.7;
const METHOD_FACTOR = 1.3;
const DEPTH_FACTOR = 0.99;
const DEPRECATED_FACTOR = 0.8;

type Field = keyof typeof WEIGHTS;

/** Index document of one operation: its words by field, and properties that affect its rank. */
export interface Document {
  readonly words: Readonly<Record<Field, readonly string[]>>;
  readonly method: string;
  /** Number of path segments. */
  readonly depth: number;
  readonly deprecated: boolean;
}

/** Returns indices of documents, best match first. */
export type Rank = (query: readonly string[]) => number[];

/**
 * Creates a ranking by Okapi BM25 over several fields (https://doi.org/10.1561/1500000019, 3.6), multiplied by factors
 * for title, method and path. The constants were tuned with one set of questions about one API, and confirmed with
 * others. `apiNames` are words of the API's own name; they say little within it.
 */
export function createRank(
  documents: readonly Document[],
  apiNames: ReadonlySet<string>,
): Rank {
  const counts = countWords(documents);
  const computeRarity = (word: string) => {
    const count = counts.get(word)?.size ?? 0;
    return Math.log(1 + (documents.length - count + 0.5) / (count + 0.5));
  };
  const titles = documents.map(({ words: { name, title } }) =>
    [title, name].map((words) =>
      [...new Set(words)].map((word) => [word, computeRarity(word)] as const),
    ),
  );
  const priors = documents.map(
    ({ depth, deprecated }) =>
      DEPTH_FACTOR ** depth * (deprecated ? DEPRECATED_FACTOR : 1),
  );

  /** Returns the score of a word, or of its synonyms, for each document. */
  function scoreWord(word: string): Float64Array {
    const bestScores = new Float64Array(documents.length);
    const limit = counts.has(word)
      ? MAX_RARITY_FACTOR * computeRarity(word)
      : Infinity;
    const terms = [word, ...findSynonyms(word)];
    const knownTerms = terms.filter((term) => counts.has(term));
    const findSimilarTerms = () =>
      [...counts.keys()].filter((term) => areSimilar(term, word));
    for (const term of knownTerms.length > 0
      ? knownTerms
      : findSimilarTerms()) {
      const weight =
        term === word
          ? computeRarity(word)
          : SYNONYM_WEIGHT * Math.min(computeRarity(term), limit);
      for (const [at, count] of counts.get(term) ?? []) {
        const score = (weight * count * (K1 + 1)) / (count + K1);
        if (score > (bestScores[at] ?? 0)) bestScores[at] = score;
      }
    }
    return bestScores;
  }

  return (query) => {
    const words = [...new Set(query)];
    const methods = methodsForVerb(query);
    const queryWeights = new Map([
      ...words
        .flatMap(findSynonyms)
        .map((word) => [word, SYNONYM_WEIGHT] as const),
      ...words.map((word) => [word, 1] as const),
    ]);
    const scores = documents.map(() => 0);
    for (const word of words) {
      const weight = apiNames.has(word) ? API_NAME_WEIGHT : 1;
      scoreWord(word).forEach((score, at) => {
        scores[at] = (scores[at] ?? 0) + weight * score;
      });
    }
    const coverTitle = ([title = [], name = []]: Words[] = []) =>
      Math.max(
        computeCoverage(title, queryWeights),
        NAME_WEIGHT * computeCoverage(name, queryWeights),
      );
    const computeFactor = (at: number) =>
      (1 + coverTitle(titles[at])) *
      (methods.includes(documents[at]?.method ?? "") ? METHOD_FACTOR : 1) *
      (priors[at] ?? 1);
    return scores
      .flatMap((score, at) =>
        score > 0 ? { at, score: score * computeFactor(at) } : [],
      )
      .sort((a, b) => b.score - a.score || a.at - b.at)
      .map(({ at }) => at);
  };
}

type Words = readonly (readonly [word: string, rarity: number])[];

/** Computes the share of a title that the query covers, 0 to 1, weighted by the rarity of words. */
function computeCoverage(
  title: Words,
  queryWeights: ReadonlyMap<string, number>,
): number {
  let totalRarity = 0;
  let coveredRarity = 0;
  for (const [word, rarity] of title) {
    totalRarity += rarity;
    coveredRarity += rarity * (queryWeights.get(word) ?? 0);
  }
  return totalRarity > 0 ? coveredRarity / totalRarity : 0;
}

/** Counts each word in each document, weighted by field and text length. */
function countWords(documents: readonly Document[]) {
  const counts = new Map<string, Map<number, number>>();
  for (const [field, weight] of Object.entries(WEIGHTS)) {
    const texts = documents.map(({ words }) => words[field as Field]); // a key of WEIGHTS
    const mean =
      texts.reduce((sum, text) => sum + text.length, 0) / texts.length;
    texts.forEach((text, at) => {
      const gain = weight / (1 - B + B * (text.length / (mean || 1)));
      for (const word of text) {
        const occurrences = counts.get(word) ?? new Map<number, number>();
        counts.set(
          word,
          occurrences.set(at, (occurrences.get(at) ?? 0) + gain),
        );
      }
    });
  }
  return counts;
}
