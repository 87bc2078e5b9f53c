import {
  flattenSchema,
  isSchema,
  getOwn,
  propertiesOf,
  toText,
  typesOf,
} from "../../../index.js";
import type { Args, JsonSchema } from "../../../index.js";
import { findList } from "./find-list.js";
import type { Page } from "./page.js";
import {
  ENVELOPE_FIELD,
  PAGE_ARGUMENTS,
  isPaginationName,
  HAS_MORE_FIELD,
  IS_LAST_FIELD,
  NEXT_PAGE_FIELD,
  PAGE_COUNT_FIELD,
  looseKey,
  TOTAL_FIELD,
} from "./pagination-names.js";

/** A page with the arguments that requested it. */
export type RequestedPage = Pick<
  Page,
  "response" | "args" | "entry" | "redact"
>;

/** A paging argument with the subschemas that apply to it. */
export interface PageArgument {
  readonly name: string;
  readonly parts: readonly JsonSchema[];
}

/** Position of a page among the other pages. */
export interface Paging {
  readonly number: PageArgument | undefined;
  readonly offset: PageArgument | undefined;
  readonly cursor: PageArgument | undefined;
  /** The caller's argument for the size; undefined if the size is fixed. */
  readonly size: PageArgument | undefined;
  /** True if the request has the size, so that the API does not choose it. */
  readonly isSizeSent: boolean;
  /** Names that lead to the list; undefined if the response has none. */
  readonly path: readonly string[] | undefined;
  readonly items: readonly unknown[];
  /** Offset of this page, its number, and the number of the first page. */
  readonly start: number;
  readonly page: number;
  readonly firstNumber: number;
  /** Items of a full page; 0 if unknown. */
  readonly length: number;
  /** Items of all pages; Infinity if unknown. */
  readonly total: number;
}

/** Finds the paging arguments of a tool, and the position, size and items of this page. */
export function readPaging({ response, args, entry }: RequestedPage): Paging {
  const { data, headers } = response;
  const { $defs } = entry.source.schemas;
  const inputProperties = propertiesOf(entry.inputSchema());
  const fields = fieldsAround(data);
  const findArgument = (
    kind: keyof typeof PAGE_ARGUMENTS,
  ): PageArgument | undefined => {
    const candidates = inputProperties.filter(([name]) =>
      PAGE_ARGUMENTS[kind].test(looseKey(name)),
    );
    return candidates
      .map(([name, schema]) => ({
        name,
        parts: flattenSchema([schema], $defs),
      }))
      .find(({ parts }) => typesOf(parts).every(isScalar));
  };
  const readCount = (hasName: (field: string) => boolean) =>
    fields.find(([field, value]) => hasName(field) && isCount(value))?.[1];
  const readEcho = (argument: PageArgument | undefined) =>
    argument && readCount((field) => field === looseKey(argument.name));
  const readSent = (name: string) =>
    getOwn(entry.component.fixed, name) ?? getOwn(args, name);
  /** Returns the argument of the call, otherwise the number in the response, otherwise the default. */
  const readNumber = (argument: PageArgument | undefined) => {
    const { name = "", parts = [] } = argument ?? {};
    const defaultValue = readEcho(argument) ?? findKeyword(parts, "default");
    const value = readSent(name) ?? defaultValue;
    return isCount(value) ? Number(value) : undefined;
  };
  const [number, offset] = [findArgument("number"), findArgument("offset")];
  const [cursor, listedSize] = [findArgument("cursor"), findArgument("size")];
  const fixedSize = findFixedSize(entry);
  const size = fixedSize ?? listedSize;
  const list = findList(data);
  const items = list?.items ?? [];
  const header = headers["x-total-count"] ?? headers["x-total"];
  const total = readCount((field) => TOTAL_FIELD.test(field)) ?? header;
  const echo = Number(readEcho(size) ?? Infinity);
  const firstNumber = readFirstNumber(number, 1);
  const page = readNumber(number) ?? firstNumber;
  const paging = {
    ...{ number, offset, cursor, items, page },
    size: fixedSize ? undefined : listedSize,
    isSizeSent: size !== undefined && readSent(size.name) !== undefined,
    path: list?.path,
    start: readNumber(offset) ?? readFirstNumber(offset, 0),
    // A page with another number than assumed that was requested without one is the first page.
    firstNumber:
      number && getOwn(args, number.name) === undefined ? page : firstNumber,
    // An API that returns fewer items than requested may report its own page size.
    length: Math.min(
      ...[readNumber(size) ?? 0, findMaximum(size)],
      echo < items.length ? Infinity : echo,
    ),
    total: isCount(total) ? Number(total) : Infinity,
  };
  const { isSizeSent, length, start } = paging;
  const { pages: pagesPerResponse = 1 } = entry.component as { pages?: number };
  const count = items.length;
  // The API has another default than the document declares.
  const hasOtherDefault =
    !isSizeSent && length > 0 && count > length * pagesPerResponse;
  if (hasOtherDefault)
    return { ...paging, length: Math.ceil(count / pagesPerResponse) };
  // The API returns fewer items than requested, although there are more.
  const precedingCount = offset ? start : (page - paging.firstNumber) * length;
  const hasMore =
    paging.total < Infinity && precedingCount + count < paging.total;
  const isClamped = hasMore && count > 0 && count < length;
  return isClamped ? { ...paging, length: count } : paging;
}

