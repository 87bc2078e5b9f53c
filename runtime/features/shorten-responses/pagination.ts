import {
  flattenSchema,
  isSchema,
  getOwn,
  propertiesOf,
  toText,
  typesOf,
} from "../../index.js";
import type { Args, JsonSchema } from "../../index.js";
import { findList } from "./find-list.js";
import type { Page } from "./page.js";
import {
  AROUND,
  PAGE_ARGUMENTS,
  isPaginationName,
  MORE,
  NEXT,
  PAGES,
  looseKey,
  TOTAL,
} from "./pagination-names.js";

/** How one page, and what it was asked with, lead to the next. */
export type RequestedPage = Pick<Page, "answer" | "args" | "entry">;

/** An argument that pages, and all that its schema says of it. */
export interface PageArgument {
  readonly name: string;
  readonly parts: readonly JsonSchema[];
}

/** Where a page stands among the others. */
export interface Paging {
  readonly number: PageArgument | undefined;
  readonly offset: PageArgument | undefined;
  readonly cursor: PageArgument | undefined;
  readonly size: PageArgument | undefined;
  /** Names that lead to its list; undefined where it has none. */
  readonly steps: readonly string[] | undefined;
  readonly items: readonly unknown[];
  /** The offset, and the number of this page and of the first one. */
  readonly start: number;
  readonly page: number;
  readonly first: number;
  /** Items of a whole page; 0: not known. */
  readonly length: number;
  /** Items of all pages; Infinity: not known. */
  readonly total: number;
}

/** Which of a tool's arguments page, where this page begins and how long it is, and its items. */
export function readPaging({ answer, args, entry }: RequestedPage): Paging {
  const { data, headers } = answer;
  const { $defs } = entry.source.schemas;
  const known = propertiesOf(entry.inputSchema());
  const fields = fieldsAround(data);
  const find = (
    kind: keyof typeof PAGE_ARGUMENTS,
  ): PageArgument | undefined => {
    const alike = known.filter(([name]) =>
      PAGE_ARGUMENTS[kind].test(looseKey(name)),
    );
    return alike
      .map(([name, schema]) => ({
        name,
        parts: flattenSchema([schema], $defs),
      }))
      .find(({ parts }) => typesOf(parts).every(isOfOneValue));
  };
  const countIn = (isOne: (field: string) => boolean) =>
    fields.find(([field, value]) => isOne(field) && isCount(value))?.[1];
  const echoOf = (argument: PageArgument | undefined) =>
    argument && countIn((field) => field === looseKey(argument.name));
  /** What the call gave, else what the answer says of itself, else the default. */
  const numberOf = (argument: PageArgument | undefined) => {
    const { name = "", parts = [] } = argument ?? {};
    const usual = echoOf(argument) ?? findKeyword(parts, "default");
    const value = getOwn(args, name) ?? usual;
    return isCount(value) ? Number(value) : undefined;
  };
  const [number, offset] = [find("number"), find("offset")];
  const [cursor, size] = [find("cursor"), find("size")];
  const list = findList(data);
  const items = list?.items ?? [];
  const header = headers["x-total-count"] ?? headers["x-total"];
  const total = countIn((field) => TOTAL.test(field)) ?? header;
  const echo = Number(echoOf(size) ?? Infinity);
  const first = firstOf(number, 1);
  const page = numberOf(number) ?? first;
  const paging = {
    ...{ number, offset, cursor, size, items, page },
    steps: list?.steps,
    start: numberOf(offset) ?? firstOf(offset, 0),
    // A page that is numbered otherwise than was thought, and asked for without its number, is the first.
    first: number && getOwn(args, number.name) === undefined ? page : first,
    // An API that gives less than it was asked for may say so.
    length: Math.min(
      ...[numberOf(size) ?? 0, findMaximum(size)],
      echo < items.length ? Infinity : echo,
    ),
    total: isCount(total) ? Number(total) : Infinity,
  };
  const { length, start } = paging;
  const { pages: together = 1 } = entry.component as { pages?: number };
  const count = items.length;
  const isAsked = size !== undefined && getOwn(args, size.name) !== undefined;
  // Its default is another one than the document says.
  const isOther = !isAsked && length > 0 && count > length * together;
  if (isOther) return { ...paging, length: Math.ceil(count / together) };
  // It gives less than it is asked for, though there is more.
  const before = offset ? start : (page - paging.first) * length;
  const hasMore = paging.total < Infinity && before + count < paging.total;
  const isClamped = hasMore && count > 0 && count < length;
  return isClamped ? { ...paging, length: count } : paging;
}

/** The first value that one of the parts of a schema has for a keyword. */
export function findKeyword(parts: readonly JsonSchema[], keyword: string) {
  return parts.find((part) => part[keyword] !== undefined)?.[keyword];
}

/** The most that an argument may be. */
export function findMaximum(argument: PageArgument | undefined): number {
  const all = (argument?.parts ?? []).flatMap(
    ({ exclusiveMaximum: below, maximum }) => [
      typeof maximum === "number" ? maximum : Infinity,
      typeof below === "number" ? Math.ceil(below) - 1 : Infinity,
    ],
  );
  return Math.min(Infinity, ...all);
}

const isOfOneValue = (types: readonly unknown[]) =>
  types.some((type) => /^(integer|number|string)$/.test(String(type)));

const isCount = (value: unknown): value is number | string =>
  /^(number|string)$/.test(typeof value) && /^\d{1,15}$/.test(String(value));

