import { frontmatterOf } from "../../runtime/features/skills/frontmatter.js";
import type { Problem } from "../errors.js";

/** What a skill may name. */
export interface Known {
  /** Arguments by tool; null: they are not known. */
  readonly tools: ReadonlyMap<string, ReadonlySet<string> | null>;
  /** All words of the project's own source: arguments, fields and values are among them. */
  readonly words: ReadonlySet<string>;
}

/** What a skill says that is no longer so: tools, arguments and fields that are gone. And a head that no server could read. */
export function skillProblems(
  path: string,
  text: string,
  known: Known,
): Problem[] {
  const [, name = "", isPage] =
    /^skills\/([^/]+)\/(SKILL\.md)?/.exec(path) ?? [];
  const head = isPage === undefined ? undefined : frontmatterOf(text);
  const isRead = head?.["name"] === name && Boolean(head["description"]);
  const wrongs = [...new Set(namesGone(text, known))].map((what) => ({
    ...problem(path, `This skill names ${what}, which is not there.`),
    hint: "Bring the skill in line by hand, or write what is no name of this server without backticks.",
  }));
  if (isPage === undefined || isRead) return wrongs;
  return [
    {
      ...problem(path, "No server can read the head of this skill."),
      hint: `It begins with the lines "---", "name: ${name}", "description: …" and "---"; quote what YAML would take for more than a text.`,
    },
    ...wrongs,
  ];
}

function problem(file: string, message: string) {
  return { code: "does-not-fit", file, message };
}

const CODE = /^```(json)?[^\n]*\n([^]*?)^```|`([^`\n]+)`/gm;

/** In the order in which they stand. JSON behind the name of a tool has its arguments. */
function namesGone(text: string, { tools, words }: Known): string[] {
  let called: ReadonlySet<string> | null = null;
  return [...text.matchAll(CODE)].flatMap(([, json, block, span]) => {
    if (span !== undefined) {
      const [, name = span, inner] =
        /^([A-Za-z_]\w*)\((.*)\)$/.exec(span) ?? [];
      const args = tools.get(name);
      if (args !== undefined) called = args;
      if (inner === undefined) return wordsIn(span).filter(isGone).map(quoted);
      if (args === undefined) return [`the tool ${name}`];
      return inner
        .split(",")
        .map((one) => one.trim().replace(/[?:=].*$/, ""))
        .filter((one) => /^\w+$/.test(one) && args?.has(one) === false)
        .map((one) => `the argument ${one} of ${name}`);
    }
    const known: ReadonlySet<string> | null = called;
    called = null;
    return known === null || json === undefined
      ? []
      : keysOf(block ?? "")
          .filter((key) => !known.has(key))
          .map((key) => `the argument ${key}`);
  });

  function isGone(word: string): boolean {
    return !words.has(word) && !tools.has(word);
  }
}

const quoted = (word: string) => `\`${word}\``;

/** The names in `petId`, `page_size` and `pets[].id`; other code may be anything. */
function wordsIn(span: string): string[] {
  if (/^\w+$/.test(span))
    return /^[a-z][a-z\d]*(?:[A-Z]|_\w)\w*$/.test(span) ? [span] : [];
  return /^[\w.]*\[\][\w.[\]]*$/.test(span) ? (span.match(/\w+/g) ?? []) : [];
}

function keysOf(json: string): string[] {
  try {
    return Object.keys(Object(JSON.parse(json)) as object);
  } catch {
    return []; // an outline of an example
  }
}
