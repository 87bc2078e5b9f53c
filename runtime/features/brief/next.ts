import { isSchema, own, propertiesOf, toText } from "../../index.js";
import type { Args } from "../../index.js";
import type { Page } from "./page.js";
import { innerOf } from "./names.js";

/** Arguments that say where a page begins, and how long it is, without case and signs: `page[number]`, `pageToken`. */
const KINDS = {
  number: /^(page|pageno|pagenum|pagenumber|pageindex)$/,
  offset: /^(page)?(offset|skip|startat|startindex)$/,
  cursor:
    /^((page|next)?(cursor|after)|(next)?(page|next)token|next|startingafter|startafter|continue|continuation(token)?|exclusivestartkey|marker|scrollid|bookmark)$/,
  size: /^(perpage|limit|pagelimit|pagesize|size|maxresults|maxitems|top|take|first)$/,
};

/** Whether an argument of this name says where a page begins. */
export function isPaging(name: string): boolean {
  const { cursor, number, offset } = KINDS;
  return [cursor, number, offset].some((kind) => kind.test(plain(name)));
}

/** Fields of an answer that tell of the next page, and of how many there are; what they may stand in. */
export const NEXT =
  /^(next|nextpage|nextcursor|nexttoken|nextpagetoken|nextoffset|nextmarker|nextlink|nexturl|nextpageurl|nextpageuri|odatanextlink|continue|continuation(token)?|endcursor|cursor|scrollid)$/;
const TOTAL =
  /^(total|totalcount|totalresults|totalitems|totalsize|resultcount)$/;
const PAGES = /^(totalpages|pagecount|pages|lastpage)$/;
export const MORE = /^(hasmore|hasnext|hasnextpage)$/;
export const AROUND =
  /^(meta|metadata|pagination|paging|pageinfo|page|links|cursors|responsemetadata)$/;

/** How one page, and what it was asked with, lead to the next. */
export type Asked = Pick<Page, "answer" | "args" | "entry">;

/** Which of a tool's arguments page, where this page begins and how long it is, and its items. */
export function pagingOf({ answer: { data }, args, entry }: Asked) {
  const known = propertiesOf(entry.inputSchema());
  const named = (kind: keyof typeof KINDS) =>
    known.find(([name]) => KINDS[kind].test(plain(name)))?.[0];
  const numberOf = (name: string | undefined, usual: number) => {
    const schema = known.find(([other]) => other === name)?.[1];
    return Number(own(args, name ?? "") ?? schema?.["default"] ?? usual);
  };
  const [number, offset] = [named("number"), named("offset")];
  const [cursor, size] = [named("cursor"), named("size")];
  const inner = Array.isArray(data) ? data : innerOf(data)?.[1];
  const items: unknown[] = Array.isArray(inner) ? inner : [];
  const [start, length] = [numberOf(offset, 0), numberOf(size, 0)];
  const page = numberOf(number, 1);
  return { number, offset, cursor, size, items, start, length, page };
}

/** What to call with for the next page, besides the same as before; and its address, where it has one. */
export function nextOf(
  asked: Asked,
): { readonly args: Args; readonly link?: string } | undefined {
  const { answer, args, entry } = asked;
  const { data, headers } = answer;
  const { number, offset, cursor, items, start, length, page } =
    pagingOf(asked);

  /** What the address of the next page says otherwise than this call did. */
  function ofLink(link: string) {
    if (link === "" || !URL.canParse(link, BASE)) return undefined;
    const { searchParams } = new URL(link, BASE);
    const others = entry.parameters().flatMap(({ argument, name }) => {
      const value = searchParams.get(name);
      const isNew = value !== null && value !== toText(own(args, argument));
      return isNew && isPaging(argument) ? [[argument, value] as const] : [];
    });
    return { args: Object.fromEntries(others), link };
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
    return by(cursor, (Object(items.at(-1)) as { id?: unknown }).id);
  const total = Number(valueOf(TOTAL) ?? Infinity);
  const isFull = length > 0 && items.length >= length;
  const end = start + items.length;
  const goesOn = total === Infinity ? isFull : end < total;
  if (offset && items.length > 0) return goesOn ? by(offset, end) : undefined;
  const last = Number(valueOf(PAGES) ?? (isFull ? total / length : 0));
  return page < last ? by(number, page + 1) : undefined;
}

const by = (name: string | undefined, value: unknown) =>
  name !== undefined && /^(string|number)$/.test(typeof value)
    ? { args: { [name]: value } }
    : undefined;

/** https://www.rfc-editor.org/rfc/rfc8288#section-3 */
const LINK = /<([^<>]*)>[^<]*;\s*rel="?[^"<,]*\bnext\b/i;
const MOST_LINKS = 8_000;
/** Of links that are relative. */
const BASE = "http://api.invalid";

/** Fields of an answer and of what tells of its page, by name without case and signs. */
function fieldsAround(data: unknown, level = 0): [string, unknown][] {
  if (!isSchema(data) || level > 2) return [];
  const fields = Object.entries(data).map(
    ([name, value]): [string, unknown] => [plain(name), value],
  );
  const around = fields.filter(([name]) => AROUND.test(name));
  return [
    ...fields,
    ...around.flatMap(([, value]) => fieldsAround(value, level + 1)),
  ];
}

/** A name without case and signs. */
export const plain = (name: string) =>
  name.toLowerCase().replace(/[^a-z0-9]/g, "");
