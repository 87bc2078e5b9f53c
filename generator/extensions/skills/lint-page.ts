import { parseFrontmatter } from "../../runtime.js";
import type { Problem } from "../../errors.js";
import { escapeInvisible } from "../../shared/escape.js";

/** Names that a skill may use. */
export interface KnownNames {
  /** Names of arguments by tool; null if they are not known. */
  readonly tools: ReadonlyMap<string, ReadonlySet<string> | null>;
  /** Words of the project's own source: names of arguments and fields, and values, are among them. */
  readonly words: ReadonlySet<string>;
}

/** Finds problems of a file of a skill: tools, arguments and fields that no longer exist, a name that breaks the specification, frontmatter that no server could read. */
export function lintSkillPage(
  path: string,
  text: string,
  knownNames: KnownNames,
): Problem[] {
  const [, name = "", isPage] =
    /^skills\/([^/]+)\/(SKILL\.md)?/.exec(path) ?? [];
  const problem = { code: "broken-reference", file: path };
  const nameProblems = [...new Set(findMissingNames(text, knownNames))].map(
    (missingName) => ({
      ...problem,
      message: `This skill refers to ${missingName}, which does not exist.`,
      hint: "Fix the skill, or remove the backticks if it is not a name of this server.",
    }),
  );
  if (isPage !== undefined && !isSkillName(name)) {
    const message = `Invalid name of a skill: ${escapeInvisible(name)}.`;
    const hint =
      "Use up to 64 lower-case letters and digits, with single hyphens between them. Rename the folder, and the name in its SKILL.md.";
    return [{ ...problem, message, hint }, ...nameProblems];
  }
  const frontmatter = isPage === undefined ? undefined : parseFrontmatter(text);
  const isReadable =
    frontmatter?.["name"] === name && Boolean(frontmatter["description"]);
  if (isPage === undefined || isReadable) return nameProblems;
  const message = "The front matter of this skill can't be read.";
  const hint = `Begin the file with the lines "---", "name: ${name}", "description: …" and "---". Quote values that YAML would not read as a string.`;
  return [{ ...problem, message, hint }, ...nameProblems];
}

/** True if the specification allows a name for a skill. https://agentskills.io/specification#name-field */
function isSkillName(name: string): boolean {
  return name.length <= 64 && /^[a-z\d]+(?:-[a-z\d]+)*$/.test(name);
}

const CODE = /^```(json)?[^\n]*\n([^]*?)^```|`([^`\n]+)`/gm;

/** Finds names in code that do not exist, in the order of the text. A JSON block after the name of a tool is read as that tool's arguments. */
function findMissingNames(
  text: string,
  { tools, words }: KnownNames,
): string[] {
  let calledArguments: ReadonlySet<string> | null = null;
  return [...text.matchAll(CODE)].flatMap(([, language, block = "", span]) => {
    if (span === undefined) {
      const exampleArguments = calledArguments;
      calledArguments = null;
      const keys =
        exampleArguments && language !== undefined ? keysOf(block) : [];
      return keys
        .filter((key) => exampleArguments?.has(key) === false)
        .map((key) => `the argument ${key}`);
    }
    const [, name = span, argumentList] =
      /^([A-Za-z_]\w*)\((.*)\)$/.exec(span) ?? [];
    const toolArguments = tools.get(name);
    if (toolArguments !== undefined) calledArguments = toolArguments;
    if (argumentList === undefined)
      return findIdentifiers(span)
        .filter((word) => !words.has(word) && !tools.has(word))
        .map((word) => `\`${word}\``);
    if (toolArguments === undefined) return [`the tool ${name}`];
    return argumentList
      .split(",")
      .map((argument) => argument.trim().split(/[?:=]/, 1)[0] ?? "")
      .filter(
        (argument) =>
          /^\w+$/.test(argument) && toolArguments?.has(argument) === false,
      )
      .map((argument) => `the argument ${argument} of ${name}`);
  });
}

/** Identifiers in `petId`, `page_size` and `pets[].id`; none in other code, which may be anything. */
function findIdentifiers(span: string): string[] {
  if (/^\w+$/.test(span))
    return /^[a-z][a-z\d]*(?:[A-Z]|_\w)\w*$/.test(span) ? [span] : [];
  return /^[\w.]*\[\][\w.[\]]*$/.test(span) ? (span.match(/\w+/g) ?? []) : [];
}

function keysOf(json: string): string[] {
  try {
    return Object.keys(Object(JSON.parse(json)) as object);
  } catch {
    return []; // JSON with omissions
  }
}
