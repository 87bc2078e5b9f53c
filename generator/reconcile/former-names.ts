import { posix } from "node:path";
import { loadCompiler, type TypeScript } from "../typescript.js";
import type { Lock } from "../project/outcome.js";
import { requireLazily } from "../package.js";

/**
 * Names that projects of the first form have, and their names now. A project has the first form if its lock knows
 * `src/runtime/answer.ts`. Its files move, and its edits follow: base and current text get the new names before they
 * are merged, so that only a real edit differs. A file of the user imports the new name under the former one.
 */
const FIRST_FORM_FILE = "src/runtime/answer.ts";

/** True if a project was generated before the runtime got its present names. */
export function hasFormerNames(files: Lock["files"]): boolean {
  return files.has(FIRST_FORM_FILE);
}

/** Former paths of runtime files by their paths now, both below `src/runtime` and without extension. */
const FORMER_RUNTIME_PATHS: Readonly<Record<string, string>> = {
  response: "answer",
  invoke: "call",
  "validate-arguments": "check",
  "json-schema": "schema",
  "features/app/response-end": "features/app/endings",
  "features/auth/bearer": "features/auth/door",
  "features/shorten-responses/shorten-responses": "features/brief/brief",
  "features/shorten-responses/truncate": "features/brief/cap",
  "features/shorten-responses/join-pages": "features/brief/join",
  "features/shorten-responses/find-list": "features/brief/list",
  "features/shorten-responses/field-paths": "features/brief/names",
  "features/shorten-responses/select-fields": "features/brief/narrow",
  "features/shorten-responses/pagination": "features/brief/next",
  "features/shorten-responses/page-size": "features/brief/page-size",
  "features/shorten-responses/page": "features/brief/page",
  "features/shorten-responses/pages": "features/brief/pages",
  "features/shorten-responses/pagination-names": "features/brief/paging-names",
  "features/shorten-responses/shorten": "features/brief/shorten",
  "features/per-caller": "features/callers",
  "features/script-client": "features/calls",
  "features/tool-filter": "features/choice",
  "features/consent/elicit": "features/consent/person",
  "features/consent/signed-state": "features/consent/state",
  "features/error-details": "features/details",
  "features/form-fields": "features/fields",
  "features/auto-paginate": "features/gather",
  "features/inline-schemas": "features/inline",
  "features/truncate-schema": "features/leave-out",
  "features/redact": "features/mask",
  "features/match-branch": "features/meant",
  "features/dry-run": "features/rehearsal",
  "features/define-resource": "features/resource",
  "features/search/tokenize": "features/search/words",
  "features/record-request": "features/sent",
  "features/escape-invisible": "features/visible",
  "features/wrap-context": "features/widen",
};

