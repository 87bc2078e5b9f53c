import { getOwn, toText } from "../../../index.js";
import type { Args } from "../../../index.js";
import { findList } from "./find-list.js";
import {
  fieldsAround,
  findItemId,
  readPaging,
  findPageStep,
} from "./pagination.js";
import type { PageArgument, Paging, PageStep } from "./pagination.js";
import type { Continuation, Truncation, Page } from "./page.js";
import { enlargePage, findPageAfter, listPageSizes } from "./page-size.js";
import type { NumberedPage } from "./page-size.js";
import {
  PAGE_ARGUMENTS,
  isPaginationName,
  HAS_MORE_FIELD,
  NEXT_PAGE_FIELD,
  looseKey,
} from "./pagination-names.js";

const NO_ARGUMENT = "This operation has no argument to get the rest.";
/** Smallest factor by which pages grow again after a large item made them small. */
const GROWTH = 1.2;
/** Share of the available bytes that a page of other items is planned to fill. */
const FILLED_SHARE = 0.9;

/**
 * Describes how a list continues, in the arguments of the tool: `Next page: page=2.` If a page is truncated, the note
 * leads to the first item that is not shown.
 */
export function pages(page: Page): Continuation {
  const { response, args, entry, longestPages, maxBytes } = page;
  const { isForwarded, hasAllItems, page: apiPage } = toApiPage(page);
  const { name } = entry.component;
  const { pages: pagesPerResponse = 1 } = entry.component as { pages?: number };
  const { next: nextNote } = response as { next?: string }; // set by `autoPaginate`
  const listPath = findList(response.data)?.path;
  const paging = readPaging(apiPage);
  const { cursor, items, length, offset, size, total } = paging;
  const step = isForwarded ? findPageStep(apiPage, paging) : undefined;
  // An argument that the API ignores, or that the handler does not send, cannot be used.
  const isObeyed =
    isForwarded && (length === 0 || items.length <= length * pagesPerResponse);
  const isExact = hasAllItems && isObeyed;
  const pagingKind = findPagingKind(paging, args);
  const precedingCount = countItemsBefore(paging, step);
  const longestSize = longestPages.get(name) ?? 0;
  let pageAfter: NumberedPage | undefined;

  /** True if the cut is of the page's list, or of the map that holds it. */
  const isPage = (truncation: Truncation) =>
    truncation.unit === "items"
      ? truncation.path.join("/") === listPath?.join("/")
      : truncation.unit === "fields" && truncation.path.length <= 1;

  function keep(truncation: Truncation): number {
    const isNumbered = isExact && pagingKind === "number" && isPage(truncation);
    if (!isNumbered || !size || precedingCount === undefined)
      return truncation.shownCount;
    const itemsPerPage = truncation.totalCount / pagesPerResponse;
    const { isAllowed } = listPageSizes(
      size,
      Math.max(longestSize, Math.ceil(itemsPerPage)),
    );
    const remainingCount = total - precedingCount - truncation.shownCount;
    pageAfter = findPageAfter({
      ...{
        offset: precedingCount,
        isAllowed,
        shownCount: truncation.shownCount,
        pagesPerResponse,
      },
      remainingCount:
        remainingCount > 0 && remainingCount < Infinity
          ? remainingCount
          : Math.max(truncation.totalCount, truncation.shownCount * 5),
    });
    return pageAfter?.keptCount ?? truncation.shownCount;
  }

  function note(cuts: readonly Truncation[]): string | undefined {
    const truncation = cuts.find(isPage);
    if (!truncation)
      return joinNotes(
        cuts.length > 0 && NO_ARGUMENT,
        pagesPerResponse > 1 ? nextNote : describeStep(),
      );
    longestPages.set(
      name,
      Math.max(
        longestSize,
        Math.ceil(truncation.totalCount / pagesPerResponse),
      ),
    );
    const nextArgs = findArgsAfter(truncation);
    if (nextArgs) return nextPageNote(nextArgs) ?? NO_ARGUMENT;
    const smallerPageArgs = findSmallerPage(truncation);
    if (smallerPageArgs) {
      const skips = step && " The cursor or link shown skips what was cut.";
      return `Smaller pages: ${formatArgs(smallerPageArgs)}. These items are returned again.${skips ?? ""}`;
    }
    const isLast = !step?.isReachable;
    return joinNotes(
      isLast
        ? NO_ARGUMENT
        : `${NO_ARGUMENT} The next page does not contain it.`,
      describeStep(),
    );
  }

  /** Returns the arguments that lead to the first item that is not shown, or undefined if none do. */
  function findArgsAfter({ shownCount }: Truncation): Args | undefined {
    if (!isExact) return undefined;
    if (pagingKind === "offset" && offset)
      return { [offset.name]: paging.start + shownCount };
    if (pageAfter) return toNumberedArgs(pageAfter);
    const lastId = findItemId(items[shownCount - 1]);
    const isById =
      pagingKind === "cursor" && cursor && isPagedById(apiPage, step, cursor);
    return isById && lastId ? { [cursor.name]: lastId } : undefined;
  }

  function toNumberedArgs({
    index,
    size: count,
  }: Omit<NumberedPage, "keptCount">): Args {
    const { firstNumber, number } = paging;
    return {
      ...(number && { [number.name]: index + firstNumber }),
      ...(size && count !== length && { [size.name]: count }),
    };
  }

  /**
   * Returns arguments for smaller pages with the same items. Returns undefined if no size is smaller, the API ignores
   * the size, or no argument leads on.
   */
  function findSmallerPage({
    totalCount,
    shownCount,
  }: Truncation): Args | undefined {
    // A last page may link to the first one, and smaller pages to a next one.
    const hasLink = apiPage.response.headers["link"] !== undefined;
    const isLinked = hasLink && step?.isReachable !== false;
    const isLeading = pagingKind !== "none" || step?.isReachable || isLinked;
    if (!size || !isObeyed || !isLeading) return undefined;
    const share = shownCount / pagesPerResponse;
    const maxCount = Math.floor(share < 10 ? share : share * FILLED_SHARE) || 1;
    const { isAllowed } = listPageSizes(size, totalCount);
    const isFewer = maxCount < (length || totalCount);
    const sizes = Array.from(
      { length: maxCount },
      (_, index) => maxCount - index,
    );
    const count = isFewer ? sizes.find(isAllowed) : undefined;
    const { firstNumber, number, page } = paging;
    const isBack = pagingKind === "number" && number && page !== firstNumber;
    return count === undefined
      ? undefined
      : { ...(isBack && { [number.name]: firstNumber }), [size.name]: count };
  }

  function describeStep(): string | undefined {
    if (!step) return undefined;
    if (step.isReachable) {
      const stepNote = nextPageNote(findLargerPage() ?? step.args);
      return step.isUnsure
        ? stepNote?.replace("page:", "page, if there is one:")
        : stepNote;
    }
    if (!listPath) return undefined; // without a list, `next` may mean anything
    const isKnown = items.length < total && total < Infinity;
    const count = isKnown ? `${items.length} of ${total}` : "There is more";
    return `${count}; this operation has no argument for the next page.`;
  }

  /**
   * Returns arguments for a next page with more items than this one, if the API has returned longer pages before and
   * they fit.
   */
  function findLargerPage(): Args | undefined {
    const isFull =
      length > 0 && items.length === length && pagesPerResponse === 1;
    if (!size || !isFull || pagingKind === "offset" || longestSize === 0)
      return undefined;
    const { isAllowed, maxSize } = listPageSizes(size, longestSize);
    const minSize = length * GROWTH;
    const longerSize = Math.min(longestSize, maxSize);
    if (longerSize < minSize) return undefined;
    const bytes = Buffer.byteLength(JSON.stringify(response.data) ?? "");
    const fittingSize = Math.floor((length * maxBytes * FILLED_SHARE) / bytes);
    const bounds = {
      isAllowed,
      minSize,
      maxSize: Math.min(longerSize, fittingSize),
    };
    const { firstNumber, page } = paging;
    const isNumbered = pagingKind === "number";
    const count = isNumbered ? (page - firstNumber + 1) * length : undefined;
    const largerPage = enlargePage(count, bounds);
    if (!largerPage) return undefined;
    return isNumbered
      ? toNumberedArgs(largerPage)
      : { ...step?.args, [size.name]: largerPage.size };
  }

  return { keep, note };
}

