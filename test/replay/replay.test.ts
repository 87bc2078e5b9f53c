import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { worked } from "./app.js";
import { edits } from "./edits.js";
import { historiesOf, type History } from "./history.js";
import { published } from "./published.js";
import { replay, type Tally } from "./replay.js";
import { inTurn } from "./sources.js";
import { growthAt, table } from "./table.js";

const folder = mkdtempSync(join(tmpdir(), "replay-"));
vi.stubEnv("XDG_CACHE_HOME", join(folder, "cache"));
const found = (await Promise.all(published.map(historiesOf))).flat();
const named = (title: string) => found.find((one) => one.title === title);
const histories: History[] = [
  ...found,
  ...found
    .filter((_, index) => index === 2 || index % 2 === 1)
    .map((one) => ({
      ...one,
      title: `${one.title}, of other kinds`,
      switches: true,
    })),
  worked(folder, true),
  worked(folder, false),
  ...inTurn(named("@ideal-postcodes/openapi"), named("@blockfrost/openapi")),
];
const tallies: Tally[] = [];

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  process.stdout.write(
    `${table(tallies)}${found.length === 0 ? "No published document can be had without a network.\n" : ""}`,
  );
});

describe("a history of documents", () => {
  it("is long, and has many kinds of edits", ({ skip }) => {
    skip(found.length === 0, "Only an application is at hand.");
    const steps = histories.map(({ documents }) => documents.length - 1);
    expect(steps.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(
      300,
    );
    expect(edits.length).toBeGreaterThanOrEqual(25);
  });

  it.each(histories)("$title keeps every edit", async (history) => {
    const out = join(mkdtempSync(join(folder, "history-")), "out");
    const tally = await replay(history, out);
    tallies.push(tally);
    expect(tally.faults).toEqual([]);
    const { configOf, documents } = history;
    const steps = documents.length - 1;
    expect(tally).toMatchObject({ steps, checked: steps });
    if (configOf) expect(tally).toMatchObject({ again: steps, apart: 0 });
  });

  it("has many edits that are looked for, and diffs as small as the change", ({
    skip,
  }) => {
    const isWhole = tallies.length === histories.length && found.length > 0;
    skip(!isWhole, "Only some histories have run.");
    const seen = tallies.reduce((sum, tally) => sum + tally.found, 0);
    expect(seen).toBeGreaterThanOrEqual(15_000);
    expect(growthAt(0.9, tallies)).toBeLessThanOrEqual(1);
  });
});
