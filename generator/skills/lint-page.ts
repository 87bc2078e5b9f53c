import { frontmatterOf } from "../../runtime/features/skills/frontmatter.js";
import type { Problem } from "../errors.js";
import { visible } from "../shared/escape.js";

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
  const problem = { code: "does-not-fit", file: path };
  const wrongs = [...new Set(namesGone(text, known))].map((what) => ({
    ...problem,
    message: `This skill names ${what}, which is not there.`,
    hint: "Bring the skill in line by hand, or write what is no name of this server without backticks.",
  }));
  if (isPage !== undefined && !isSkillName(name)) {
    const message = `No skill can be called ${visible(name)}.`;
    const hint =
      "A name has up to 64 small letters, digits and single hyphens between them. Rename the folder, and the name in its SKILL.md.";
    return [{ ...problem, message, hint }, ...wrongs];
  }
  const head = isPage === undefined ? undefined : frontmatterOf(text);
  const isRead = head?.["name"] === name && Boolean(head["description"]);
  if (isPage === undefined || isRead) return wrongs;
  const message = "No server can read the head of this skill.";
  const hint = `It begins with the lines "---", "name: ${name}", "description: …" and "---"; quote what YAML would take for more than a text.`;
  return [{ ...problem, message, hint }, ...wrongs];
}

/** https://agentskills.io/specification#name-field */
function isSkillName(name: string): boolean {
  return name.length <= 64 && /^[a-z\d]+(?:-[a-z\d]+)*$/.test(name);
}

const CODE = /^```(json)?[^\n]*\n([^]*?)^```|`([^`\n]+)`/gm;

/** In the order in which they stand. JSON behind the name of a tool has its arguments. */
function namesGone(text: string, { tools, words }: Known): string[] {
  let called: ReadonlySet<string> | null = null;
  return [...text.matchAll(CODE)].flatMap(([, json, block = "", span]) => {
    if (span === undefined) {
      const known = called;
      called = null;
      const keys = known && json !== undefined ? keysOf(block) : [];
      return keys
        .filter((key) => known?.has(key) === false)
        .map((key) => `the argument ${key}`);
    }
    const [, name = span, inner] = /^([A-Za-z_]\w*)\((.*)\)$/.exec(span) ?? [];
    const args = tools.get(name);
    if (args !== undefined) called = args;
    if (inner === undefined)
      return wordsIn(span)
        .filter((word) => !words.has(word) && !tools.has(word))
        .map((word) => `\`${word}\``);
    if (args === undefined) return [`the tool ${name}`];
    return inner
      .split(",")
      .map((one) => one.trim().replace(/[?:=].*$/, ""))
      .filter((one) => /^\w+$/.test(one) && args?.has(one) === false)
      .map((one) => `the argument ${one} of ${name}`);
  });
}

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
