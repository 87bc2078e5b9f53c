import { posix } from "node:path";
import type { Problem } from "../errors.js";
import type { Lock, MergeInput, Outcome } from "../project/outcome.js";
import { digest } from "../shared/hash.js";
import { plain } from "../shared/line-endings.js";
import { membersOf } from "../merge/definitions.js";
import { IMPORT } from "./rename-references.js";
import { parserOf } from "../merge/parse-typescript.js";
import { treesIn } from "../merge/syntax-tree.js";

interface FlawsInput extends Pick<MergeInput, "yours" | "sources"> {
  readonly lock: Lock;
  /** What a run is about to do; none where the files are judged as they are. */
  readonly outcomes?: readonly Outcome[];
}

/** What does not hold together once edits and what is generated have met: imports of what is not there, and tools that no call can satisfy or that share a name. */
export function flaws({
  lock: { files },
  outcomes = [],
  sources,
  yours,
}: FlawsInput): Problem[] {
  const after = stateAfter(outcomes, yours);
  const present = new Set(sources?.());
  const isThere = (path: string) =>
    path.startsWith("src/runtime/") ||
    ((present.has(path) || files.has(path)) && after(path) !== undefined) ||
    outcomes.some((one) => one.path === path && "text" in one);
  const isGone = [...files].some(
    ([path, { key }]) => key !== undefined && after(path) === undefined,
  );
  const names = new Map<string, string>();
  return [...files].flatMap(([path, file]) => {
    const text =
      path.endsWith(".ts") && file.editable ? after(path) : undefined;
    if (text === undefined || file.orphan || /^<{7,} /m.test(text)) return [];
    const isEdited = digest(text) !== file.digest;
    const imports = isEdited || isGone ? importsIn(path, text) : [];
    const found = imports
      .filter(({ target }) => target.startsWith("src/") && !isThere(target))
      .map(({ specifier }) => `names ${specifier}, which is not there`);
    if (/tool |^workflow /.test(file.key ?? "")) {
      const name = NAME.exec(text)?.[1] ?? path;
      const other = names.get(name);
      if (other !== undefined)
        found.push(`has the name ${name}, as ${other} has`);
      names.set(name, path);
    }
    if (file.key !== undefined && isEdited) {
      const own = imports.map(({ target }) => target).filter(isOwn);
      const reached = () => text + own.map(after).join("\n");
      found.push(...missing(text, file.text() ?? "", reached));
    }
    return found.map((what) => ({
      code: "does-not-fit",
      file: path,
      message: `This file ${what}.`,
      hint: "Bring it in line by hand.",
    }));
  });
}

const NAME = /^\s*name:\s*["']([^"'\n]*)["']/m;

/** Whether a source is not one that is generated and not for editing. */
function isOwn(path: string): boolean {
  return !/^src\/(?:runtime\/|(?:[\w-]+\/)?api\.ts$)/.test(path);
}

/** What files say once a run has written. */
export function stateAfter(
  outcomes: readonly Outcome[],
  yours: MergeInput["yours"],
): (path: string) => string | undefined {
  const texts = new Map<string, string | undefined>();
  for (const outcome of outcomes) {
    if ("from" in outcome && outcome.from !== undefined)
      texts.set(outcome.from, undefined);
    if (outcome.kind === "removed") texts.set(outcome.path, undefined);
  }
  for (const outcome of outcomes)
    if ("text" in outcome) texts.set(outcome.path, outcome.text);
  return (path) => (texts.has(path) ? texts.get(path) : yours(path));
}

/** The modules of the project that a text imports. */
export function importsIn(path: string, text: string) {
  // An example in a comment imports nothing.
  const code = text.replace(/^\s*(\*|\/\/).*/gm, "");
  return [...code.matchAll(IMPORT)].flatMap(([, , specifier = ""]) => {
    if (!specifier.endsWith(".js")) return [];
    const target = posix.join(posix.dirname(path), specifier);
    return [{ specifier, target: target.replace(/\.js$/, ".ts") }];
  });
}

/** Arguments that a path needs, and properties that an object requires, and that were generated but have gone. */
function missing(
  text: string,
  generated: string,
  reached: () => string,
): string[] {
  const [, ...parts] = (REQUEST.exec(text)?.[1] ?? "").split("{");
  const variables = parts.map((part) => part.split("}")[0] ?? "");
  const gone = variables.slice(0, MOST_NAMES).filter(
    (one) =>
      !isDeclared(one, text) &&
      isDeclared(one, generated) &&
      // It may stand in a file of its own.
      !isDeclared(one, reached()),
  );
  const names = [...text.matchAll(/\brequired["']?\s*:\s*\[([^\]]*)/g)].flatMap(
    ([, list = ""]) => list.match(/[\w$.-]+/g) ?? [],
  );
  const isUnclear =
    names.length > MOST_NAMES || names.some((name) => !isDeclared(name, text));
  const required = isUnclear ? difference(unmet(text), unmet(generated)) : [];
  return [
    ...gone.map((one) => `lacks the argument ${one}, which its path needs`),
    ...required.map((one) => `requires ${one}, which is no property there`),
  ];
}

/** Names that are looked for in a text, each by itself. */
const MOST_NAMES = 1_000;

const REQUEST = /^\s*request:\s*["'](.*)["']/m;

function isDeclared(name: string, text: string): boolean {
  const escaped = name.replace(/\W/g, "\\$&");
  return new RegExp(
    `\\b${escaped}["']?\\s*:|name:\\s*["']${escaped}["']|/${escaped}["']`,
  ).test(text);
}

/** Names that schemas of a module require without declaring them. */
function unmet(text: string): string[] {
  const tree = parserOf("module.ts")?.parse(plain(text));
  return (tree ? treesIn(tree) : []).flatMap(({ kind, children }) => {
    if (kind !== "list of ObjectLiteralExpression") return [];
    const [properties, required] = ["properties", "required"].map(
      (name) => children.find(({ label }) => label === name)?.tree,
    );
    const known = properties && [...membersOf(properties).keys()];
    const names = required?.children
      .at(-1)
      ?.tree.text.match(/(?<=["'])[\w$.-]+(?=["'])/g);
    return known && names ? difference(names, known) : [];
  });
}

function difference(some: readonly string[], others: readonly string[]) {
  const known = new Set(others);
  return some.filter((one) => !known.has(one));
}
