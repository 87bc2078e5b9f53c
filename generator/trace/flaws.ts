import { posix } from "node:path";
import type { Problem } from "../errors.js";
import type { Lock, Outcome } from "../output/outcome.js";
import { digest, plain } from "../text.js";
import { membersOf } from "../merge/definitions.js";
import type { MergeInput } from "./input.js";
import { IMPORT } from "./renames.js";
import { parserOf } from "../merge/syntax.js";
import type { Tree } from "../merge/tree.js";

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
  const own = new Set(sources?.());
  const isThere = (path: string) =>
    path.startsWith("src/runtime/") ||
    ((own.has(path) || files.has(path)) && after(path) !== undefined) ||
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
    const found = isEdited || isGone ? brokenImports(path, text, isThere) : [];
    if (/tool |^workflow /.test(file.key ?? "")) {
      const name = NAME.exec(text)?.[1] ?? path;
      const other = names.get(name);
      if (other !== undefined)
        found.push(`has the name ${name}, as ${other} has`);
      names.set(name, path);
    }
    if (file.key !== undefined && isEdited)
      found.push(
        ...missing(
          text,
          file.text() ?? "",
          () => text + importsIn(path, text).map(after).join("\n"),
        ),
      );
    return found.map((what) => ({
      code: "does-not-fit",
      file: path,
      message: `This file ${what}.`,
      hint: "Bring it in line by hand.",
    }));
  });
}

const NAME = /^\s*name:\s*["']([^"'\n]*)["']/m;

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

/** Imports of what is not there, each as the end of a sentence. */
function brokenImports(
  path: string,
  text: string,
  isThere: (path: string) => boolean,
): string[] {
  return specifiersIn(text).flatMap((specifier) => {
    const target = sourceOf(path, specifier);
    return target.startsWith("src/") && !isThere(target)
      ? [`names ${specifier}, which is not there`]
      : [];
  });
}

function specifiersIn(text: string): string[] {
  // An example in a comment imports nothing.
  const code = text.replace(/^\s*(\*|\/\/).*/gm, "");
  return [...code.matchAll(IMPORT)].flatMap(([, , specifier = ""]) =>
    specifier.endsWith(".js") ? [specifier] : [],
  );
}

/** The sources that a module imports from, but for those that are generated and not for editing. */
function importsIn(path: string, text: string): string[] {
  return specifiersIn(text)
    .map((specifier) => sourceOf(path, specifier))
    .filter((one) => !/^src\/(?:runtime\/|(?:[\w-]+\/)?api\.ts$)/.test(one));
}

function sourceOf(path: string, specifier: string): string {
  const target = posix.join(posix.dirname(path), specifier);
  return target.replace(/\.js$/, ".ts");
}

/** Arguments that a path needs, and properties that an object requires, and that were generated but have gone. */
function missing(
  text: string,
  generated: string,
  reached: () => string,
): string[] {
  const [, ...parts] = (REQUEST.exec(text)?.[1] ?? "").split("{");
  const variables = parts.map((part) => part.split("}")[0] ?? "");
  const gone = variables.filter(
    (one) =>
      !isDeclared(one, text) &&
      isDeclared(one, generated) &&
      // It may stand in a file of its own.
      !isDeclared(one, reached()),
  );
  const names = [...text.matchAll(/\brequired["']?\s*:\s*\[([^\]]*)/g)].flatMap(
    ([, list = ""]) => list.match(/[\w$.-]+/g) ?? [],
  );
  const required = names.some((name) => !isDeclared(name, text))
    ? difference(unmet(text), unmet(generated))
    : [];
  return [
    ...gone.map((one) => `lacks the argument ${one}, which its path needs`),
    ...required.map((one) => `requires ${one}, which is no property there`),
  ];
}

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
  const search = ({ kind, children }: Tree): string[] => {
    const member = (name: string) =>
      children.find(({ label }) => label === name)?.tree;
    const [properties, required] = ["properties", "required"].map(member);
    const isObject = kind === "list of ObjectLiteralExpression";
    const known = properties && [...membersOf(properties).keys()];
    const names = required?.children
      .at(-1)
      ?.tree.text.match(/(?<=["'])[\w$.-]+(?=["'])/g);
    return [
      ...(isObject && known && names ? difference(names, known) : []),
      ...children.flatMap((child) => search(child.tree)),
    ];
  };
  return tree === undefined ? [] : search(tree);
}

function difference(some: readonly string[], others: readonly string[]) {
  return some.filter((one) => !others.includes(one));
}
