import { isSchema } from "../../../index.js";
import { ENVELOPE_FIELD, looseKey } from "./pagination-names.js";

/** The list of items in one page of a response, with the names that lead to it. */
export interface PageList {
  readonly path: readonly string[];
  readonly items: readonly unknown[];
}

/** Maximum depth at which a list is looked for, and maximum number of fields that are examined in one object. */
const MAX_LEVELS = 4;
const MAX_FIELDS = 200;

/** Usual names of such a list, and names of lists next to it. */
const PAGE_LIST_NAME =
  /^(data|items?|results?|records|rows|hits|values?|entries|list|contents?|elements|objects|resources|documents|docs|edges|nodes|members)$/;
const SIDE_LIST_NAME =
  /^(errors|messages|warnings|notices|included|facets|filters)$/;

/** Finds the list of a response at any depth. Of several lists it returns the one that is most likely the page. */
export function findList(data: unknown): PageList | undefined {
  const [likeliestList] = collectLists(data, []).sort((listA, listB) => {
    const ranks = computeRanks(listA).map(
      (rank, index) => rank - (computeRanks(listB)[index] ?? 0),
    );
    return ranks.find((difference) => difference !== 0) ?? 0;
  });
  return likeliestList;
}

function collectLists(data: unknown, path: readonly string[]): PageList[] {
  if (Array.isArray(data)) return [{ path, items: data }];
  if (!isSchema(data) || path.length === MAX_LEVELS) return [];
  return Object.entries(data)
    .slice(0, MAX_FIELDS)
    .filter(([, value]) => isSchema(value) || Array.isArray(value))
    .filter(
      ([name]) =>
        !ENVELOPE_FIELD.test(looseKey(name)) || Array.isArray(data[name]),
    )
    .flatMap(([name, value]) => collectLists(value, [...path, name]));
}

/** Computes sort keys of a list. Lower is likelier; the first number that differs decides. */
function computeRanks({ items, path }: PageList): number[] {
  const name = looseKey(path.at(-1) ?? "");
  return [
    Number(SIDE_LIST_NAME.test(name) || ENVELOPE_FIELD.test(name)),
    Number(!PAGE_LIST_NAME.test(name)),
    Number(items.length === 0),
    path.length,
    Number(!items.every(isSchema)),
    -items.length,
  ];
}
