import type { Outcome } from "../../generator/index.js";
import { textsOf, type Placed } from "./by-hand.js";
import { filesWithTypeErrors } from "./project.js";
import type { Tally } from "./replay.js";

/** Type errors are only in orphans and at uses of an argument that has gone. */
export async function typeCheck(
  placed: readonly Placed[],
  {
    out,
    document,
    outcomes,
    tally,
  }: {
    readonly out: string;
    readonly document: string;
    readonly outcomes: readonly Outcome[];
    readonly tally: Tally;
  },
): Promise<void> {
  const orphans = outcomes.flatMap(({ kind, path }) =>
    kind === "orphaned" ? [path] : [],
  );
  const latest = textsOf(out);
  const broken = placed.flatMap(({ argument, path }) => {
    const text = latest.get(path);
    const isThere =
      argument === null ||
      text === undefined ||
      new RegExp(`\\b${argument}: \\{`).test(text);
    return isThere ? [] : [path];
  });
  const want = [...new Set(broken)]
    .filter((path) => !orphans.includes(path))
    .sort();
  const got = await filesWithTypeErrors(out);
  tally.checked += 1;
  tally.failing += want.length;
  if (want.join() !== got.join())
    tally.faults.push(
      `${document}: type errors in ${got.join()}, not in ${want.join()}`,
    );
}