/** Patterns of other paths now, and the replacement that gives the former path. */
const FORMER_PATHS: readonly (readonly [RegExp, string])[] = [
  [/^src\/([\w-]+\/)?generated\/api-types\.ts$/, "src/$1api.ts"],
  [/^src\/([\w-]+\/)?generated\/schemas\.ts$/, "src/$1schemas.ts"],
  [/^src\/([\w-]+\/)?generated\/response-fields\.ts$/, "src/$1answers.ts"],
  [/^src\/([\w-]+\/)?generated\/output-schemas\.ts$/, "src/$1outputs.ts"],
  [/^src\/([\w-]+\/)?resource-templates\//, "src/$1templates/"],
  [/^src\/script-client\.ts$/, "src/calls.ts"],
  [/^src\/server-card\.ts$/, "src/card.ts"],
  [/^test\/cases\//, "test/cases-"],
  [/^test\/([\w-]+-)?responses\.json$/, "test/$1answers.json"],
];

/** Path that a file had in the first form; the path itself if it has not changed. */
export function toFormerPath(path: string): string {
  const runtimeFile = /^src\/runtime\/(.*)\.ts$/.exec(path)?.[1];
  if (runtimeFile !== undefined) {
    const formerFile = FORMER_RUNTIME_PATHS[runtimeFile];
    return formerFile === undefined ? path : `src/runtime/${formerFile}.ts`;
  }
  const rule = FORMER_PATHS.find(([pattern]) => pattern.test(path));
  return rule === undefined ? path : path.replace(...rule);
}

/** Paths of all runtime files that have another path now: former path, then path now. */
export function listMovedRuntimeFiles(): [formerPath: string, path: string][] {
  return Object.entries(FORMER_RUNTIME_PATHS).map(([file, formerFile]) => [
    `src/runtime/${formerFile}.ts`,
    `src/runtime/${file}.ts`,
  ]);
}

/** Names that the generated files of responses export, by former path below the folder of an API. */
const FORMER_EXPORTS: Readonly<
  Record<string, Readonly<Record<string, string>>>
> = {
  answers: { answers: "responseFields" },
  outputs: { outputs: "outputSchemas" },
};

type NamesByFile = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Former names of the runtime that are other ones now, by former file below `src/runtime`: exported ones, and all in the file. */
interface FormerIdentifiers {
  readonly exports: NamesByFile;
  readonly identifiers: NamesByFile;
}

/** Reads `former-identifiers.json`, a large file that only projects of the first form need. */
function readFormerIdentifiers(): FormerIdentifiers {
  // The build writes it.
  return requireLazily("#former-identifiers") as FormerIdentifiers;
}

const IMPORT =
  /\b((?:im|ex)port\s+(?:type\s+)?\{)([^{}]*)(\}\s*from\s*["'])(\.{1,2}\/[^"'\n]*)(?=["'])/g;

/** Member of an operation's types: `Operation["answer"]`, and the declaration beside `arguments`. */
const RESPONSE_MEMBER =
  /(?<=[\w\]]\[\s*["'])answer(?=["']\s*\])|(?<=\barguments\s*:[^;{}]{0,500}(?:\{[^{}]{0,500}\}[^;{}]{0,100})?[;,]\s{0,200})answer(?=\??\s*:)/g;

/**
 * Writes the present names into a text of the first form, at its former path.
 * @param isOwn true for a file of the user, whose lines keep the former names: only its imports change
 */
export function renameIdentifiers(
  text: string,
  path: string,
  isOwn: boolean,
): string {
  const runtimeFile = /^src\/runtime\/(.*)\.ts$/.exec(path)?.[1];
  if (runtimeFile !== undefined)
    return renameIdentifierNodes(
      text,
      readFormerIdentifiers().identifiers[runtimeFile] ?? {},
    );
  const importedNames: Record<string, string> = {};
  const importedText = text.replace(IMPORT, (matched, ...groups: string[]) => {
    const [head = "", specifiers = "", tail = "", specifier = ""] = groups;
    const names = findExports(posix.join(posix.dirname(path), specifier));
    if (names === undefined) return matched;
    const renamedSpecifiers = specifiers.replace(
      /\b(?!type\b|as\b)([\w$]+)(\s+as\s+[\w$]+)?/g,
      (clause, name: string, alias = "") => {
        const newName = Object.hasOwn(names, name) ? names[name] : undefined;
        if (newName === undefined) return clause;
        if (alias !== "") return `${newName}${alias}`;
        if (isOwn) return `${newName} as ${name}`;
        importedNames[name] = newName;
        return name;
      },
    );
    return head + renamedSpecifiers + tail + specifier;
  });
  const memberNames = isOwn ? {} : MEMBER_NAMES[path];
  return renameIdentifierNodes(importedText, {
    ...importedNames,
    ...memberNames,
  }).replace(RESPONSE_MEMBER, "response");
}

/** Members that generated files pass to the runtime. */
const MEMBER_NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> =
  { "src/server.ts": { mask: "redact", pin: "alwaysListed" } };

/** Names that a module of the first form exported and that are other ones now; undefined for other modules. */
function findExports(
  target: string,
): Readonly<Record<string, string>> | undefined {
  const file = target.replace(/\.[jt]s$/, "");
  const runtimeFile = /^src\/runtime\/(.*)$/.exec(file)?.[1];
  if (runtimeFile === undefined)
    return FORMER_EXPORTS[/^src\/(?:[\w-]+\/)?(\w+)$/.exec(file)?.[1] ?? ""];
  const { exports: formerExports } = readFormerIdentifiers();
  if (runtimeFile !== "index") return formerExports[runtimeFile];
  const coreExports = Object.entries(formerExports).flatMap(([file, names]) =>
    file.includes("/") ? [] : Object.entries(names),
  );
  return Object.fromEntries(coreExports);
}

/** Renames identifiers, so that strings and comments stay. */
function renameIdentifierNodes(
  text: string,
  names: Readonly<Record<string, string>>,
): string {
  if (Object.keys(names).length === 0) return text;
  const ts = loadCompiler();
  const source = ts.createSourceFile("/file.ts", text, ts.ScriptTarget.Latest);
  const pieces: string[] = [];
  let position = 0;
  const visit = (node: TypeScript.Node): void => {
    if (ts.isIdentifier(node) && Object.hasOwn(names, node.text)) {
      const start = node.getStart(source);
      pieces.push(text.slice(position, start), names[node.text] ?? node.text);
      position = node.end;
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return pieces.join("") + text.slice(position);
}
