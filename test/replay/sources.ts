import type { History } from "./history.js";

/** Number of versions of each API. */
const VERSIONS = 6;

/**
 * Two APIs in one project, each its own history, of which one changes at a time: all routes of the first one are tools,
 * those of the second one are what they are by themselves; none if one of them is not available.
 */
export function inTurn(
  first: History | undefined,
  second: History | undefined,
): History[] {
  if (first === undefined || second === undefined) return [];
  const versions = [first, second].map(({ documents }) => spread(documents));
  const at = (index: number) => [Math.ceil(index / 2), Math.floor(index / 2)];
  return [
    {
      title: `${first.title} and ${second.title}`,
      documents: Array.from({ length: 2 * VERSIONS - 1 }, (_, index) =>
        at(index).join(" and "),
      ),
      configOf: (index) => ({
        name: "Both",
        sources: at(index).map((version, source) => ({
          name: ["first", "second"][source] ?? "",
          document: versions[source]?.[version] ?? "",
          allRoutesAsTools: source === 0,
        })),
      }),
    },
  ];
}

/** The first and the last one, and what is between them at even distances. */
function spread(documents: readonly string[]): string[] {
  const step = (documents.length - 1) / (VERSIONS - 1);
  return Array.from(
    { length: VERSIONS },
    (_, index) => documents[Math.round(index * step)] ?? "",
  );
}
