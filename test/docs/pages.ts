import { readdirSync, readFileSync } from "node:fs";

/** Pages for users, from the root. */
export const PAGES = [
  ...["README.md", "SKILL.md", "SECURITY.md", "samples/README.md"],
  ...readdirSync("docs")
    .filter((file) => file.endsWith(".md"))
    .map((file) => `docs/${file}`),
];

export const read = (path: string) => readFileSync(path, "utf8");

/** A fenced block: ```` ```ts handler ```` has the language `ts` and the mark `handler`. */
export interface Snippet {
  readonly page: string;
  /** `docs/serving.md:12`, for messages. */
  readonly place: string;
  readonly language: string;
  /** Rest of the fence's first line; `not-run` if a test can't try it. */
  readonly mark: string;
  readonly text: string;
}

const FENCE = /^( *)```(\S*) ?(.*)\n([^]*?)^\1```$/gm;

/** The blocks of all pages. */
export const SNIPPETS: readonly Snippet[] = PAGES.flatMap((page) => {
  const whole = read(page);
  return [...whole.matchAll(FENCE)].map((found) => {
    const [, indent = "", language = "", mark = "", text = ""] = found;
    const line = whole.slice(0, found.index).split("\n").length;
    return {
      page,
      place: `${page}:${line}`,
      language,
      mark,
      text: text.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
    };
  });
});

/** Snippets of some languages that can be tried. */
export const snippetsOf = (...languages: readonly string[]) =>
  SNIPPETS.filter(
    ({ language, mark }) => languages.includes(language) && mark !== "not-run",
  );
