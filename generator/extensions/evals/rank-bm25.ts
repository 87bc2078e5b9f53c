/** Weight of a repeated term, and how far the length of a text counts against it: the usual values of BM25. */
const K1 = 1.2;
const B = 0.75;

/** Terms of a text in lower case: split at changes of case, and at all characters except letters and digits. */
export function toTerms(text: string): string[] {
  return text
    .replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, " ")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** Ranks the indices of all texts for a query, best first. Texts of equal score keep their order. */
export type Ranking = (query: string) => number[];

/**
 * Ranking of texts by Okapi BM25, as clients that search a list of tools by themselves do it: no stop words, no stems.
 * The inverse document frequency is ln(1 + (N − n + 0.5) / (n + 0.5)).
 */
export function createRanking(texts: readonly string[]): Ranking {
  const documents = texts.map((text) => countTerms(toTerms(text)));
  const totalLength = documents.reduce((sum, { length }) => sum + length, 0);
  const averageLength = totalLength / Math.max(documents.length, 1);
  const documentCounts = new Map<string, number>();
  for (const { counts } of documents)
    for (const term of counts.keys())
      documentCounts.set(term, (documentCounts.get(term) ?? 0) + 1);
  const scoreTerm = (term: string, { counts, length }: CountedTerms) => {
    const count = counts.get(term) ?? 0;
    const documentCount = documentCounts.get(term) ?? 0;
    const rarity = Math.log(
      1 + (documents.length - documentCount + 0.5) / (documentCount + 0.5),
    );
    const lengthFactor = 1 - B + (B * length) / averageLength;
    return (rarity * count * (K1 + 1)) / (count + K1 * lengthFactor);
  };
  return (query) => {
    const terms = toTerms(query);
    const scores = documents.map((document) =>
      terms.reduce((sum, term) => sum + scoreTerm(term, document), 0),
    );
    return [...scores.keys()].sort(
      (a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b,
    );
  };
}

interface CountedTerms {
  readonly counts: ReadonlyMap<string, number>;
  /** Number of terms, repeated ones included. */
  readonly length: number;
}

function countTerms(terms: readonly string[]): CountedTerms {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return { counts, length: terms.length };
}
