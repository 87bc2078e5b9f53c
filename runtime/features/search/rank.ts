import { methodsForVerb, findSynonyms } from "./english.js";
import { areSimilar } from "./tokenize.js";

/** How much a word counts, by where it stands. */
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

/** How soon more of a word says no more, and how much a long text counts for less: BM25's own. */
const K1 = 1.2;
const B = 0.6;
/** What a synonym counts of the word itself, how much rarer it may be, and what a word of the API's name counts. */
const SYNONYM = 0.5;
const RARER = 2;
const USUAL = 0.3;
/** Factors: of a name that is asked for, where that of a title is 1, of a method that does what the verb says, of each segment of a path, of what is deprecated. */
const NAMED = 0.7;
const FITS = 1.3;
const DEEPER = 0.99;
const DEPRECATED = 0.8;

type Field = keyof typeof WEIGHTS;

/** What is known of one operation: its words by where they stand, and what else speaks for it. */
export interface Document {
  readonly words: Readonly<Record<Field, readonly string[]>>;
  readonly method: string;
  /** Segments of its path. */
  readonly depth: number;
  readonly deprecated: boolean;
}

/** Places of documents in their list, the best first. */
export type Rank = (query: readonly string[]) => number[];

/**
 * Okapi BM25 over several fields (https://doi.org/10.1561/1500000019, 3.6), times what the title, the method and
 * the path say. Its numbers were found on one set of questions about one API, and held on others. `usual` words
 * name the API as a whole, and tell little within it.
 */
export function createRank(
  documents: readonly Document[],
  usual: ReadonlySet<string>,
): Rank {
  const counts = countWords(documents);
  const rarity = (word: string) => {
    const count = counts.get(word)?.size ?? 0;
    return Math.log(1 + (documents.length - count + 0.5) / (count + 0.5));
  };
  const titles = documents.map(({ words: { name, title } }) =>
    [title, name].map((words) =>
      [...new Set(words)].map((word) => [word, rarity(word)] as const),
    ),
  );
  const usualness = documents.map(
    ({ depth, deprecated }) => DEEPER ** depth * (deprecated ? DEPRECATED : 1),
  );

  /** What a word gives to each document, by its place: to those that have it, or a synonym of it. */
  function scoresOf(word: string): Float64Array {
    const best = new Float64Array(documents.length);
    const limit = counts.has(word) ? RARER * rarity(word) : Infinity;
    const all = [word, ...findSynonyms(word)];
    const known = all.filter((one) => counts.has(one));
    const near = () =>
      [...counts.keys()].filter((one) => areSimilar(one, word));
    for (const one of known.length > 0 ? known : near()) {
      const weight =
        one === word ? rarity(word) : SYNONYM * Math.min(rarity(one), limit);
      for (const [at, count] of counts.get(one) ?? []) {
        const score = (weight * count * (K1 + 1)) / (count + K1);
        if (score > (best[at] ?? 0)) best[at] = score;
      }
    }
    return best;
  }

  return (query) => {
    const words = [...new Set(query)];
    const methods = methodsForVerb(query);
    const asked = new Map([
      ...words.flatMap(findSynonyms).map((word) => [word, SYNONYM] as const),
      ...words.map((word) => [word, 1] as const),
    ]);
    const scores = documents.map(() => 0);
    for (const word of words) {
      const weight = usual.has(word) ? USUAL : 1;
      scoresOf(word).forEach((score, at) => {
        scores[at] = (scores[at] ?? 0) + weight * score;
      });
    }
    const covered = ([title = [], name = []]: Words[] = []) =>
      Math.max(coverage(title, asked), NAMED * coverage(name, asked));
    const factor = (at: number) =>
      (1 + covered(titles[at])) *
      (methods.includes(documents[at]?.method ?? "") ? FITS : 1) *
      (usualness[at] ?? 1);
    return scores
      .flatMap((score, at) =>
        score > 0 ? { at, score: score * factor(at) } : [],
      )
      .sort((a, b) => b.score - a.score || a.at - b.at)
      .map(({ at }) => at);
  };
}

type Words = readonly (readonly [word: string, rarity: number])[];

/** How much of a title is asked for, 0 to 1: its words and how rare they are. */
function coverage(title: Words, asked: ReadonlyMap<string, number>): number {
  let all = 0;
  let covered = 0;
  for (const [word, rarity] of title) {
    all += rarity;
    covered += rarity * (asked.get(word) ?? 0);
  }
  return all > 0 ? covered / all : 0;
}

/** How often each word stands in each document, by the weight of the place and the length of its text. */
function countWords(documents: readonly Document[]) {
  const counts = new Map<string, Map<number, number>>();
  for (const [field, weight] of Object.entries(WEIGHTS)) {
    const texts = documents.map(({ words }) => words[field as Field]); // a key of WEIGHTS
    const mean = texts.reduce((sum, one) => sum + one.length, 0) / texts.length;
    texts.forEach((text, at) => {
      const gain = weight / (1 - B + B * (text.length / (mean || 1)));
      for (const word of text) {
        const found = counts.get(word) ?? new Map<number, number>();
        counts.set(word, found.set(at, (found.get(at) ?? 0) + gain));
      }
    });
  }
  return counts;
}
