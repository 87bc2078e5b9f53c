// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
import { truncateText, getOwn } from "../index.js";
import type { Args, ApiDefinition } from "../index.js";

/** Bytes of one header that are told. */
const LONGEST = 2_000;

/**
 * Headers that a document declares and that page or count, as they came, where something is left to fetch: of `Link` the
 * next page alone. Nothing where a note says already how the next page is got.
 */
export const pageHeaders: Required<ApiDefinition>["pageHeaders"] = (
  answer,
  { args, entry: { component, source } },
) => {
  const names = getOwn(source.responseFields?.headers, component.request) ?? [];
  const headers = names.flatMap((name): Header[] => {
    const value = answer.headers[name];
    return value === undefined ? [] : [[name, value.trim()]];
  });
  const isTold = /^Next page: /m.test(answer.note ?? "");
  if (isTold || answer.data === undefined) return undefined;
  const next = headers.filter(([name]) => NEXT.test(name));
  // Where the next page has a header of its own, that one knows best.
  const isLeft =
    next.length > 0
      ? next.some(tellsNext)
      : isCounted(headers, answer.data, args);
  if (!isLeft) return undefined;
  return headers
    .map(([name, value]) => {
      const text = name === "link" ? (NEXT_LINK.exec(value)?.[0] ?? "") : value;
      return text && `${name}: ${truncateText(text, LONGEST)}`;
    })
    .filter(Boolean)
    .join("\n");
};

type Header = readonly [name: string, value: string];

function tellsNext([name, value]: Header): boolean {
  if (name === "link") return NEXT_LINK.test(value);
  return MORE.test(name) ? ANY.test(value) : !NOTHING.test(value);
}

/** Whether there are more items, or pages, than up to the end of this response. */
function isCounted(
  headers: readonly Header[],
  data: unknown,
  args: Args,
): boolean {
  const fields = Object.values(Object(data) as object) as unknown[];
  const list = Array.isArray(data) ? data : fields.find(Array.isArray);
  const count = list?.length ?? 0;
  const argumentOf = (pattern: RegExp, usual: number) =>
    Number(
      Object.entries(args).find(([name]) => pattern.test(name))?.[1] ?? usual,
    );
  const before = (argumentOf(NUMBER, 1) - 1) * argumentOf(SIZE, count);
  const end = Math.max(argumentOf(OFFSET, 0), before) + count;
  const current = headers.find(([name]) => PAGE.test(name))?.[1];
  return headers.some(([name, value]) => {
    const [, last, all] = RANGE.exec(value) ?? [];
    if (name === "content-range") return Number(last) + 1 < Number(all);
    if (/pagination/.test(name)) return HAS_NEXT.test(value);
    if (PAGES.test(name)) return Number(current) < Number(value);
    return TOTAL.test(name) && count > 0 && end < Number(value);
  });
}

/** Headers that say whether there is a next page. */
const NEXT = /^link$|next|cursor|continuation|more/;
const MORE = /more|has-next/;
const ANY = /^(true|1|yes)$/i;
const NOTHING = /^(|0|-1|null|none|false)$/i;
/** https://www.rfc-editor.org/rfc/rfc8288#section-3 */
const NEXT_LINK = /<[^<>]*>[^<]*;\s*rel="?[^"<,;]*\bnext\b[^"<,;]*"?/i;
/** https://www.rfc-editor.org/rfc/rfc9110#field.content-range */
const RANGE = /(?<!\d)\d+-(\d+)\/(\d+)$/;
const PAGES = /total-pages|page-count|pages$/;
const PAGE = /^(x-)?(current-)?page$/;
const TOTAL = /total|count/;
/** ASP.NET's `X-Pagination: {"TotalCount":310,"HasNext":true}` */
const HAS_NEXT = /"has_?(next|more)(_?page)?"\s*:\s*true/i;

/** Arguments that say where a page begins, and how long it is. */
const OFFSET = /^(page[-_]?)?(offset|skip)$/i;
const NUMBER = /^page([-_]?(no|num|number|index))?$/i;
const SIZE = /^(per[-_]?page|(page[-_]?)?(limit|size))$/i;
