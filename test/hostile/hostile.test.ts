import { describe, expect, test } from "vitest";
import { resolveConfig } from "../../generator/config/resolve-config.js";
import { ToolwrightError } from "../../generator/errors.js";
import { couldBeGenerated } from "../../generator/project/lock/plausibility.js";
import { classifyPath } from "../../generator/project/paths.js";
import { markdownToText } from "../../generator/describe/markdown-to-text.js";
import { planServer } from "../../generator/pipeline.js";
import { renderProject } from "../../generator/render-project.js";
import { DOCUMENT, positionsOf, replaced } from "./document.js";
import { skeletonOf, type Skeleton } from "./source.js";

/** Begins and ends a hostile text, so that it is found wherever it comes out. */
const [BEGIN, END] = ["«", "»"];

/** Poison that ends strings, templates, comments and lines, with invisible characters. */
const POISON = `${BEGIN}"'\`\${process.exit()}\\*/ */ </script><!-- {{#if}} \u2028\u2029\r\n\t\0\ud800 \udfff \u202e\u2066\u200b\ufeff ../.. {x} ${END}`;

/** Names with a meaning somewhere. */
const NAMES = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "../../../../etc/passwd",
  "/etc/passwd",
  "C:\\Windows\\x",
  "CON",
  "nul",
  "aux.ts",
  "index",
  "default",
  "class",
  "",
  ".",
  "..",
  "%2e%2e%2f",
  "a\0b",
  "-",
  "0",
  "😀",
  "e\u0301",
  "x".repeat(100_000),
];

/** Skeletons by path and text, since most files are the same in most runs. */
const skeletonByFile = new Map<string, Skeleton>();

function toSkeleton(path: string, text: string): Skeleton {
  const key = `${path}\n${text}`;
  const skeleton = skeletonByFile.get(key) ?? skeletonOf(path, text);
  skeletonByFile.set(key, skeleton);
  return skeleton;
}

const EMPTY: Skeleton = { statements: "", code: {}, texts: [], errors: [] };

// A pattern is repaired, which has its own test.
const positions = positionsOf(DOCUMENT).filter(
  ({ keys, kind }) => kind === "name" || keys.at(-1) !== "pattern",
);

/** Share of the texts under one key that are tried; `npm run test:hostile` tries them all. */
const isComplete = process.env["TOOLWRIGHT_HOSTILE"] === "all";
const ONE_IN = isComplete ? 1 : 6;
/** Share of the places for names at which each name is tried, others by the next name. */
const NAMES_ONE_IN = isComplete ? 1 : 3;

const seen = new Map<string, number>();
const tried = positions.filter(({ keys, kind }) => {
  const under = `${kind} ${keys.at(-1) ?? ""}`;
  const count = seen.get(under) ?? 0;
  seen.set(under, count + 1);
  return count % ONE_IN === 0;
});

const baseline = await skeletons(DOCUMENT);

describe("a hostile text", () => {
  test.each(
    tried.map((position) => ({
      at: position.keys.join(" / "),
      ...position,
    })),
  )("as the $kind at $at stays text", async ({ keys, kind }) => {
    await check(replaced(DOCUMENT, { keys, kind }, POISON), POISON);
  });
});

describe("a name with a meaning in JavaScript", () => {
  test.each(
    NAMES.map((name, row) => ({
      name,
      shown: JSON.stringify(name.slice(0, 40)),
      places: positions
        .filter(isName)
        .filter((_, column) => (row + column) % NAMES_ONE_IN === 0),
    })),
  )("$shown is a name like any other", async ({ name, places }) => {
    for (const { keys, kind } of places) {
      await check(replaced(DOCUMENT, { keys, kind }, name), name);
    }
  });
});

/** True for a place of a name that a document gives; one for each kind. */
function isName({
  keys,
  kind,
}: {
  keys: readonly (string | number)[];
  kind: string;
}): boolean {
  const at = keys.join(" ");
  return kind === "name"
    ? /^(paths \/pets|components \w+ (Pet|key)|components schemas Pet properties name)$/.test(
        at,
      )
    : /(listPets|\/pets get (operationId|parameters 0 name))$/.test(at);
}

