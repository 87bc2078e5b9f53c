import { ToolwrightError, type Problem } from "../../errors.js";
import type { Lock, Outcome } from "../outcome.js";
import { placeOf, type Place } from "../paths.js";
import { plain } from "../../shared/line-endings.js";
import { unprinted } from "./errors.js";

/**
 * What every text has that was ever generated at a place; nothing where that would say nothing. Data
 * of a document may be anything, but a handler or a list is always the same, so one that differs was
 * written by a person. What a newer template writes is added here, and what an older one wrote stays:
 * a test holds this against all that is generated today. Texts are as hostile as the lock: no
 * mark takes more than linear time.
 */
const PRINTED: Readonly<
  Record<Place["kind"], readonly Pick<RegExp, "test">[]>
> = {
  component: [
    /^(?:import .*;\n)+\n(?:type Operation =\s+operations\[.*\];\n\n)?\/\*\* .* \*\/\nexport (?:default|const \w+ =)\s+define\w+[<(]/,
    { test: endsAsGenerated },
  ],
  workflow: [
    /^(?:import .*;\n|import \{\n(?: {2}.*\n)+\} from .*;\n)+\n\/\*\* Workflow .* \*\/\nexport default defineTool\(\{\n/,
    { test: reportsSteps },
  ],
  list: [
    /^(?:export \{ (?:default as )?\w+ \} from "\.\/[\w-]+\.js";\n)*(?:export \{\};\n)?$/,
  ],
  // Of what is not for editing the present text is judged, as a formatter may have laid it out.
  data: [/^\s*\/(?:\/|\*\*\s+\*)\s.*Not for editing/],
  client: [/^export function createClient\(/m],
  custom: [/^export const custom: readonly Component\[\] = \[\];$/m],
  source: [/^export const source: (?:Api|Source) = \{$/m],
  ci: [/^# Holds what is committed against the API's document\. /],
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
    /^(?:\{\n {2}"extends": "\.\.\/tsconfig\.json"|(?:import \{ existsSync \} from "node:fs";\n)?import \{ (?:service|tryAll|verifyAll) \} from |\/\*\* Arguments of workflows, )/,
  ],
  mock: [/^\s*\{\s*"(?:operations"\s*:\s*\{|[A-Z]+ )/],
  calls: [/^ \* The tools as functions for scripts, /m],
  card: [/^export const card = \{$/m],
  skill: [/^(?:---\n(?:.*\n){2}---\n\n)?# Using “/],
  worker: [/^ {2}fetch: fetchHandler\(/m],
  wrangler: [/^\/\/ npx wrangler dev; /],
  mcpbignore: [/^# (?:A bundle holds what runs|What a bundle does not need): /],
  project: [],
  runtime: [],
};

/** Whether a component ends with the generated handler, or refers to the tool that it shares one with. */
function endsAsGenerated(text: string): boolean {
  if (HANDLER.test(text)) return true;
  const end = /\},?\s*\);\n$/.exec(text)?.index;
  const reference = "\n  of: tool,\n";
  // Of several references the last decides: it has the fewest lines behind it.
  const start = text.lastIndexOf(reference, end);
  if (end === undefined || start < 0) return false;
  const members = text.slice(start + reference.length, end).trimEnd();
  return (
    members === "" || members.split("\n").every((line) => line.startsWith("  "))
  );
}

const HANDLER =
  /async handler\(args, \{ send \}\) \{\s+return send\(args\);\s+\},\s*\},?\s*\);\n$/;

/** Whether a workflow ends with telling which steps were made before one failed. */
function reportsSteps(text: string): boolean {
  const start = text.indexOf(
    "\n    } catch (error) {\n      if (error instanceof CallError) {\n",
  );
  const end = "\n      throw error;\n    }\n  },\n});\n";
  return start >= 0 && start < text.lastIndexOf(end) && text.endsWith(end);
}

/** Whether a text may have been generated at this path. */
export function isPrinted(path: string, text: string): boolean {
  const place = placeOf(path);
  if (place === undefined) return false;
  return PRINTED[place.kind].every((mark) => mark.test(plain(text)));
}

/**
 * What speaks against a lock by whose word files are about to be overwritten, moved or removed as
 * nobody's edits. A forged line passes where its text could have been generated: `check` sees it.
 */
export function doubts(
  outcomes: readonly Outcome[],
  last: Lock | null,
): readonly Problem[] {
  return outcomes.flatMap(takenBy).flatMap(([path, present]) => {
    try {
      // Of files that are not for editing the lock has no text, but they are what it says.
      const text = last?.files.get(path)?.text() ?? present;
      return isPrinted(path, text) ? [] : unprinted(path).problems;
    } catch (error) {
      if (error instanceof ToolwrightError) return error.problems;
      throw error;
    }
  });
}

/** What is taken for generated: paths and the texts that are there. */
function takenBy(outcome: Outcome): [path: string, text: string][] {
  const { kind, path } = outcome;
  if (kind === "updated" || kind === "removed") return [[path, outcome.before]];
  if (kind !== "moved" && kind !== "conflict") return [];
  const taken: [string, string][] = [];
  if (outcome.replaces !== undefined) taken.push([path, outcome.replaces]);
  // Of what was edited, the merge has asked for the text.
  if (kind === "moved" && !outcome.edited)
    taken.push([outcome.from, outcome.before]);
  return taken;
}
