import { getOwn, toText } from "../../index.js";
import type { Args } from "../../index.js";
import { findList } from "./find-list.js";
import {
  fieldsAround,
  findItemId,
  readPaging,
  findPageStep,
} from "./pagination.js";
import type { PageArgument, Paging, PageStep } from "./pagination.js";
import type { Continuation, Cut, Page } from "./page.js";
import { enlargePage, findPageAfter, listPageSizes } from "./page-size.js";
import type { NumberedPage } from "./page-size.js";
import {
  PAGE_ARGUMENTS,
  isPaginationName,
  MORE,
  NEXT,
  looseKey,
} from "./pagination-names.js";

const NO_ARGUMENT = "This operation has no argument for what is not shown.";
/** Pages that a large item made small grow by this factor, or not at all. */
const GROWTH = 1.2;
/** Of the room, what pages of other items are planned to take. */
const FILLED = 0.9;

/**
 * Tells how a list goes on, in the words of the tool: `Next page: page=2.` Where a page is cut, what is told begins at
 * the first item that is not shown.
 */
export function pages(asked: Page): Continuation {
  const { answer, args, entry, longest, room } = asked;
  const { isAsked, isWhole, page: response } = toResponse(asked);
  const { name } = entry.component;
  const { pages: together = 1 } = entry.component as { pages?: number };
  const { next } = answer as { next?: string }; // of gathered pages
  const steps = findList(answer.data)?.steps;
  const paging = readPaging(response);
  const { cursor, items, length, offset, size, total } = paging;
  const step = isAsked ? findPageStep(response, paging) : undefined;
  // What the API doesn't keep to, or the handler doesn't send, is no argument.
  const isObeyed =
    isAsked && (length === 0 || items.length <= length * together);
  const isExact = isWhole && isObeyed;
  const way = wayOf(paging, args);
  const before = itemsBefore(paging, step);
  const known = longest.get(name) ?? 0;
  let behind: NumberedPage | undefined;

  /** The list itself, or the map that it is in. */
  const isPage = (cut: Cut) =>
    cut.of === "items"
      ? cut.steps.join("/") === steps?.join("/")
      : cut.of === "fields" && cut.steps.length <= 1;

  function keep(cut: Cut): number {
    const isNumbered = isExact && way === "number" && isPage(cut);
    if (!isNumbered || !size || before === undefined) return cut.shown;
    const all = cut.all / together;
    const { isAllowed } = listPageSizes(size, Math.max(known, Math.ceil(all)));
    const left = total - before - cut.shown;
    behind = findPageAfter({
      ...{ before, isAllowed, shown: cut.shown, together },
      left:
        left > 0 && left < Infinity ? left : Math.max(cut.all, cut.shown * 5),
    });
    return behind?.kept ?? cut.shown;
  }

  function note(cuts: readonly Cut[]): string | undefined {
    const cut = cuts.find(isPage);
    if (!cut)
      return told(
        cuts.length > 0 && NO_ARGUMENT,
        together > 1 ? next : noteOfStep(),
      );
    longest.set(name, Math.max(known, Math.ceil(cut.all / together)));
    const following = argsBehind(cut);
    if (following) return nextPageNote(following) ?? NO_ARGUMENT;
    const fewer = fewerThan(cut);
    if (fewer) {
      const skips = step && " The cursor or link shown skips what was cut.";
      return `Fewer at once: ${listed(fewer)}. These items come again.${skips ?? ""}`;
    }
    const isLast = !step?.isReachable;
    return told(
      isLast ? NO_ARGUMENT : `${NO_ARGUMENT} The next page skips it.`,
      noteOfStep(),
    );
  }

  /** What leads to the first item that is not shown; undefined: nothing does. */
  function argsBehind({ shown }: Cut): Args | undefined {
    if (!isExact) return undefined;
    if (way === "offset" && offset)
      return { [offset.name]: paging.start + shown };
    if (behind) return numbered(behind);
    const last = findItemId(items[shown - 1]);
    const isById =
      way === "cursor" && cursor && isPagedById(response, step, cursor);
    return isById && last ? { [cursor.name]: last } : undefined;
  }

  function numbered({ index, size: count }: Omit<NumberedPage, "kept">): Args {
    const { first, number } = paging;
    return {
      ...(number && { [number.name]: index + first }),
      ...(size && count !== length && { [size.name]: count }),
    };
  }

  /** The same items on smaller pages; undefined where none are smaller, the API keeps to no size, or nothing leads on. */
  function fewerThan({ all, shown }: Cut): Args | undefined {
    // A last page may name a first one, and smaller pages a next one.
    const hasLink = response.answer.headers["link"] !== undefined;
    const isLinked = hasLink && step?.isReachable !== false;
    const isLeading = way !== "none" || step?.isReachable || isLinked;
    if (!size || !isObeyed || !isLeading) return undefined;
    const share = shown / together;
    const most = Math.floor(share < 10 ? share : share * FILLED) || 1;
    const { isAllowed } = listPageSizes(size, all);
    const isFewer = most < (length || all);
    const sizes = Array.from({ length: most }, (_, at) => most - at);
    const count = isFewer ? sizes.find(isAllowed) : undefined;
    const { first, number, page } = paging;
    const isBack = way === "number" && number && page !== first;
    return count === undefined
      ? undefined
      : { ...(isBack && { [number.name]: first }), [size.name]: count };
  }

  function noteOfStep(): string | undefined {
    if (!step) return undefined;
    if (step.isReachable) {
      const following = nextPageNote(largerArgs() ?? step.args);
      return step.isUnsure
        ? following?.replace("page:", "page, if there is one:")
        : following;
    }
    if (!steps) return undefined; // of no list, `next` may be anything
    const isKnown = items.length < total && total < Infinity;
    const count = isKnown ? `${items.length} of ${total}` : "There is more";
    return `${count}; this operation has no argument for the next page.`;
  }

  /** The next page, with more items than this one, where the API has given longer ones before and there is room. */
  function largerArgs(): Args | undefined {
    const isFull = length > 0 && items.length === length && together === 1;
    if (!size || !isFull || way === "offset" || known === 0) return undefined;
    const { isAllowed, most } = listPageSizes(size, known);
    const least = length * GROWTH;
    const longer = Math.min(known, most);
    if (longer < least) return undefined;
    const bytes = Buffer.byteLength(JSON.stringify(answer.data) ?? "");
    const fitting = Math.floor((length * room * FILLED) / bytes);
    const bounds = { isAllowed, least, most: Math.min(longer, fitting) };
    const { first, page } = paging;
    const isNumbered = way === "number";
    const count = isNumbered ? (page - first + 1) * length : undefined;
    const larger = enlargePage(count, bounds);
    if (!larger) return undefined;
    return isNumbered
      ? numbered(larger)
      : { ...step?.args, [size.name]: larger.size };
  }

  return { keep, note };
}

