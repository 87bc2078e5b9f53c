import { isSchema, own, propertiesOf, toText } from "../../index.js";
import type { Page } from "./brief.js";
import { innerOf } from "./names.js";

/** Arguments that say where a page begins, and how long it is, without case and signs: `page[number]`, `pageToken`. */
const KINDS = {
  number: /^(page|pageno|pagenum|pagenumber|pageindex)$/,
  offset: /^(page)?(offset|skip|startat|startindex)$/,
  cursor:
    /^((page|next)?(cursor|after)|(next)?(page|next)token|next|startingafter|startafter|continue|continuation(token)?|exclusivestartkey|marker|scrollid|bookmark)$/,
  size: /^(perpage|limit|pagelimit|pagesize|maxresults|maxitems|top|take|first)$/,
};

/** Whether an argument of this name says where a page begins. */
export function isPaging(name: string): boolean {
  const { cursor, number, offset } = KINDS;
  return [cursor, number, offset].some((kind) => kind.test(plain(name)));
}

/** Fields of an answer that tell of the next page, and of how many there are; what they may stand in. */
const NEXT =
  /^(next|nextpage|nextcursor|nexttoken|nextpagetoken|nextoffset|nextmarker|nextlink|nexturl|nextpageurl|nextpageuri|odatanextlink|continue|continuation(token)?|endcursor|cursor|scrollid)$/;
const TOTAL =
  /^(total|totalcount|totalresults|totalitems|totalsize|resultcount)$/;
const PAGES = /^(totalpages|pagecount|lastpage)$/;
const MORE = /^(hasmore|hasnext|hasnextpage)$/;
const AROUND =
  /^(meta|metadata|pagination|paging|pageinfo|page|links|cursors|responsemetadata)$/;

/** `Next page: page=2.`, in the words of the tool; undefined where there is none, or none is known. */
export function pages({ answer, args, cuts, entry }: Page): string | undefined {
  const { data, headers } = answer;
  const known = propertiesOf(entry.inputSchema());
  const named = (kind: keyof typeof KINDS) =>
    known.find(([name]) => KINDS[kind].test(plain(name)))?.[0];
  const numberOf = (name: string | undefined, usual: number) => {
    const schema = known.find(([other]) => other === name)?.[1];
    return Number(own(args, name ?? "") ?? schema?.["default"] ?? usual);
  };
  const [number, offset, cursor, size] = (
    ["number", "offset", "cursor", "size"] as const
  ).map(named);
  const inner = Array.isArray(data) ? data : innerOf(data)?.[1];
  const items: unknown[] = Array.isArray(inner) ? inner : [];
  const start = numberOf(offset, 0);
  const cut = cuts.find(
    ({ all, of }) => of === "items" && all === items.length,
  );
  if (cut && offset) return told(offset, start + cut.shown);
  if (cut) return size && `Fewer at once: ${size}=${cut.shown}.`;

  /** What the address of the next page says otherwise than this call did. */
  function ofLink(link: string): string | undefined {
    if (!URL.canParse(link, BASE)) return undefined;
    const { searchParams } = new URL(link, BASE);
    const others = entry.parameters.flatMap(({ argument, name }) => {
      const value = searchParams.get(name);
      const isNew = value !== null && value !== toText(own(args, argument));
      return isNew && isPaging(argument) ? [`${argument}=${value}`] : [];
    });
    return others.length > 0 ? `Next page: ${others.join(", ")}.` : undefined;
  }

  const { link } = headers;
  if (link) return ofLink(LINK.exec(link.slice(0, MOST_LINKS))?.[1] ?? "");
  const fields = fieldsAround(data);
  const valueOf = (pattern: RegExp) =>
    fields.find(([name]) => pattern.test(name))?.[1];
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
    return taking && told(taking, text);
  }
  if (isMore === true && cursor && items.length > 0)
    return told(cursor, (Object(items.at(-1)) as { id?: unknown }).id);
  const length = numberOf(size, 0);
  const total = Number(valueOf(TOTAL) ?? Infinity);
  const isFull = length > 0 && items.length >= length;
  const end = start + items.length;
  if (offset && items.length > 0)
    return (total === Infinity ? isFull : end < total)
      ? told(offset, end)
      : undefined;
  const page = numberOf(number, 1);
  const last = Number(valueOf(PAGES) ?? (isFull ? total / length : 0));
  return number && page < last ? told(number, page + 1) : undefined;
}

/** https://www.rfc-editor.org/rfc/rfc8288#section-3 */
const LINK = /<([^<>]*)>[^<]*;\s*rel="?[^"<,]*\bnext\b/i;
const MOST_LINKS = 8_000;
/** Of links that are relative. */
const BASE = "http://api.invalid";

/** Characters of a cursor that are told; without all of it, it is none. */
const MOST = 1_500;

function told(argument: string, value: unknown): string | undefined {
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string" || text.length > MOST) return undefined;
  return `Next page: ${argument}=${text}.`;
}

/** Fields of an answer and of what tells of its page, by name without case and signs. */
function fieldsAround(data: unknown, level = 0): [string, unknown][] {
  if (!isSchema(data) || level > 2) return [];
  const own = Object.entries(data).map(([name, value]): [string, unknown] => [
    plain(name),
    value,
  ]);
  const around = own.filter(([name]) => AROUND.test(name));
  return [
    ...own,
    ...around.flatMap(([, value]) => fieldsAround(value, level + 1)),
  ];
}

const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, "");
