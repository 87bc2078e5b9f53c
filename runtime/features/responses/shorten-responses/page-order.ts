import { getOwn } from "../../../index.js";
import type { Args, ApiResponse } from "../../../index.js";
import { fieldsAround, findItemId } from "./pagination.js";
import type { PageArgument, PageStep, Paging } from "./pagination.js";
import type { Truncation } from "./page.js";
import { enlargePage, findPageAfter, listPageSizes } from "./page-size.js";
import type { NumberedPage, PageBounds } from "./page-size.js";
import {
  HAS_MORE_FIELD,
  looseKey,
  NEXT_PAGE_FIELD,
} from "./pagination-names.js";

/** Page of a list, and how its operation leads on. */
export interface ListPage {
  readonly response: ApiResponse;
  readonly paging: Paging;
  readonly step: PageStep | undefined;
  /** Pages of the API that are joined in one response. */
  readonly pagesPerResponse: number;
  /** Items of the longest page that the API has returned; 0 if none is known. */
  readonly longestSize: number;
}

/** Way in which an operation asks for pages: by their offset, their number, or a cursor. */
export interface PageOrder {
  /** Arguments that lead back to the first page, for pages of another size. */
  readonly firstPage: Args;
  /** Returns how many items of a cut page are kept, such that a page can begin behind them. */
  keep(this: void, truncation: Truncation): number;
  /** Returns the arguments that lead behind the items that are shown; undefined if none do. */
  argsAfter(this: void, truncation: Truncation): Args | undefined;
  /** Returns the arguments of the next page with more items than this one; undefined if no size fits. */
  largerPage(
    this: void,
    size: PageArgument,
    bounds: PageBounds,
  ): Args | undefined;
}

/** Finds the order of the pages: that of the caller's arguments, otherwise the one that is the easiest to continue. */
export function findPageOrder(
  listPage: ListPage,
  args: Args,
): PageOrder | undefined {
  const { cursor, number, offset } = listPage.paging;
  const isGiven = (argument: PageArgument | undefined) =>
    argument !== undefined && getOwn(args, argument.name) !== undefined;
  if (cursor && isGiven(cursor)) return cursorOrder(listPage, cursor);
  if (offset && !isGiven(number)) return offsetOrder(listPage, offset);
  if (number) return numberOrder(listPage, number);
  return cursor ? cursorOrder(listPage, cursor) : undefined;
}

/** Pages that begin at any item: `offset=20`. */
function offsetOrder({ paging }: ListPage, offset: PageArgument): PageOrder {
  return {
    firstPage: {},
    keep: ({ shownCount }) => shownCount,
    argsAfter: ({ shownCount }) => ({
      [offset.name]: paging.start + shownCount,
    }),
    largerPage: () => undefined,
  };
}

/** Pages that begin behind the item that a cursor names: `starting_after=…`. */
function cursorOrder(listPage: ListPage, cursor: PageArgument): PageOrder {
  const { paging, step } = listPage;
  return {
    firstPage: {},
    keep: ({ shownCount }) => shownCount,
    argsAfter({ shownCount }) {
      const lastId = findItemId(paging.items[shownCount - 1]);
      return lastId && isPagedById(listPage, cursor)
        ? { [cursor.name]: lastId }
        : undefined;
    },
    largerPage: (size, bounds) => stepToLarger(step, size, bounds),
  };
}

/** Pages that begin at multiples of their size: `page=2`. */
function numberOrder(listPage: ListPage, number: PageArgument): PageOrder {
  const { paging, step, pagesPerResponse, longestSize } = listPage;
  const { firstNumber, length, page, size, total } = paging;
  const precedingCount = countItemsBefore(paging, step);
  let pageAfter: NumberedPage | undefined;
  const toArgs = ({ index, size: count }: Omit<NumberedPage, "keptCount">) => ({
    [number.name]: index + firstNumber,
    ...(size && count !== length && { [size.name]: count }),
  });
  return {
    firstPage: page === firstNumber ? {} : { [number.name]: firstNumber },
    keep({ shownCount, totalCount }) {
      if (!size || precedingCount === undefined) return shownCount;
      const itemsPerPage = totalCount / pagesPerResponse;
      const { isAllowed } = listPageSizes(
        size,
        Math.max(longestSize, Math.ceil(itemsPerPage)),
      );
      const remainingCount = total - precedingCount - shownCount;
      const isCounted = remainingCount > 0 && remainingCount < Infinity;
      pageAfter = findPageAfter({
        offset: precedingCount,
        ...{ isAllowed, pagesPerResponse, shownCount },
        remainingCount: isCounted
          ? remainingCount
          : Math.max(totalCount, shownCount * 5),
      });
      return pageAfter?.keptCount ?? shownCount;
    },
    argsAfter: () => pageAfter && toArgs(pageAfter),
    largerPage(_size, bounds) {
      const count = (page - firstNumber + 1) * length;
      const largerPage = enlargePage(count, bounds);
      return largerPage && toArgs(largerPage);
    },
  };
}

/** Arguments of the next page, with the largest size within the bounds; undefined if there is none. */
export function stepToLarger(
  step: PageStep | undefined,
  size: PageArgument,
  bounds: PageBounds,
): Args | undefined {
  const largerPage = enlargePage(undefined, bounds);
  return largerPage && { ...step?.args, [size.name]: largerPage.size };
}

/** Counts the items on the pages before a numbered one. Returns undefined if the page size is unknown. */
function countItemsBefore(
  { firstNumber, items, length, page, total }: Paging,
  step: PageStep | undefined,
): number | undefined {
  const count = items.length;
  if (page === firstNumber) return 0;
  // A short page that is not the last one: the API returns fewer items than requested.
  const size = step && !step.isUnsure && count < length ? count : length;
  if (size > 0) return (page - firstNumber) * size;
  if (step && !step.isUnsure) return (page - firstNumber) * count;
  return total < Infinity ? total - count : undefined;
}

/** True if pages begin after the item with a given id: `starting_after`. */
function isPagedById(
  { response: { data }, step }: ListPage,
  { name }: PageArgument,
): boolean {
  const fields = fieldsAround(data).map(([field]) => field);
  return (
    /^(starting|start)?after$/.test(looseKey(name)) &&
    step?.link === undefined &&
    fields.some((field) => HAS_MORE_FIELD.test(field)) &&
    !fields.some((field) => NEXT_PAGE_FIELD.test(field))
  );
}
