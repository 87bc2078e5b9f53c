/**
 * Changes that a reviewer finds in pull requests: of every history of a published document (test/replay), the three
 * steps that change most, if a reviewer would read them. Each is generated over the one before, and the part that git
 * shows unfolded is compared with the differences between the documents (test/reviews).
 *
 *     npm run build && npx tsx bench/reviews.ts [--only figma] [--print]
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { load } from "js-yaml";
import { diff } from "../generator/commands/diff.js";
import { generate } from "../generator/index.js";
import { historiesOf, type History } from "../test/replay/history.js";
import { published } from "../test/replay/published.js";
import { changesBetween } from "../test/reviews/changes.js";
import { commit, review, shares, unfolded } from "../test/reviews/review.js";

const MOST = 60;
const STEPS = 3;

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    print: { type: "boolean", default: false },
  },
});
const folder = mkdtempSync(join(tmpdir(), "toolwright-bench-"));
process.env["XDG_CACHE_HOME"] = join(folder, "cache");

try {
  const histories = (await Promise.all(published.map(historiesOf))).flat();
  const selectedHistories = histories.filter(({ title }) =>
    title.includes(values.only),
  );
  const reviews = [];
  for (const step of selectedHistories.flatMap(stepsOf))
    reviews.push(await told(step));
  const total = {
    seen: reviews.flatMap(({ seen: seenChanges }) => seenChanges),
    missed: reviews.flatMap(({ missed }) => missed),
    noise: reviews.flatMap(({ noise }) => noise),
    lines: reviews.reduce((sum, { lines }) => sum + lines, 0),
  };
  for (const [kind, share] of Object.entries(shares(total)))
    print(`${kind}: ${share}`);
  const count = total.seen.length + total.missed.length;
  print(
    `${total.seen.length} of ${count} changes are seen; ${total.noise.length} of ${total.lines} lines tell none`,
  );
} finally {
  rmSync(folder, { recursive: true });
}

type Step = ReturnType<typeof stepsOf>[number];

function stepsOf({ title, documents }: History) {
  const texts = documents.map((path) => load(readFileSync(path, "utf8")));
  return documents
    .slice(1)
    .map((to, index) => {
      const from = documents[index] ?? to;
      const changes = changesBetween(texts[index], texts[index + 1]);
      return { title, from, to, changes };
    })
    .filter(({ changes }) => changes.length <= MOST)
    .sort((a, b) => b.changes.length - a.changes.length)
    .slice(0, STEPS);
}

async function told({ title, from, to, changes }: Step) {
  const out = mkdtempSync(join(folder, "out-"));
  const of = (document: string) => ({ document, out, allRoutesAsTools: true });
  await generate(of(from));
  commit(out);
  const lines = await diff(of(to));
  const breaking = lines.filter((line) => line.breaking);
  // The change that is meant, of several, is unknown here.
  const wrongBreaks = changes.some(({ breaks }) => breaks) ? [] : breaking;
  await generate(of(to));
  const result = review(changes, unfolded(out));
  const count = result.seen.length + result.missed.length;
  const versions = [from, to].map((path) => basename(path, ".yaml"));
  print(
    `${title} ${versions.join(" → ")}: ${result.seen.length} of ${count}, ${result.noise.length} of ${result.lines} lines noise, ${wrongBreaks.length} of ${breaking.length} breaking ones wrong`,
  );
  if (!values.print) return result;
  for (const { owner, kind, place } of result.missed)
    print(`  missed: ${owner} ${kind} ${place}`);
  for (const line of result.noise) print(`  noise: ${line}`);
  for (const { name, text } of wrongBreaks)
    print(`  breaking? ${name}: ${text}`);
  return result;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
