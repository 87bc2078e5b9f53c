import { posix } from "node:path";
import type { Problem } from "../errors.js";
import type { Lock, MergeInput, Outcome } from "../project/outcome.js";
import { digest } from "../shared/hash.js";
import { normalizeLineEndings } from "../shared/line-endings.js";
import { propertiesOf } from "../merge/definitions.js";
import { IMPORT } from "./rename-references.js";
import { parserOf } from "../merge/parse-typescript.js";
import { collectTrees } from "../merge/syntax-tree.js";

interface LintInput extends Pick<MergeInput, "readCurrent" | "listSources"> {
  readonly lock: Lock;
  /** Outcomes that a run is about to write; none if the files are judged as they are. */
  readonly outcomes?: readonly Outcome[];
}

/** Finds problems between edits and generated files: imports of missing files, and tools that no call can satisfy or that share a name. */
export function lintProject({
  lock: { files },
  outcomes = [],
  listSources,
  readCurrent,
}: LintInput): Problem[] {
  const readPredicted = predictTexts(outcomes, readCurrent);
  const sourcePaths = new Set(listSources?.());
  const exists = (path: string) =>
    path.startsWith("src/runtime/") ||
    ((sourcePaths.has(path) || files.has(path)) &&
      readPredicted(path) !== undefined) ||
    outcomes.some((outcome) => outcome.path === path && "text" in outcome);
  const hasGoneModules = [...files].some(
    ([path, { key }]) => key !== undefined && readPredicted(path) === undefined,
  );
  const pathsByName = new Map<string, string>();
  return [...files].flatMap(([path, file]) => {
    const text =
      path.endsWith(".ts") && file.editable ? readPredicted(path) : undefined;
    if (text === undefined || file.orphan || /^<{7,} /m.test(text)) return [];
    const isEdited = digest(text) !== file.digest;
    const imports = isEdited || hasGoneModules ? findImports(path, text) : [];
    const complaints = imports
      .filter(({ target }) => target.startsWith("src/") && !exists(target))
      .map(({ specifier }) => `imports ${specifier}, which does not exist`);
    if (/tool |^workflow /.test(file.key ?? "")) {
      const name = NAME.exec(text)?.[1] ?? path;
      const otherPath = pathsByName.get(name);
      if (otherPath !== undefined)
        complaints.push(`has the name ${name}, which ${otherPath} has too`);
      pathsByName.set(name, path);
    }
    if (file.key !== undefined && isEdited) {
      const importedPaths = imports
        .map(({ target }) => target)
        .filter(isEditableSource);
      const readReachable = () =>
        text + importedPaths.map(readPredicted).join("\n");
      complaints.push(
        ...findMissingNames(text, file.text() ?? "", readReachable),
      );
    }
    return complaints.map((complaint) => ({
      code: "broken-reference",
      file: path,
      message: `This file ${complaint}.`,
      hint: "Fix it by hand.",
    }));
  });
}

const NAME = /^[ \t]*name:\s*["']([^"'\n]*)["']/m;

/** True unless a source is generated and not for editing. */
function isEditableSource(path: string): boolean {
  return !/^src\/(?:runtime\/|(?:[\w-]+\/)?(?:generated\/.*|api\.ts)$)/.test(
    path,
  );
}

/** Predicts the texts of files once a run has written. */
export function predictTexts(
  outcomes: readonly Outcome[],
  readCurrent: MergeInput["readCurrent"],
): (path: string) => string | undefined {
  const texts = new Map<string, string | undefined>();
  for (const outcome of outcomes) {
    if ("from" in outcome && outcome.from !== undefined)
      texts.set(outcome.from, undefined);
    if (outcome.kind === "removed") texts.set(outcome.path, undefined);
  }
  for (const outcome of outcomes)
    if ("text" in outcome) texts.set(outcome.path, outcome.text);
  return (path) => (texts.has(path) ? texts.get(path) : readCurrent(path));
}

/** Finds the modules of the project that a text imports. */
export function findImports(path: string, text: string) {
  // An example in a comment imports nothing.
  const code = text.replace(/^[ \t]*(\*|\/\/).*/gm, "");
  return [...code.matchAll(IMPORT)].flatMap(([, , specifier = ""]) => {
    if (!specifier.endsWith(".js")) return [];
    const target = posix.join(posix.dirname(path), specifier);
    return [{ specifier, target: target.replace(/\.js$/, ".ts") }];
  });
}

/** Arguments that a path needs, and properties that an object requires, and that were generated but have gone. */
function findMissingNames(
  text: string,
  generatedText: string,
  readReachable: () => string,
): string[] {
  const [, ...parts] = (REQUEST.exec(text)?.[1] ?? "").split("{");
  const variables = parts.map((part) => part.split("}")[0] ?? "");
  const goneVariables = variables.slice(0, MAX_NAMES).filter(
    (variable) =>
      !isDeclared(variable, text) &&
      isDeclared(variable, generatedText) &&
      // It may be in a separate file.
      !isDeclared(variable, readReachable()),
  );
  const requiredNames = [
    ...text.matchAll(/\brequired["']?\s*:\s*\[([^\]]*)/g),
  ].flatMap(([, list = ""]) => list.match(/[\w$.-]+/g) ?? []);
  const isUnclear =
    requiredNames.length > MAX_NAMES ||
    requiredNames.some((name) => !isDeclared(name, text));
  const undeclaredNames = isUnclear
    ? subtractNames(
        findUndeclaredRequired(text),
        findUndeclaredRequired(generatedText),
      )
    : [];
  return [
    ...goneVariables.map(
      (variable) => `lacks the argument ${variable}, which its path needs`,
    ),
    ...undeclaredNames.map(
      (name) => `requires ${name}, which is not a property`,
    ),
  ];
}

/** Most names that are looked for in a text, each by itself. */
const MAX_NAMES = 1_000;

const REQUEST = /^[ \t]*request:\s*["'](.*)["']/m;

function isDeclared(name: string, text: string): boolean {
  const escaped = name.replace(/\W/g, "\\$&");
  return new RegExp(
    `\\b${escaped}["']?\\s*:|name:\\s*["']${escaped}["']|/${escaped}["']`,
  ).test(text);
}

/** Names that schemas of a module require without declaring them. */
function findUndeclaredRequired(text: string): string[] {
  const tree = parserOf("module.ts")?.parse(normalizeLineEndings(text));
  return (tree ? collectTrees(tree) : []).flatMap(({ kind, children }) => {
    if (kind !== "list of ObjectLiteralExpression") return [];
    const [properties, required] = ["properties", "required"].map(
      (name) => children.find(({ label }) => label === name)?.tree,
    );
    const knownNames = properties && [...propertiesOf(properties).keys()];
    const requiredNames = required?.children
      .at(-1)
      ?.tree.text.match(/(?<=["'])[\w$.-]+(?=["'])/g);
    return knownNames && requiredNames
      ? subtractNames(requiredNames, knownNames)
      : [];
  });
}

function subtractNames(
  names: readonly string[],
  namesToExclude: readonly string[],
) {
  const excludedNames = new Set(namesToExclude);
  return names.filter((name) => !excludedNames.has(name));
}