/** What counts begin at: as the schema of their argument says, in keywords or in words. */
function firstOf(argument: PageArgument | undefined, usual: number): number {
  const { parts = [] } = argument ?? {};
  const words = parts.map((part) => String(part["description"])).join(" ");
  const [, word] = FIRST.exec(words) ?? [];
  const said = { "0": 0, zero: 0, "1": 1, one: 1 }[word?.toLowerCase() ?? ""];
  const bounds = ["default", "minimum"].map((one) => findKeyword(parts, one));
  const bound = bounds.find((one) => one === 0 || one === 1);
  return said ?? (typeof bound === "number" ? bound : usual);
}

/** `0-based`, `zero-indexed`, `starts at 1`. */
const FIRST =
  /\b(0|zero|1|one)[- ](?:based|indexed)|\b(?:start|begin)\w* (?:at|from|with) (0|zero|1|one)\b/i;

/** What to call with for the next page, besides the same as before; and its address, where it has one. */
export interface NextPage {
  readonly args: Args;
  readonly link?: string;
}

/** What leads to the next page. */
export function findNextPage(asked: RequestedPage): NextPage | undefined {
  const step = findPageStep(asked, readPaging(asked));
  if (!step || step.isUnsure) return undefined;
  const { args, isReachable, link } = step;
  if (link !== undefined) return { args, link };
  return isReachable ? { args } : undefined;
}

/** Tells of a next page: no argument of the tool leads there where it is not reachable. */
export interface PageStep extends NextPage {
  readonly isReachable: boolean;
  /** The answer doesn't say that there is one. */
  readonly isUnsure?: boolean;
}

/** The way to the next page; undefined where this is the last one. */
export function findPageStep(
  asked: RequestedPage,
  paging: Paging,
): PageStep | undefined {
  const { answer, args, entry } = asked;
  const { data, headers } = answer;
  const { number, offset, cursor, items, start, length, page } = paging;

  /** What the address of the next page says otherwise than this call did. */
  function ofLink(link: string): PageStep | undefined {
    if (link === "" || !URL.canParse(link, BASE)) return undefined;
    const { searchParams } = new URL(link, BASE);
    const { redact } = entry.source.client();
    const differing = entry
      .parameters()
      .flatMap(({ argument, name, in: at }) => {
        const value = at === "query" ? searchParams.get(name) : null;
        const isNew =
          value !== null && value !== toText(getOwn(args, argument));
        return isNew && redact(value) === value
          ? [[argument, value] as const]
          : [];
      });
    const ofPages = differing.filter(([argument]) =>
      isPaginationName(argument),
    );
    // What such an API pages by has a name of its own: `since` of GitHub's users.
    const others = ofPages.length > 0 ? ofPages : differing;
    const isReachable = others.length > 0;
    return { args: Object.fromEntries(others), link, isReachable };
  }

  const { link } = headers;
  if (link) return ofLink(LINK.exec(link.slice(0, MOST_LINKS))?.[1] ?? "");
  const fields = fieldsAround(data);
  const valueOf = (pattern: RegExp) =>
    fields.find(
      ([name, value]) => pattern.test(name) && typeof value !== "object",
    )?.[1];
  const isMore = valueOf(MORE);
  if (isMore === false) return undefined;
  const next = fields.find(([name]) => NEXT.test(name));
  if (next) {
    const [name, given] = next;
    const value = isSchema(given) ? given["href"] : given;
    const text = typeof value === "number" ? String(value) : value;
    if (typeof text !== "string" || text === "") return undefined;
    if (/^https?:|^\/|\?/.test(text)) return ofLink(text);
    const isNumber = /^\d+$/.test(text) && !/token|cursor/.test(name);
    const taking = isNumber ? (number ?? offset ?? cursor) : cursor;
    return by(taking, value);
  }
  if (isMore === true && cursor && items.length > 0)
    return by(cursor, findItemId(items.at(-1)));
  if (items.length === 0) return isMore === true ? UNREACHABLE : undefined;
  const { first, total } = paging;
  const isFull = length > 0 && items.length >= length;
  const isUnsure = length === 0 && total === Infinity && isMore !== true;
  const mayGoOn = isFull || isUnsure || isMore === true;
  if (offset) {
    const end = start + items.length;
    const goesOn = total === Infinity ? mayGoOn : end < total;
    return goesOn ? { ...by(offset, end), isUnsure } : undefined;
  }
  const count = page - first + 1;
  const pages = valueOf(PAGES);
  const all = pages ?? total / (length || items.length);
  const goesOn = all === Infinity ? mayGoOn : count < Number(all);
  if (!number) return isMore === true ? UNREACHABLE : undefined;
  return goesOn
    ? { ...by(number, page + 1), isUnsure: isUnsure && pages === undefined }
    : undefined;
}

const UNREACHABLE: PageStep = { args: {}, isReachable: false };

function by(argument: PageArgument | undefined, value: unknown): PageStep {
  return argument && /^(string|number)$/.test(typeof value)
    ? { args: { [argument.name]: value }, isReachable: true }
    : UNREACHABLE;
}

/** What an item is known by. */
export function findItemId(item: unknown): unknown {
  return (Object(item) as { id?: unknown }).id;
}

/** https://www.rfc-editor.org/rfc/rfc8288#section-3 */
const LINK = /<([^<>]*)>[^<]*;\s*rel="?[^"<,]*\bnext\b/i;
const MOST_LINKS = 8_000;
/** Of links that are relative. */
const BASE = "http://api.invalid";

/** Fields of an answer and of what tells of its page, by name without case and signs. */
export function fieldsAround(data: unknown, level = 0): [string, unknown][] {
  if (!isSchema(data) || level > 2) return [];
  const fields = Object.entries(data).map(
    ([name, value]): [string, unknown] => [looseKey(name), value],
  );
  const around = fields.filter(([name]) => AROUND.test(name));
  return [
    ...fields,
    ...around.flatMap(([, value]) => fieldsAround(value, level + 1)),
  ];
}