/**
 * Returns the page as the API sent it, if the handler changed it. `hasAllItems`: the result has as many items as that
 * page. `isForwarded`: the handler sent one request, with the paging arguments of the call.
 */
function toApiPage(page: Page) {
  const { response, args, requests } = page;
  const [firstRequest, ...otherRequests] = requests;
  const defaults = { isForwarded: true, hasAllItems: true };
  if (!firstRequest) return { ...defaults, page }; // the handler made the result itself
  const apiPage = { ...page, response: firstRequest.response };
  if (firstRequest.response === response) return { ...defaults, page: apiPage };
  const [resultList, apiList] = [response, firstRequest.response].map(
    ({ data }) => findList(data),
  );
  const hasAllItems = resultList?.items.length === apiList?.items.length;
  const names = Object.keys({ ...args, ...firstRequest.args }).filter(
    isPageArgument,
  );
  const isForwarded = names.every(
    (name) =>
      toText(getOwn(args, name)) === toText(getOwn(firstRequest.args, name)),
  );
  return {
    isForwarded: isForwarded && otherRequests.length === 0,
    hasAllItems,
    page: apiPage,
  };
}

const isPageArgument = (name: string) =>
  isPaginationName(name) || PAGE_ARGUMENTS.size.test(looseKey(name));

/** Returns the kind of argument that leads from page to page in this call. */
function findPagingKind({ cursor, number, offset }: Paging, args: Args) {
  const isGiven = (argument: PageArgument | undefined) =>
    argument !== undefined && getOwn(args, argument.name) !== undefined;
  if (isGiven(cursor)) return "cursor";
  if (offset && !isGiven(number)) return "offset";
  if (number) return "number";
  return cursor ? "cursor" : "none";
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
  { response: { data } }: Page,
  step: PageStep | undefined,
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

const joinNotes = (...parts: readonly (string | false | undefined)[]) =>
  parts.filter(Boolean).join("\n") || undefined;

const formatArgs = (args: Args) =>
  Object.entries(args)
    .map((pair) => pair.join("="))
    .join(", ");

/** Returns the note with the arguments of the next page, unless they are too long to repeat. */
export function nextPageNote(args: Args = {}): string | undefined {
  const text = formatArgs(args);
  return text && text.length < 1_500 ? `Next page: ${text}.` : undefined;
}
