import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** Prose that a user of toolwright or of an emitted server reads, with its place: `docs/tests.md:12`. */
export interface Passage {
  /** `docs`, `messages`, `server`, `templates` or `comments`. */
  readonly group: string;
  readonly place: string;
  readonly text: string;
}

/** Lists of words and texts of former versions, which no user reads as prose. */
const NOT_PROSE = [
  "generator/describe/annotations.ts",
  "generator/project/lock/dictionary.ts",
  "generator/project/lock/plausibility.ts",
  "runtime/features/listing/search/english.ts",
];

/** The page that quotes the habits, and the pages that are made of other sources. */
const NOT_READ = ["contributing-style.md"];

/** Passages of all pages, messages, templates and emitted comments. */
export function readPassages(): Passage[] {
  const pages = readdirSync("docs")
    .filter((file) => file.endsWith(".md") && !NOT_READ.includes(file))
    .map((file) => `docs/${file}`);
  return [
    ...[
      "README.md",
      "SECURITY.md",
      "templates/README.md.hbs",
      ...pages,
    ].flatMap(readMarkdown),
    ...sourcesOf("generator").flatMap((path) => readStrings("messages", path)),
    ...sourcesOf("runtime").flatMap((path) => readStrings("server", path)),
    // Editors show these while a config is written.
    ...readComments("comments", "generator/config/config.ts"),
    ...sourcesOf("runtime").flatMap((path) => readComments("comments", path)),
    ...readdirSync("templates")
      .filter((file) => file !== "README.md.hbs" && file !== "report.html.hbs")
      .flatMap((file) => readComments("templates", `templates/${file}`)),
  ];
}

function sourcesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => join(folder, file))
    .filter((path) => !NOT_PROSE.includes(path))
    .sort();
}

/** Paragraphs, list items and cells of a page, without code. */
function readMarkdown(path: string): Passage[] {
  const group = path.startsWith("templates") ? "templates" : "docs";
  const text = readFileSync(path, "utf8")
    .replaceAll(/^---\n[^]*?\n---$/gm, keepLines)
    .replaceAll(/^( *)```[^]*?^\1```$/gm, keepLines)
    .replaceAll(/<!--[^]*?-->/g, keepLines)
    .replaceAll(/\{\{[^}]*\}\}/g, "");
  return text.split("\n").flatMap((line, index) =>
    splitLine(line).map((part) => ({
      group,
      place: `${path}:${index + 1}`,
      text: toPlainText(part),
    })),
  );
}

const keepLines = (text: string) => text.replaceAll(/[^\n]/g, "");

function splitLine(line: string): string[] {
  const trimmedLine = line.trim();
  if (/^[|\s:-]*$/.test(trimmedLine)) return [];
  if (!trimmedLine.startsWith("|")) return [trimmedLine];
  return trimmedLine
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())
    .filter((cell) => cell !== "");
}

/** Text without inline code, link targets and list marks. */
function toPlainText(text: string): string {
  return text
    .replaceAll(/`[^`]*`/g, "CODE")
    .replaceAll(/\]\([^)]*\)/g, "]")
    .replace(/^(?:[-*>#]+|\d+\.)\s+/, "");
}

/** String literals and templates with four words or more. */
function readStrings(group: string, path: string): Passage[] {
  const source = parse(path);
  const passages: Passage[] = [];
  const visit = (node: ts.Node): void => {
    const text = textOf(node);
    if (text !== undefined && /(?:[A-Za-z']{2,}\W+){3}/.test(text)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      passages.push({
        group,
        place: `${path}:${line + 1}`,
        text: toPlainText(text),
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return passages;
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  const spans = node.templateSpans.map(({ literal }) => `X${literal.text}`);
  return node.head.text + spans.join("");
}

function parse(path: string): ts.SourceFile {
  const text = readFileSync(path, "utf8");
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
}

/** Comments of a source or of a template, with their lines joined. */
function readComments(group: string, path: string): Passage[] {
  const text = readFileSync(path, "utf8");
  const comments = text.matchAll(
    /\/\*\*?([^]*?)\*\/|(?:^|\s)\/\/ (.*)|^# (.*)/gm,
  );
  return [...comments].map((match) => {
    const [, block, line, hash] = match;
    const comment = (block ?? line ?? hash ?? "")
      .replaceAll(/^\s*\*(?: {2,}.*| ?)/gm, "")
      .replaceAll(/\{\{[^}]*\}\}/g, "");
    const row = text.slice(0, match.index).split("\n").length;
    return {
      group,
      place: `${path}:${row}`,
      text: toPlainText(comment.replaceAll(/\s*\n\s*/g, " ").trim()),
    };
  });
}