/** Finds the argument for the page size whose value is fixed, so that callers can't choose it. */
function findFixedSize({
  component,
  parameters,
  schemas,
}: RequestedPage["entry"]): PageArgument | undefined {
  const name = Object.keys(component.fixed ?? {}).find((key) =>
    PAGE_ARGUMENTS.size.test(looseKey(key)),
  );
  if (name === undefined) return undefined;
  const schema = parameters().find(({ argument }) => argument === name)?.schema;
  return { name, parts: flattenSchema(schema ? [schema] : [], schemas.$defs) };
}

/** Returns a keyword of the first subschema that has it. */
export function findKeyword(parts: readonly JsonSchema[], keyword: string) {
  return parts.find((part) => part[keyword] !== undefined)?.[keyword];
}

/** Returns the largest number that an argument accepts. */
export function findMaximum(argument: PageArgument | undefined): number {
  const maxima = (argument?.parts ?? []).flatMap(
    ({ exclusiveMaximum, maximum }) => [
      typeof maximum === "number" ? maximum : Infinity,
      typeof exclusiveMaximum === "number"
        ? Math.ceil(exclusiveMaximum) - 1
        : Infinity,
    ],
  );
  return Math.min(Infinity, ...maxima);
}

const isScalar = (types: readonly unknown[]) =>
  types.some((type) => /^(integer|number|string)$/.test(String(type)));

const isCount = (value: unknown): value is number | string =>
  /^(number|string)$/.test(typeof value) && /^\d{1,15}$/.test(String(value));

/** Returns the number of the first page or item, by the keywords of the argument's schema or its description. */
function readFirstNumber(
  argument: PageArgument | undefined,
  fallback: number,
): number {
  const { parts = [] } = argument ?? {};
  const words = parts.map((part) => String(part["description"])).join(" ");
  const [, word] = FIRST_NUMBER.exec(words) ?? [];
  const describedNumber = { "0": 0, zero: 0, "1": 1, one: 1 }[
    word?.toLowerCase() ?? ""
  ];
  const bounds = ["default", "minimum"].map((keyword) =>
    findKeyword(parts, keyword),
  );
  const bound = bounds.find((limit) => limit === 0 || limit === 1);
  return describedNumber ?? (typeof bound === "number" ? bound : fallback);
}

/** Matches `0-based`, `zero-indexed`, `starts at 1`. */
const FIRST_NUMBER =
  /\b(0|zero|1|one)[- ](?:based|indexed)|\b(?:start|begin)\w* (?:at|from|with) (0|zero|1|one)\b/i;

/** Arguments to change for the next page, and its URL if the response has one. */
export interface NextPage {
  readonly args: Args;
  readonly link?: string;
  /** True if the response does not say that there is a next page. */
  readonly isUnsure?: boolean;
}

/**
 * Finds the arguments that lead to the next page. `firstCount` is the number of items on the first page, if this page is
 * a later one: a page size that was not sent is the API's, whatever the document says.
 */
export function findNextPage(
  requestedPage: RequestedPage,
  firstCount?: number,
): NextPage | undefined {
  const paging = readPaging(requestedPage);
  const { isSizeSent, items, length, total } = paging;
  const isShort = items.length < length;
  const knownLength = firstCount ?? (isShort ? 0 : length);
  const step = findPageStep(
    requestedPage,
    isSizeSent || total < Infinity
      ? paging
      : { ...paging, length: knownLength },
  );
  return step?.isReachable || step?.link !== undefined ? step : undefined;
}

/** True if there is a next page to which no argument leads. */
export function hasUnreachablePage(requestedPage: RequestedPage): boolean {
  return (
    findPageStep(requestedPage, readPaging(requestedPage))?.isReachable ===
    false
  );
}

/** A next page. It is not reachable if no argument of the tool leads there. */
export interface PageStep extends NextPage {
  readonly isReachable: boolean;
}

