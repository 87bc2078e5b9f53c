import { getOwn, toText } from "../../../index.js";
import type { Args } from "../../../index.js";
import { findList } from "./find-list.js";
import { findPageOrder, stepToLarger } from "./page-order.js";
import { readPaging, findPageStep } from "./pagination.js";
import type { Continuation, Truncation, Page } from "./page.js";
import { listPageSizes } from "./page-size.js";
import {
  PAGE_ARGUMENTS,
  isPaginationName,
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
  const { items, length, size, total } = paging;
  const step = isForwarded ? findPageStep(apiPage, paging) : undefined;
  // An argument that the API ignores, or that the handler does not send, cannot be used.
  const isObeyed =
    isForwarded && (length === 0 || items.length <= length * pagesPerResponse);
  const isExact = hasAllItems && isObeyed;
  const longestSize = longestPages.get(name) ?? 0;
  const order = findPageOrder(
    {
      response: apiPage.response,
      ...{ paging, step, pagesPerResponse, longestSize },
    },
    args,
  );

  /** True if the cut is of the page's list, or of the map that holds it. */
  const isPage = (truncation: Truncation) =>
    truncation.unit === "items"
      ? truncation.path.join("/") === listPath?.join("/")
      : truncation.unit === "fields" && truncation.path.length <= 1;

  const keep = (truncation: Truncation) =>
    order && isExact && isPage(truncation)
      ? order.keep(truncation)
      : truncation.shownCount;

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
    const nextArgs = isExact ? order?.argsAfter(truncation) : undefined;
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
    const isLeading = order !== undefined || step?.isReachable || isLinked;
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
    return count === undefined
      ? undefined
      : { ...order?.firstPage, [size.name]: count };
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
    if (!size || !isFull || longestSize === 0) return undefined;
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
    return order
      ? order.largerPage(size, bounds)
      : stepToLarger(step, size, bounds);
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