async function check(document: unknown, text: string): Promise<void> {
  const files = await skeletons(document);
  for (const [path, skeleton] of files) {
    const model = modelOf(path);
    expect({ path, errors: skeleton.errors }).toEqual({ path, errors: [] });
    if (model === undefined || path.startsWith("src/runtime/")) continue;
    expect({
      path,
      statements: skeleton.statements || model.statements,
    }).toEqual({
      path,
      statements: model.statements,
    });
    // A schema that no listing can hold brings a feature that describes it.
    const isLong = text.length > 10_000 && path === "src/server.ts";
    const more = isLong ? [] : moreThan(skeleton, model);
    expect({ path, more }).toEqual({
      path,
      more: [],
    });
    expect(skeleton.texts.filter((found) => !isWhole(found, text))).toEqual([]);
  }
  const lower = [...files.keys()].map((path) => path.toLowerCase());
  expect(new Set(lower).size).toBe(lower.length);
}

/** Skeleton of the same file for a harmless document. */
function modelOf(path: string): Skeleton | undefined {
  const [, folder] =
    /^src\/(tools|resources|templates)\/(?!index\.ts$)/.exec(path) ?? [];
  if (folder === undefined) return baseline.get(path);
  return [...baseline].find(
    ([other]) =>
      other.startsWith(`src/${folder}/`) && !other.endsWith("/index.ts"),
  )?.[1];
}

function moreThan(found: Skeleton, model: Skeleton): string[] {
  return Object.entries(found.code)
    .filter(
      ([kind, count]) =>
        count > (model.code[kind] ?? 0) &&
        kind !== "ExportDeclaration" &&
        kind !== "ExportSpecifier" &&
        kind !== "NamedExports",
    )
    .map(([kind, count]) => `${count} ${kind}`);
}

/** A hostile text comes out as it went in, cut, or with replacement characters for what breaks a transport. */
function isWhole(found: string, text: string): boolean {
  const at = found.indexOf(BEGIN);
  if (at < 0 || !text.startsWith(BEGIN)) return true;
  const end = found.indexOf(END, at);
  const part =
    end < 0 ? found.slice(at).replace(/…$/, "") : found.slice(at, end + 1);
  const clean = text.replace(/[\0\p{Surrogate}]/gu, "\uFFFD");
  // Text for a model has no markup.
  const told = markdownToText(clean).replace(/\s+/g, " ");
  if (found.slice(at).startsWith(told)) return true;
  // In one line in titles; as JSON in examples.
  const forms = [
    text,
    clean,
    clean.replace(/\s+/g, " "),
    inJson(text),
    inJson(clean),
  ];
  return forms.some((form) => form.startsWith(part) || part === form.trim());
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Page of a skill without its quotations. */
function unquoted(page: string): string {
  return page
    .replace(/^name: "[a-z0-9-]+"$/m, "")
    .replace(/\[[a-z0-9-]+\]\([./a-zA-Z0-9-]+\)/g, "")
    .replace(/^> .*$/gm, "")
    .replace(/^```json\n[^]*?^```$/gm, "")
    .replace(/“[^“”\n]*”|`[^`\n]*`/g, "");
}

/** The TypeScript files of the emitted project; none if the document can't be used. */
async function skeletons(document: unknown): Promise<Map<string, Skeleton>> {
  const settings = resolveConfig({ emit: ["skills"] });
  const options = { text: JSON.stringify(document), lock: null };
  try {
    const outlined = await planServer({ emit: ["skills"] }, options);
    const files = await renderProject(outlined, settings, options);
    const foreign = files.filter(
      ({ path, text }) =>
        classifyPath(path) === undefined || !couldBeGenerated(path, text),
    );
    expect(foreign).toEqual([]);
    const pages = files.filter(({ path }) => path.startsWith("skills/"));
    expect(
      pages.filter(({ text }) => /[«»<]|process/.test(unquoted(text))),
    ).toEqual([]);
    return new Map(
      files
        .filter(({ path }) => !path.startsWith("src/runtime/"))
        .map(({ path, text }) => [
          path,
          path.endsWith(".ts") ? toSkeleton(path, text) : EMPTY,
        ]),
    );
  } catch (error) {
    if (error instanceof ToolwrightError) return new Map();
    throw error;
  }
}