/** Returns the step to the next page, or undefined if this is the last one. */
export function findPageStep(
  requestedPage: RequestedPage,
  paging: Paging,
): PageStep | undefined {
  const { response, args, entry } = requestedPage;
  const { data, headers } = response;
  const { number, offset, cursor, items, start, length, page } = paging;

  /** Returns the arguments that differ between the URL of the next page and this call. */
  function toLinkStep(link: string): PageStep | undefined {
    if (link === "" || !URL.canParse(link, BASE_URL)) return undefined;
    const { searchParams } = new URL(link, BASE_URL);
    const { redact = entry.source.client().redact } = requestedPage;
    const changedArguments = entry
      .parameters()
      .flatMap(({ argument, name, in: location }) => {
        const value = location === "query" ? searchParams.get(name) : null;
        const isNew =
          value !== null && value !== toText(getOwn(args, argument));
        return isNew && redact(value) === value
          ? [[argument, value] as const]
          : [];
      });
    const pageChanges = changedArguments.filter(([argument]) =>
      isPaginationName(argument),
    );
    // Such an API pages by an argument of another name: `since` for GitHub's users.
    const nextArguments =
      pageChanges.length > 0 ? pageChanges : changedArguments;
    const isReachable = nextArguments.length > 0;
    return { args: Object.fromEntries(nextArguments), link, isReachable };
  }

  const { link } = headers;
  if (link)
    return toLinkStep(
      NEXT_LINK.exec(link.slice(0, MAX_LINK_LENGTH))?.[1] ?? "",
    );
  const fields = fieldsAround(data);
  const readScalar = (pattern: RegExp) =>
    fields.find(
      ([name, value]) => pattern.test(name) && typeof value !== "object",
    )?.[1];
  const readFlag = (pattern: RegExp) =>
    fields.find(
      ([name, value]) => pattern.test(name) && typeof value === "boolean",
    )?.[1];
  const isLast = readFlag(IS_LAST_FIELD);
  const hasMore =
    readFlag(HAS_MORE_FIELD) ?? (isLast === undefined ? undefined : !isLast);
  if (hasMore === false) return undefined;
  const nextField = fields.find(([name]) => NEXT_PAGE_FIELD.test(name));
  if (nextField) {
    const [name, field] = nextField;
    const value = isSchema(field) ? field["href"] : field;
    const text = typeof value === "number" ? String(value) : value;
    if (typeof text !== "string" || text === "") return undefined;
    if (/^https?:|^\/|\?/.test(text)) return toLinkStep(text);
    const isNumber = /^\d+$/.test(text) && !/token|cursor/.test(name);
    const targetArgument = isNumber ? (number ?? offset ?? cursor) : cursor;
    return toStep(targetArgument, value);
  }
  if (hasMore === true && cursor && items.length > 0)
    return toStep(cursor, findItemId(items.at(-1)));
  if (items.length === 0) return hasMore === true ? UNREACHABLE : undefined;
  const { firstNumber, total } = paging;
  const isFull = length > 0 && items.length >= length;
  const isUnsure = length === 0 && total === Infinity && hasMore !== true;
  const mayContinue = isFull || isUnsure || hasMore === true;
  if (offset) {
    const end = start + items.length;
    const hasNextPage = total === Infinity ? mayContinue : end < total;
    return hasNextPage ? { ...toStep(offset, end), isUnsure } : undefined;
  }
  const count = page - firstNumber + 1;
  const pageCount = readScalar(PAGE_COUNT_FIELD);
  const pageTotal = pageCount ?? total / (length || items.length);
  const hasNextPage =
    pageTotal === Infinity ? mayContinue : count < Number(pageTotal);
  if (!number) return hasMore === true ? UNREACHABLE : undefined;
  return hasNextPage
    ? {
        ...toStep(number, page + 1),
        isUnsure: isUnsure && pageCount === undefined,
      }
    : undefined;
}

const UNREACHABLE: PageStep = { args: {}, isReachable: false };

function toStep(argument: PageArgument | undefined, value: unknown): PageStep {
  return argument && /^(string|number)$/.test(typeof value)
    ? { args: { [argument.name]: value }, isReachable: true }
    : UNREACHABLE;
}

/** Returns the id of an item. */
export function findItemId(item: unknown): unknown {
  return (Object(item) as { id?: unknown }).id;
}

/** Matches the next link of a Link header: https://www.rfc-editor.org/rfc/rfc8288#section-3 */
const NEXT_LINK = /<([^<>]*)>[^<]*;\s*rel="?[^"<,]*\bnext\b/i;
const MAX_LINK_LENGTH = 8_000;
/** Base of relative links. */
const BASE_URL = "http://api.invalid";

/** Lists the fields of a response and of the objects that describe its page, by name without case and punctuation. */
export function fieldsAround(data: unknown, level = 0): [string, unknown][] {
  if (!isSchema(data) || level > 2) return [];
  const fields = Object.entries(data).map(
    ([name, value]): [string, unknown] => [looseKey(name), value],
  );
  const envelopes = fields.filter(([name]) => ENVELOPE_FIELD.test(name));
  return [
    ...fields,
    ...envelopes.flatMap(([, value]) => fieldsAround(value, level + 1)),
  ];
}
