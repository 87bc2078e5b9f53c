import { findKeyword, findMaximum } from "./pagination.js";
import type { PageArgument } from "./pagination.js";

/** Where an item stands that a page is to begin at, and which sizes a page may have. */
interface Wanted {
  /** Items before this page, and those of it that there is room for. */
  readonly before: number;
  readonly shown: number;
  /** Items behind those. */
  readonly left: number;
  /** Pages that are joined in one answer. */
  readonly together: number;
  readonly isAllowed: (size: number) => boolean;
}

/** Pages of `size` items, of which one begins behind the `kept` first items of this page: that with this index, from 0. */
export interface NumberedPage {
  readonly size: number;
  readonly index: number;
  readonly kept: number;
}

/** Sizes beyond so many times of what there is room for only burden the API. */
const LARGEST = 4;
/** Of an answer that will be cut, some items are lost for the sake of the page that follows. */
const CUT = 0.97;

/**
 * The page that an answer is best gone on with. Pages by number begin at multiples of their size alone, so fewer items
 * may be kept than there is room for, such that a size divides what is before the first one that is not shown. Of all
 * sizes, that one is taken which is likely to need the fewest calls. Undefined: there is none.
 */
export function findPageAfter({
  before,
  isAllowed,
  left,
  shown,
  together,
}: Wanted): NumberedPage | undefined {
  let best: NumberedPage | undefined;
  let fewest = Infinity;
  const most = Math.min(
    before + shown,
    Math.ceil((shown * LARGEST) / together),
  );
  for (let size = 1; size <= most; size += 1) {
    const index = Math.floor((before + shown) / size);
    const kept = index * size - before;
    if (kept < 1 || !isAllowed(size)) continue;
    const asked = size * together;
    const rate = asked > shown ? shown * CUT : asked;
    const calls = (left + shown - kept) / rate;
    if (calls >= fewest) continue;
    fewest = calls;
    best = { size, index, kept };
  }
  return best;
}

/** The largest size of pages within these bounds; by number, of those pages of which one begins behind `before` items. */
export function enlargePage(
  before: number | undefined,
  bounds: {
    readonly isAllowed: (size: number) => boolean;
    readonly least: number;
    readonly most: number;
  },
): Omit<NumberedPage, "kept"> | undefined {
  const { isAllowed, least, most } = bounds;
  const isStart = (size: number) => before === undefined || before % size === 0;
  for (let size = Math.min(most, before ?? most); size >= least; size -= 1)
    if (isStart(size) && isAllowed(size))
      return { size, index: (before ?? 0) / size };
  return undefined;
}

/** Sizes that an argument takes: as its schema says, and where that names no maximum, no more than `longest`. */
export function listPageSizes(argument: PageArgument, longest: number) {
  const { parts } = argument;
  const numberOf = (keyword: string, usual: number) => {
    const value = findKeyword(parts, keyword);
    return typeof value === "number" ? value : usual;
  };
  const values = findKeyword(parts, "enum");
  const listed = Array.isArray(values) ? values.map(Number) : undefined;
  const maximum = Math.min(
    findMaximum(argument),
    Math.max(...(listed ?? [Infinity])),
  );
  const most = maximum < Infinity ? maximum : longest;
  const [least, below] = [
    numberOf("minimum", 1),
    numberOf("exclusiveMinimum", 0),
  ];
  const step = numberOf("multipleOf", 1);
  const isAllowed = (size: number) => {
    const isListed = listed?.includes(size) ?? true;
    return (
      isListed &&
      size >= least &&
      size > below &&
      size <= most &&
      size % step === 0
    );
  };
  return { isAllowed, most };
}
