import { mergeFiles } from "../../../generator/reconcile/merge-files.js";
import { pairFiles } from "../../../generator/reconcile/pair-files.js";
import { buildLock } from "../../../generator/project/lock.js";
import type {
  Lock,
  Outcome,
  RenderedFile,
} from "../../../generator/project/outcome.js";

/** A rendered file that can be edited, with what else a test wants to say of it. */
export function file(
  path: string,
  text: string,
  more: Partial<RenderedFile> = {},
): RenderedFile {
  return { path, text, editable: true, ...more };
}

/** Module of a component, with a title and more lines of data. */
export function moduleText(title: string, data = ""): string {
  return `import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** GET / */
export const get = defineTool<operations["get"]>({
  title: "${title}",
${data}  async handler(args, { send }) {
    return send(args);
  },
});
`;
}

/** The lock after a generation of these files. */
export function lockOf(...next: RenderedFile[]): Lock {
  return buildLock({
    generator: "0.0.0",
    baseLock: null,
    incoming: next,
    outcomes: [],
  });
}

/** Merges with the files of a plain object on disk. */
export function mergeInto(
  disk: Readonly<Record<string, string>>,
  last: Lock | null,
  next: readonly RenderedFile[],
): Outcome[] {
  return mergeFiles(
    pairFiles({
      baseLock: last,
      incoming: next,
      readCurrent: (path) => disk[path],
    }),
  );
}

/** An outcome in short: `merged src/a.ts`. */
export function brief(outcomes: readonly Outcome[]): string[] {
  return outcomes.map((outcome) => {
    const from =
      "from" in outcome && outcome.from ? ` from ${outcome.from}` : "";
    const why = outcome.kind === "refused" ? `: ${outcome.problem.code}` : "";
    return `${outcome.kind} ${outcome.path}${from}${why}`;
  });
}
