import { ToolwrightError, type Problem } from "../../errors.js";
import type { Lock, Outcome } from "../outcome.js";
import { classifyPath, type ProjectPath } from "../paths.js";
import { normalizeLineEndings } from "../../shared/line-endings.js";
import { implausibleTextError } from "./errors.js";

/**
 * Marks that every text has that was ever generated at a path of this kind; empty if a mark would prove nothing. Data
 * of a document may be anything, but a handler or a list is always the same, so one that differs was written by the
 * user. Marks of newer templates are added here, and those of older ones stay: a test holds this against all that is
 * generated today. Texts are as hostile as the lock: no mark takes more than linear time.
 */
const GENERATED_MARKS: Readonly<
  Record<ProjectPath["kind"], readonly Pick<RegExp, "test">[]>
> = {
  component: [
    /^(?:import .*;\n)+\n(?:type Operation =\s+operations\[.*\];\n\n)?\/\*\* .* \*\/\nexport (?:default|const \w+ =)\s+define\w+[<(]/,
    { test: hasGeneratedEnding },
  ],
  workflow: [
    /^(?:import .*;\n|import \{\n(?: {2}.*\n)+\} from .*;\n)+\n\/\*\* Workflow .* \*\/\nexport default defineTool\(\{\n/,
    { test: hasStepReport },
  ],
  list: [
    /^(?:export \{ (?:default as )?\w+ \} from "\.\/[\w-]+\.js";\n)*(?:export \{\};\n)?$/,
  ],
  // The current text of files that are not editable is tested, and a formatter may have laid it out.
  data: [/^\s*\/(?:\/|\*\*\s+\*)\s.*(?:Do not edit|Not for editing)/],
  client: [/^export function createClient\(/m],
  custom: [/^export const custom: readonly Component\[\] = \[\];$/m],
  source: [/^export const source: (?:Api|ApiDefinition|Source) = \{$/m],
  ci: [
    /^# (?:Checks the committed project|Holds what is committed) against the API's document\. /,
  ],
  compose: [/^# docker compose up --build\n/],
  kubernetes: [/^# kubectl apply -f kubernetes\.yaml\n/],
  dockerfile: [/^# docker build -t \S+ \.\n/],
  dockerignore: [/^\*\n!package\.json\n/],
  manifest: [/^\{\n {2}"manifest_version": /],
  build: [/^\/\/ Bundles src\/main\.ts /],
  notices: [/^\/\/ Writes dist\/NOTICES\.txt: /],
  registry: [
    /^\{\n {2}"\$schema": "https:\/\/static\.modelcontextprotocol\.io\//,
  ],
  cases: [/^import type \{ Cases \} from .*;\n\nexport default \{$/m],
  contract: [/^\{\n {2}"name": "/],
  tests: [
    /^(?:\{\n {2}"extends": "\.\.\/tsconfig\.json"|(?:import \{ existsSync \} from "node:fs";\n)?import \{ (?:service|testTools|tryAll|verifyAll) \} from |import \{\s+createTestFolder,\s|\/\*\* Arguments of workflows, )/,
  ],
  mock: [/^\s*\{\s*"(?:operations"\s*:\s*\{|[A-Z]+ )/],
  calls: [/^ \* The tools as functions for scripts, /m],
  card: [/^export const card = \{$/m],
  skill: [/^(?:---\n(?:.*\n){2}---\n\n)?# Using “/],
  evals: [/^# Evals of [a-z0-9-]+: /],
  worker: [/^ {2}fetch: fetchHandler\(/m],
  wrangler: [/^\/\/ npx wrangler dev; /],
  mcpbignore: [/^# (?:A bundle holds what runs|What a bundle does not need): /],
  // A module of the user's own writes them.
  extension: [],
  project: [],
  runtime: [],
};

/** True if a component ends with the generated handler, or refers to the tool that it shares one with. */
function hasGeneratedEnding(moduleText: string): boolean {
  if (HANDLER.test(moduleText)) return true;
  const end = /\},?\s*\);\n$/.exec(moduleText)?.index;
  const reference = "\n  of: tool,\n";
  // The last of several references decides: it has the fewest lines behind it.
  const start = moduleText.lastIndexOf(reference, end);
  if (end === undefined || start < 0) return false;
  const members = moduleText.slice(start + reference.length, end).trimEnd();
  return (
    members === "" || members.split("\n").every((line) => line.startsWith("  "))
  );
}

const HANDLER =
  /async handler\(args, \{ send \}\) \{\s+return send\(args\);\s+\},\s*\},?\s*\);\n$/;

/** True if a workflow ends by reporting which steps were made before one failed. */
function hasStepReport(text: string): boolean {
  const start = text.indexOf(
    "\n    } catch (error) {\n      if (error instanceof CallError) {\n",
  );
  const end = "\n      throw error;\n    }\n  },\n});\n";
  return start >= 0 && start < text.lastIndexOf(end) && text.endsWith(end);
}

/** True if a text may have been generated at this path. */
export function couldBeGenerated(path: string, text: string): boolean {
  const projectPath = classifyPath(path);
  if (projectPath === undefined) return false;
  return GENERATED_MARKS[projectPath.kind].every((mark) =>
    mark.test(normalizeLineEndings(text)),
  );
}

/**
 * Problems of a lock by which files are about to be overwritten, moved or removed as generated, though they
 * can't have been. A forged line passes if its text could have been generated: `check` sees it.
 */
export function implausible(
  outcomes: readonly Outcome[],
  baseLock: Lock | null,
): readonly Problem[] {
  if (baseLock?.isUnchecked) return [];
  return outcomes.flatMap(claimedAsGenerated).flatMap(([path, currentText]) => {
    try {
      // The lock has no text of files that are not editable, but their digests have been compared.
      const text = baseLock?.files.get(path)?.text() ?? currentText;
      return couldBeGenerated(path, text)
        ? []
        : implausibleTextError(path, baseLock?.generator ?? "none").problems;
    } catch (error) {
      if (error instanceof ToolwrightError) return error.problems;
      throw error;
    }
  });
}

/** Paths and current texts that an outcome takes for generated. */
function claimedAsGenerated(outcome: Outcome): [path: string, text: string][] {
  const { kind, path } = outcome;
  if (kind === "updated" || kind === "removed") return [[path, outcome.before]];
  if (kind !== "moved" && kind !== "conflict") return [];
  const claimedTexts: [string, string][] = [];
  if (outcome.replaces !== undefined)
    claimedTexts.push([path, outcome.replaces]);
  // The merge has already read the generated text of an edited file.
  if (kind === "moved" && !outcome.edited)
    claimedTexts.push([outcome.from, outcome.before]);
  return claimedTexts;
}
