import type { Difference } from "./difference.js";
import type { Tallies, Tally } from "./differences.js";

/** A table of how much is the same, by document, and every sort of difference with examples. */
export function report(
  rows: readonly (readonly [document: string, tallies: Tallies])[],
  differences: readonly Difference[],
  examples: number,
): string {
  const total = rows.map(([, tallies]) => tallies).reduce(sum);
  const differs = rows.filter(([document]) =>
    differences.some((difference) => difference.document === document),
  );
  const kinds = [...groupBy(differences, ({ kind }) => kind)].sort(
    ([a], [b]) => (a < b ? 1 : -1), // requests, replies, listings …
  );
  return [
    row(["", "listed alike", "requests alike", "replies alike"]),
    row(["---", "--:", "--:", "--:"]),
    ...differs.map(([document, tallies]) => tallyRow(document, tallies)),
    tallyRow(`all ${String(rows.length)} documents`, total),
    "",
    ...kinds.flatMap(([kind, all]) => section(kind, all, examples)),
  ].join("\n");
}

function section(
  kind: string,
  all: readonly Difference[],
  examples: number,
): string[] {
  const documents = new Set(all.map(({ document }) => document)).size;
  const alike = [...groupBy(all, skeletonOf).values()].sort(
    (a, b) => b.length - a.length,
  );
  const shown = alike.slice(0, examples).flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { document, place, shown } = first;
    return [
      `  ${String(group.length)} × ${document}, ${place}`,
      `      ${shown.replaceAll("\n", "⏎")}`,
    ];
  });
  const hidden = alike.length - examples;
  return [
    `${kind}: ${String(all.length)} in ${String(documents)} documents`,
    ...shown,
    ...(hidden > 0 ? [`  … and ${String(hidden)} other sorts`] : []),
    "",
  ];
}

/** An edit without what is a document's own: values, names, numbers. */
function skeletonOf({ edit }: Difference): string {
  return edit
    .replaceAll(/"[^"]*"/g, '""')
    .replaceAll(/\/[^\s:]+/g, "/")
    .replaceAll(/\d+/g, "0")
    .replaceAll(/\w+_\w+|[a-z]+[A-Z]\w*/g, "x");
}

function groupBy<T>(
  list: readonly T[],
  keyOf: (item: T) => string,
): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of list) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

function tallyRow(
  name: string,
  { listings, requests, replies }: Tallies,
): string {
  return row([name, of(listings), of(requests), of(replies)]);
}

function of({ compared, same }: Tally): string {
  return `${String(same)} of ${String(compared)}`;
}

function sum(a: Tallies, b: Tallies): Tallies {
  const add = (first: Tally, second: Tally) => ({
    compared: first.compared + second.compared,
    same: first.same + second.same,
  });
  return {
    listings: add(a.listings, b.listings),
    requests: add(a.requests, b.requests),
    replies: add(a.replies, b.replies),
  };
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}
