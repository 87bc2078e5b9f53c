import { isSchema } from "../../index.js";
import { AROUND, looseKey } from "./pagination-names.js";

/** The list that an answer is a page of: the names that lead to it, and its items. */
export interface PageList {
  readonly steps: readonly string[];
  readonly items: readonly unknown[];
}

/** Objects in objects that a list is looked for in, and fields of one that are looked into. */
const LEVELS = 4;
const MOST_FIELDS = 200;

/** Names that such a list usually has, and those of lists beside it. */
const USUAL =
  /^(data|items?|results?|records|rows|hits|values?|entries|list|contents?|elements|objects|resources|documents|docs|edges|nodes|members)$/;
const BESIDE = /^(errors|messages|warnings|notices|included|facets|filters)$/;

/** The list of an answer, which may stand in objects; of several, the one that is most likely the page. */
export function findList(data: unknown): PageList | undefined {
  const [first] = listsIn(data, []).sort((one, other) => {
    const ranks = rankOf(one).map(
      (rank, at) => rank - (rankOf(other)[at] ?? 0),
    );
    return ranks.find((difference) => difference !== 0) ?? 0;
  });
  return first;
}

function listsIn(data: unknown, steps: readonly string[]): PageList[] {
  if (Array.isArray(data)) return [{ steps, items: data }];
  if (!isSchema(data) || steps.length === LEVELS) return [];
  return Object.entries(data)
    .slice(0, MOST_FIELDS)
    .filter(([, value]) => isSchema(value) || Array.isArray(value))
    .filter(
      ([name]) => !AROUND.test(looseKey(name)) || Array.isArray(data[name]),
    )
    .flatMap(([name, value]) => listsIn(value, [...steps, name]));
}

/** Lower is likelier; the first number that differs decides. */
function rankOf({ items, steps }: PageList): number[] {
  const name = looseKey(steps.at(-1) ?? "");
  return [
    Number(BESIDE.test(name) || AROUND.test(name)),
    Number(!USUAL.test(name)),
    Number(items.length === 0),
    steps.length,
    Number(!items.every(isSchema)),
    -items.length,
  ];
}
