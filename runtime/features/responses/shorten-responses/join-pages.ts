import { isSchema, getOwn } from "../../../index.js";
import {
  ENVELOPE_FIELD,
  HAS_MORE_FIELD,
  IS_LAST_FIELD,
  NEXT_PAGE_FIELD,
  looseKey,
} from "./pagination-names.js";

/**
 * Returns the role of a response field in pagination. `more` and `last` are true or false; an `around` field is an object
 * that holds such fields.
 */
function classifyField(
  name: string,
  value: unknown,
): "next" | "more" | "last" | "around" | undefined {
  const text = looseKey(name);
  if (NEXT_PAGE_FIELD.test(text)) return "next";
  if (ENVELOPE_FIELD.test(text)) return "around";
  if (typeof value !== "boolean") return undefined;
  if (HAS_MORE_FIELD.test(text)) return "more";
  return IS_LAST_FIELD.test(text) ? "last" : undefined;
}

/** Maximum depth at which a list is looked for. */
const MAX_LEVELS = 3;

/** True if data is a list, or an object with a list inside. */
export function holdsList(data: unknown, level = 0): boolean {
  if (Array.isArray(data) || !isSchema(data)) return Array.isArray(data);
  return (
    level < MAX_LEVELS &&
    listContents(data).some((value) => holdsList(value, level + 1))
  );
}

const listContents = (data: object) =>
  Object.entries(data).flatMap(([name, value]: [string, unknown]) =>
    classifyField(name, value) ? [] : [value],
  );

/**
 * Appends the items of one more page to the joined pages. Only the outermost lists grow, and only those that differ
 * from page to page.
 */
export function joinPages(
  joinedData: unknown,
  pageData: unknown,
  firstPageData: unknown,
): unknown {
  if (Array.isArray(joinedData) && Array.isArray(pageData))
    return [...(joinedData as unknown[]), ...(pageData as unknown[])];
  if (!isSchema(joinedData) || !isSchema(pageData) || !isSchema(firstPageData))
    return joinedData;
  const isOuter = listContents(joinedData).some(Array.isArray);
  const entries = Object.entries(joinedData).map(([name, value]) => {
    const [pageField, firstPageField] = [
      getOwn(pageData, name),
      getOwn(firstPageData, name),
    ];
    const isList = Array.isArray(value);
    const isSame =
      isList && JSON.stringify(pageField) === JSON.stringify(firstPageField);
    const isKept =
      classifyField(name, value) !== undefined || isList !== isOuter || isSame;
    return [name, isKept ? value : joinPages(value, pageField, firstPageField)];
  });
  return Object.fromEntries(entries);
}

/**
 * Copies the pagination fields of the last page to the joined pages. If there are no more pages, removes the link to a
 * next one, and says that the result is whole.
 */
export function advancePage(
  joinedData: unknown,
  lastPageData: unknown,
  hasMore: boolean,
): unknown {
  if (!isSchema(joinedData)) return joinedData;
  const lastPage = isSchema(lastPageData) ? lastPageData : {};
  const entries = Object.entries(joinedData).flatMap(([name, value]) => {
    const lastPageField = getOwn(lastPage, name);
    switch (classifyField(name, value)) {
      case "next":
        return lastPageField === undefined || (lastPageField && !hasMore)
          ? []
          : [[name, lastPageField]];
      case "more":
        return [[name, hasMore]];
      case "last":
        return [[name, !hasMore]];
      case "around":
        return [[name, advancePage(value, lastPageField, hasMore)]];
      case undefined:
        return [[name, value]];
    }
  });
  return Object.fromEntries(entries);
}
