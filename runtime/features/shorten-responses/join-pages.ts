import { isSchema, getOwn } from "../../index.js";
import { AROUND, MORE, NEXT, looseKey } from "./pagination-names.js";

/** What a field of an answer, or of what stands around its page, has to do with the next one. */
function fieldOf(name: string): "next" | "more" | "around" | undefined {
  const text = looseKey(name);
  if (NEXT.test(text)) return "next";
  return MORE.test(text) ? "more" : AROUND.test(text) ? "around" : undefined;
}

/** Objects in objects that a list is looked for in. */
const LEVELS = 3;

/** Whether it is a list, or an object around one. */
export function holdsList(data: unknown, level = 0): boolean {
  if (Array.isArray(data) || !isSchema(data)) return Array.isArray(data);
  return (
    level < LEVELS && inside(data).some((one) => holdsList(one, level + 1))
  );
}

const inside = (data: object) =>
  Object.entries(data).flatMap(([name, value]: [string, unknown]) =>
    fieldOf(name) ? [] : [value],
  );

/** What was joined, with the items of one more page: of the outermost lists that are not the same on each page. */
export function joinPages(
  all: unknown,
  page: unknown,
  first: unknown,
): unknown {
  if (Array.isArray(all) && Array.isArray(page))
    return [...(all as unknown[]), ...(page as unknown[])];
  if (!isSchema(all) || !isSchema(page) || !isSchema(first)) return all;
  const isOuter = inside(all).some(Array.isArray);
  const entries = Object.entries(all).map(([name, value]) => {
    const [more, usual] = [getOwn(page, name), getOwn(first, name)];
    const isList = Array.isArray(value);
    const isSame = isList && JSON.stringify(more) === JSON.stringify(usual);
    const isKept = fieldOf(name) !== undefined || isList !== isOuter || isSame;
    return [name, isKept ? value : joinPages(value, more, usual)];
  });
  return Object.fromEntries(entries);
}

/** The same, telling of the next page what the last one tells; nothing where there is no more. */
export function advancePage(
  all: unknown,
  last: unknown,
  isMore: boolean,
): unknown {
  if (!isSchema(all) || !isSchema(last)) return all;
  const entries = Object.entries(all).flatMap(([name, value]) => {
    const now = getOwn(last, name);
    switch (fieldOf(name)) {
      case "next":
        return now === undefined || (now && !isMore) ? [] : [[name, now]];
      case "more":
        return [[name, isMore && now]];
      case "around":
        return [[name, advancePage(value, now, isMore)]];
      case undefined:
        return [[name, value]];
    }
  });
  return Object.fromEntries(entries);
}
