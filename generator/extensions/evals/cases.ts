import type { Problem } from "../../errors.js";
import { ToolwrightError } from "../../errors.js";
import { parseYaml } from "../../load/parse-yaml.js";
import { getMember, isObject, type JsonObject } from "../../shared/json.js";

/** Case of an eval: a need in a user's words, and the tools that meet it. */
export interface EvalCase {
  /** Path of its file: `evals/pets.yaml`. */
  readonly file: string;
  readonly line: number;
  readonly ask: string;
  /** Names of the tools that meet it; several if one needs what another one returns. */
  readonly want: readonly string[];
  /** Names of tools that must not be taken. */
  readonly not: readonly string[];
  /** Arguments that the call of a wanted tool must have. */
  readonly expectedArguments: JsonObject;
  /** True if it was made of the document, and no hand changed it. */
  readonly isSeed: boolean;
}

/** Cases of a file, and the problems of those that can't be read. */
export interface CaseReading {
  readonly cases: readonly EvalCase[];
  readonly problems: readonly Problem[];
}

/** Most cases of a file, and characters of an ask. */
const MAX_CASES = 2_000;
const MAX_ASK_LENGTH = 2_000;

/** Reads the cases of a file. `baseText`: the file as it was generated last, by which a seed is known; undefined if it never was. */
export function readCases(
  file: string,
  text: string,
  baseText?: string,
): CaseReading {
  const { cases, problems } = parseCases(file, text);
  if (baseText === undefined) return { cases, problems };
  const baseKeys = new Set(parseCases(file, baseText).cases.map(keyOf));
  return {
    problems,
    cases: cases.map((evalCase) => ({
      ...evalCase,
      isSeed: evalCase.isSeed && baseKeys.has(keyOf(evalCase)),
    })),
  };
}

function keyOf({ ask, expectedArguments, not, want }: EvalCase): string {
  return JSON.stringify([ask, want, not, expectedArguments]);
}

function parseCases(file: string, text: string): CaseReading {
  try {
    const { locate, value } = parseYaml(text, file);
    const entries: unknown = value ?? [];
    if (!Array.isArray(entries) || entries.length > MAX_CASES)
      return fail(file, `It is not a list of up to ${MAX_CASES} cases.`);
    const readings = entries.map((entry: unknown, index) =>
      readCase(entry, { file, ...locate(`/${index}`) }),
    );
    return {
      cases: readings.flatMap(({ cases }) => cases),
      problems: readings.flatMap(({ problems }) => problems),
    };
  } catch (error) {
    if (!(error instanceof ToolwrightError)) throw error;
    return { cases: [], problems: error.problems };
  }
}

const FIELDS = ["ask", "want", "not", "with", "seed"];

function readCase(
  entry: unknown,
  { file, line }: { readonly file: string; readonly line: number },
): CaseReading {
  if (!isObject(entry)) return fail(file, "This case is not an object.", line);
  const ask = getMember(entry, "ask");
  const want = toNames(getMember(entry, "want"));
  const not = toNames(getMember(entry, "not") ?? []);
  const expectedArguments = getMember(entry, "with") ?? {};
  const unknownField = Object.keys(entry).find(
    (field) => !FIELDS.includes(field),
  );
  if (unknownField !== undefined)
    return fail(
      file,
      `No case has the field ${JSON.stringify(unknownField)}.`,
      line,
    );
  if (
    typeof ask !== "string" ||
    ask.trim() === "" ||
    ask.length > MAX_ASK_LENGTH
  )
    return fail(
      file,
      "`ask` of this case is not a string, is empty, or is too long.",
      line,
    );
  if (want === null || want.length === 0)
    return fail(file, "`want` of this case does not name a tool.", line);
  if (not === null)
    return fail(file, "`not` of this case is not a list of names.", line);
  if (!isObject(expectedArguments))
    return fail(
      file,
      "`with` of this case is not an object of arguments.",
      line,
    );
  const isSeed = getMember(entry, "seed") === true;
  const evalCase = { file, line, ask, want, not, expectedArguments, isSeed };
  return { cases: [evalCase], problems: [] };
}

/** Names of a list, or of a single text; null for anything else. */
function toNames(value: unknown): string[] | null {
  const names: unknown[] = [value].flat();
  return names.every((name) => typeof name === "string") ? names : null;
}

function fail(file: string, message: string, line?: number): CaseReading {
  const problem: Problem = {
    code: "bad-eval",
    file,
    message,
    hint: "A case is `- ask: …`, `want: [toolName]`, and if you like `not`, `with` and `seed`.",
    ...(line !== undefined && { line }),
  };
  return { cases: [], problems: [problem] };
}

/** Finds the tools that cases name and that are not there. */
export function findMissingTools(
  cases: readonly EvalCase[],
  hasTool: (name: string) => boolean,
): Problem[] {
  return cases.flatMap(({ file, line, not, want }) =>
    [...want, ...not]
      .filter((name) => !hasTool(name))
      .map((name) => ({
        code: "broken-reference",
        file,
        line,
        message: `This case names the tool ${JSON.stringify(name)}, which is not there.`,
        hint: "Name a tool of this server, or take the case out.",
      })),
  );
}
