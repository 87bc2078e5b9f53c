import { findKeyword, findMaximum } from "./pagination.js";
import type { PageArgument } from "./pagination.js";

/** Position of the first item that the next page must begin with, and the sizes that a page may have. */
interface PagePosition {
  /** Items on the pages before this one, and items of this page that fit. */
  readonly offset: number;
  readonly shownCount: number;
  /** Items after the shown ones. */
  readonly remainingCount: number;
  /** Pages that are joined in one result. */
  readonly pagesPerResponse: number;
  readonly isAllowed: (size: number) => boolean;
}

/**
 * Pages of `size` items. The page with this index, from 0, begins after the first `keptCount` items of the current
 * page.
 */
export interface NumberedPage {
  readonly size: number;
  readonly index: number;
  readonly keptCount: number;
}

/** Bounds of a page's size. */
export interface PageBounds {
  readonly isAllowed: (size: number) => boolean;
  readonly minSize: number;
  readonly maxSize: number;
}

/** Largest page size, as a multiple of the number of items that fit. Larger pages only burden the API. */
const MAX_SIZE_FACTOR = 4;
/** Expected share of a truncated page that is shown. The other items are dropped to align the following page. */
const TRUNCATED_SHARE = 0.97;

/**
 * Finds the best page to continue with. Numbered pages begin at multiples of their size only, so fewer items may be
 * kept than fit, such that a size divides the number of items before the first one that is not shown. Of all sizes, it
 * takes the one that is likely to need the fewest calls. Returns undefined if no size is possible.
 */
export function findPageAfter({
  offset,
  isAllowed,
  remainingCount,
  shownCount,
  pagesPerResponse,
}: PagePosition): NumberedPage | undefined {
  let bestPage: NumberedPage | undefined;
  let fewestCalls = Infinity;
  const maxSize = Math.min(
    offset + shownCount,
    Math.ceil((shownCount * MAX_SIZE_FACTOR) / pagesPerResponse),
  );
  for (let size = 1; size <= maxSize; size += 1) {
    const index = Math.floor((offset + shownCount) / size);
    const keptCount = index * size - offset;
    if (keptCount < 1 || !isAllowed(size)) continue;
    const requestedCount = size * pagesPerResponse;
    const rate =
      requestedCount > shownCount
        ? shownCount * TRUNCATED_SHARE
        : requestedCount;
    const calls = (remainingCount + shownCount - keptCount) / rate;
    if (calls >= fewestCalls) continue;
    fewestCalls = calls;
    bestPage = { size, index, keptCount };
  }
  return bestPage;
}

/**
 * Finds the largest page size within the bounds. For numbered pages, one of the pages of that size must begin after
 * `offset` items.
 */
export function enlargePage(
  offset: number | undefined,
  bounds: PageBounds,
): Omit<NumberedPage, "keptCount"> | undefined {
  const { isAllowed, minSize, maxSize } = bounds;
  const isStart = (size: number) => offset === undefined || offset % size === 0;
  for (
    let size = Math.min(maxSize, offset ?? maxSize);
    size >= minSize;
    size -= 1
  )
    if (isStart(size) && isAllowed(size))
      return { size, index: (offset ?? 0) / size };
  return undefined;
}

/**
 * Returns the sizes that an argument accepts by its schema. If the schema has no maximum, `fallbackMaximum` is the
 * largest size.
 */
export function listPageSizes(argument: PageArgument, fallbackMaximum: number) {
  const { parts } = argument;
  const readNumber = (keyword: string, fallback: number) => {
    const value = findKeyword(parts, keyword);
    return typeof value === "number" ? value : fallback;
  };
  const values = findKeyword(parts, "enum");
  const enumSizes = Array.isArray(values) ? values.map(Number) : undefined;
  const maximum = Math.min(
    findMaximum(argument),
    Math.max(...(enumSizes ?? [Infinity])),
  );
  const maxSize = maximum < Infinity ? maximum : fallbackMaximum;
  const [minimum, exclusiveMinimum] = [
    readNumber("minimum", 1),
    readNumber("exclusiveMinimum", 0),
  ];
  const step = readNumber("multipleOf", 1);
  const isAllowed = (size: number) => {
    const isListed = enumSizes?.includes(size) ?? true;
    return (
      isListed &&
      size >= minimum &&
      size > exclusiveMinimum &&
      size <= maxSize &&
      size % step === 0
    );
  };
  return { isAllowed, maxSize };
}