/**
 * The page that the API gave, where the handler made something else of it: whether it has as many items, and whether it
 * was asked for once, with the arguments that page as they were given.
 */
function toResponse(page: Page) {
  const { answer, args, sent } = page;
  const [first, ...others] = sent;
  const same = { isAsked: true, isWhole: true };
  if (!first) return { ...same, page }; // of the handler's own making
  const response = { ...page, answer: first.answer };
  if (first.answer === answer) return { ...same, page: response };
  const [shown, given] = [answer, first.answer].map(({ data }) =>
    findList(data),
  );
  const isWhole = shown?.items.length === given?.items.length;
  const names = Object.keys({ ...args, ...first.args }).filter(isPageArgument);
  const isAsked = names.every(
    (name) => toText(getOwn(args, name)) === toText(getOwn(first.args, name)),
  );
  return { isAsked: isAsked && others.length === 0, isWhole, page: response };
}

const isPageArgument = (name: string) =>
  isPaginationName(name) || PAGE_ARGUMENTS.size.test(looseKey(name));

/** What of a tool's arguments leads from page to page in this call. */
function wayOf({ cursor, number, offset }: Paging, args: Args) {
  const isGiven = (argument: PageArgument | undefined) =>
    argument !== undefined && getOwn(args, argument.name) !== undefined;
  if (isGiven(cursor)) return "cursor";
  if (offset && !isGiven(number)) return "offset";
  if (number) return "number";
  return cursor ? "cursor" : "none";
}

/** Items on the pages before one that is numbered; undefined where the size of pages is not known. */
function itemsBefore(
  { first, items, length, page, total }: Paging,
  step: PageStep | undefined,
): number | undefined {
  const count = items.length;
  if (page === first) return 0;
  // A short page that is not the last one: the API gives less than it is asked for.
  const size = step && !step.isUnsure && count < length ? count : length;
  if (size > 0) return (page - first) * size;
  if (step && !step.isUnsure) return (page - first) * count;
  return total < Infinity ? total - count : undefined;
}

/** Whether pages begin behind the item of an id: `starting_after`. */
function isPagedById(
  { answer: { data } }: Page,
  step: PageStep | undefined,
  { name }: PageArgument,
): boolean {
  const fields = fieldsAround(data).map(([field]) => field);
  return (
    /^(starting|start)?after$/.test(looseKey(name)) &&
    step?.link === undefined &&
    fields.some((field) => MORE.test(field)) &&
    !fields.some((field) => NEXT.test(field))
  );
}

const told = (...parts: readonly (string | false | undefined)[]) =>
  parts.filter(Boolean).join("\n") || undefined;

const listed = (args: Args) =>
  Object.entries(args)
    .map((one) => one.join("="))
    .join(", ");

/** What a model is told of the arguments of the next page, where they are not too long to be said again. */
export function nextPageNote(args: Args = {}): string | undefined {
  const text = listed(args);
  return text && text.length < 1_500 ? `Next page: ${text}.` : undefined;
}
