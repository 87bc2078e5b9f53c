import { describe, expect, it } from "vitest";
import { readPassages } from "../../bench/prose.js";
import words from "../../bench/style-words.json" with { type: "json" };
import { read } from "./pages.js";

const passages = readPassages();

/** Places of a pattern, with what to write instead. */
function placesOf({ instead, pattern }: (typeof words)[number]): string[] {
  const expression = new RegExp(pattern);
  return passages
    .filter(({ text }) => expression.test(text))
    .map(
      ({ place, text }) =>
        `${place}: "${expression.exec(text)?.[0].trim()}", but: ${instead}. ${text}`,
    );
}

describe("prose for users", () => {
  it("is read from pages, messages, templates and emitted comments", () => {
    const groups = [...new Set(passages.map(({ group }) => group))].sort();
    expect(groups).toEqual([
      "comments",
      "docs",
      "messages",
      "server",
      "templates",
    ]);
  });

  it.each(words)("follows the word list: $pattern", (word) => {
    expect(placesOf(word)).toEqual([]);
  });

  it("is checked by patterns that find their words", () => {
    const samples = [
      "What is sent is text.",
      "It fails where a token is missing.",
      "The file stands in src.",
      "This is no port.",
      "The API answered 404.",
      "It is told.",
    ];
    const found = samples.filter((sample) =>
      words.some(({ pattern }) => new RegExp(pattern).test(sample)),
    );
    expect(found).toEqual(samples);
  });
});

/** Pages of the parts that a newcomer reads, and the most words of one and of all. */
const groups = JSON.parse(read("docs/.vitepress/pages.json")) as {
  text: string;
  pages: Record<string, string>;
}[]; // as docs/.vitepress/config.mjs reads it

/** Number of words of a page, without the lines between cells. */
const wordCountOf = (page: string) =>
  (read(`docs/${page}.md`).match(/[^\s|]*\w[^\s|]*/g) ?? []).length;

/** Guides of single features, which are long and counted apart. */
const FEATURE_GUIDES = [
  ...["audit", "evals", "extensions", "files", "lint", "observe", "redis"],
  ...["run-in-production", "running-servers", "secrets", "tools-by-hand"],
];

describe("the length of pages", () => {
  const shortParts = groups.filter(({ text }) => text !== "Reference");
  const shortPages = shortParts.flatMap(({ pages }) => Object.keys(pages));

  it.each(shortPages)("%s has 1,200 words at most", (page) => {
    expect(wordCountOf(page)).toBeLessThanOrEqual(1200);
  });

  it("is 9,000 words at most for Start and Guides, without guides of single features", () => {
    const firstPages = groups
      .filter(({ text }) => /^(?:Start|Guides)$/.test(text))
      .flatMap(({ pages }) => Object.keys(pages))
      .filter((page) => !FEATURE_GUIDES.includes(page));
    const counts = firstPages.map(wordCountOf);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(
      9000,
    );
  });
});
