import { truncateText, getOwn } from "../../index.js";
import type { Args, ApiDefinition } from "../../index.js";

/** Limit of one header in a note, in bytes. */
const MAX_HEADER_BYTES = 2_000;

/**
 * Returns the declared headers for pages and counts, without secrets, if there is more to fetch; only the next page of
 * `Link`. Returns nothing if a note already describes the next page.
 */
export const pageHeaders: Required<ApiDefinition>["pageHeaders"] = (
  response,
  { args, entry: { component, source }, redact },
) => {
  const names = getOwn(source.responseFields?.headers, component.request) ?? [];
  const headers = names.flatMap((name): Header[] => {
    const value = response.headers[name];
    return value === undefined ? [] : [[name, value.trim()]];
  });
  const isNextPageNoted = /^Next page: /m.test(response.note ?? "");
  if (isNextPageNoted || response.data === undefined) return undefined;
  const nextHeaders = headers.filter(([name]) => NEXT_HEADER.test(name));
  // A header for the next page decides; counts are used without one.
  const hasMore =
    nextHeaders.length > 0
      ? nextHeaders.some(hasNextPage)
      : hasMoreByCount(headers, response.data, args);
  if (!hasMore) return undefined;
  return headers
    .map(([name, value]) => {
      const text = name === "link" ? (NEXT_LINK.exec(value)?.[0] ?? "") : value;
      // A secret that is cut first would not be recognized.
      return text && `${name}: ${truncateText(redact(text), MAX_HEADER_BYTES)}`;
    })
    .filter(Boolean)
    .join("\n");
};

type Header = readonly [name: string, value: string];

function hasNextPage([name, value]: Header): boolean {
  if (name === "link") return NEXT_LINK.test(value);
  return MORE_HEADER.test(name)
    ? TRUE_TEXT.test(value)
    : !EMPTY_TEXT.test(value);
}

/** True if there are more items or pages after this response, by the counts in its headers. */
function hasMoreByCount(
  headers: readonly Header[],
  data: unknown,
  args: Args,
): boolean {
  const fields = Object.values(Object(data) as object) as unknown[];
  const list = Array.isArray(data) ? data : fields.find(Array.isArray);
  const count = list?.length ?? 0;
  const readNumber = (pattern: RegExp, defaultNumber: number) => {
    const argument = Object.entries(args).find(([name]) =>
      pattern.test(name),
    )?.[1];
    if (argument === undefined || argument === null) return defaultNumber;
    return typeof argument === "object" ? NaN : Number(argument); // its `toString` may not be a function
  };
  const pageStart =
    (readNumber(PAGE_ARGUMENT, 1) - 1) * readNumber(PAGE_SIZE_ARGUMENT, count);
  const end = Math.max(readNumber(OFFSET_ARGUMENT, 0), pageStart) + count;
  const current = headers.find(([name]) => PAGE_HEADER.test(name))?.[1];
  return headers.some(([name, value]) => {
    const [, lastIndex, totalCount] = CONTENT_RANGE.exec(value) ?? [];
    if (name === "content-range")
      return Number(lastIndex) + 1 < Number(totalCount);
    if (/pagination/.test(name)) return HAS_NEXT.test(value);
    if (PAGE_COUNT_HEADER.test(name)) return Number(current) < Number(value);
    return TOTAL_HEADER.test(name) && count > 0 && end < Number(value);
  });
}

/** Headers about the next page, and the values that confirm or deny it. */
const NEXT_HEADER = /^link$|next|cursor|continuation|more/;
const MORE_HEADER = /more|has-next/;
const TRUE_TEXT = /^(true|1|yes)$/i;
const EMPTY_TEXT = /^(|0|-1|null|none|false)$/i;
/** https://www.rfc-editor.org/rfc/rfc8288#section-3 */
const NEXT_LINK = /<[^<>]*>[^<]*;\s*rel="?[^"<,;]*\bnext\b[^"<,;]*"?/i;
/** https://www.rfc-editor.org/rfc/rfc9110#field.content-range */
const CONTENT_RANGE = /(?<!\d)\d+-(\d+)\/(\d+)$/;
const PAGE_COUNT_HEADER = /total-pages|page-count|pages$/;
const PAGE_HEADER = /^(x-)?(current-)?page$/;
const TOTAL_HEADER = /total|count/;
/** Matches ASP.NET's `X-Pagination: {"TotalCount":310,"HasNext":true}`. */
const HAS_NEXT = /"has_?(next|more)(_?page)?"\s*:\s*true/i;

/** Names of arguments for the start and the size of a page. */
const OFFSET_ARGUMENT = /^(page[-_]?)?(offset|skip)$/i;
const PAGE_ARGUMENT = /^page([-_]?(no|num|number|index))?$/i;
const PAGE_SIZE_ARGUMENT = /^(per[-_]?page|(page[-_]?)?(limit|size))$/i;
