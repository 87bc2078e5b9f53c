import { ToolwrightError } from "../../errors.js";
import { getMember, isObject } from "../../shared/json.js";
import { compareKeys } from "../../shared/order.js";
import { RANKING_NAMES, type CaseScore, type RankingName } from "./scores.js";

/** Path of the file of scores, which is committed. */
export const scoresPath = "evals/scores.json";

/** Saved score of a case. */
export interface SavedScore {
  readonly ranks: Readonly<Record<RankingName, number | null>>;
  readonly model: boolean | null;
  readonly isSeed: boolean;
}

/** Saved scores by key of the case: its file and its ask. */
export type SavedScores = ReadonlyMap<string, SavedScore>;

/** Most cases that are read of a file. */
const MAX_SCORES = 50_000;

export function toSavedScores(scores: readonly CaseScore[]): SavedScores {
  return new Map(
    scores.map(({ evalCase, model, places }) => [
      `${evalCase.file} ${evalCase.ask}`,
      {
        ranks: { clients: places.clients.rank, search: places.search.rank },
        model,
        isSeed: evalCase.isSeed,
      },
    ]),
  );
}

/** Text of the file of scores: one case a line, sorted, so that a changed score is a changed line. */
export function writeScores(scores: SavedScores): string {
  const lines = [...scores].sort(compareKeys).map(
    ([key, { isSeed, model, ranks }]) =>
      `  ${JSON.stringify(key)}: ${JSON.stringify({
        ...ranks,
        ...(model !== null && { model }),
        ...(isSeed && { seed: true }),
      })}`,
  );
  return lines.length === 0 ? "{}\n" : `{\n${lines.join(",\n")}\n}\n`;
}

/** Reads a file of scores, which may be anyone's. Throws a ToolwrightError if it is invalid. */
export function readScores(text: string, file: string): SavedScores {
  const scores = parseObject(text);
  const entries = Object.entries(scores ?? {});
  const isReadable =
    scores !== null &&
    entries.length <= MAX_SCORES &&
    entries.every(([, entry]) => isScore(entry));
  if (!isReadable)
    throw new ToolwrightError({
      code: "bad-scores",
      file,
      message: "It holds no scores of evals.",
      hint: "Delete it, and write it again: toolwright evals",
    });
  return new Map(
    entries.map(([key, entry]) => {
      const model = getMember(entry, "model");
      return [
        key,
        {
          ranks: {
            clients: toRank(getMember(entry, "clients")),
            search: toRank(getMember(entry, "search")),
          },
          model: typeof model === "boolean" ? model : null,
          isSeed: getMember(entry, "seed") === true,
        },
      ];
    }),
  );
}

function parseObject(text: string) {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isScore(entry: unknown): boolean {
  return (
    isObject(entry) &&
    RANKING_NAMES.every((name) => {
      const rank = getMember(entry, name);
      return rank === null || (Number.isInteger(rank) && Number(rank) > 0);
    })
  );
}

function toRank(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}
