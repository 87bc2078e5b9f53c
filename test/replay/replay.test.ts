import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { edits } from "./edits.js";
import { historiesOf } from "./history.js";
import { published } from "./published.js";
import { replay, type Tally } from "./replay.js";
import { growthAt, table } from "./table.js";

const folder = mkdtempSync(join(tmpdir(), "replay-"));
vi.stubEnv("XDG_CACHE_HOME", join(folder, "cache"));
const found = (await Promise.all(published.map(historiesOf))).flat();
const histories = [
  ...found,
  ...found
    .filter((_, index) => index === 2 || index % 2 === 1)
    .map((one) => ({
      ...one,
      title: `${one.title}, of other kinds`,
      switches: true,
    })),
];
const tallies: Tally[] = [];

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  process.stdout.write(
    histories.length === 0
      ? "No document can be had without a network, so nothing was replayed.\n"
      : table(tallies),
  );
});

describe.skipIf(histories.length === 0)("real history", () => {
  it("is long, and is met by many kinds of edit", () => {
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
  });

  it("looks for many edits, and makes diffs as small as the change", ({
    skip,
  }) => {
    skip(tallies.length < histories.length, "Only some histories have run.");
    const found = tallies.reduce((sum, tally) => sum + tally.found, 0);
    expect(found).toBeGreaterThanOrEqual(15_000);
    expect(growthAt(0.9, tallies)).toBeLessThanOrEqual(1);
  });
});
