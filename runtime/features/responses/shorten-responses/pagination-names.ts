/**
 * Names of arguments that give the position and the size of a page, without case and punctuation: `page[number]`,
 * `pageToken`.
 */
export const PAGE_ARGUMENTS = {
  number: /^(page|pageno|pagenum|pagenumber|pageindex)$/,
  offset: /^(page)?(offset|skip|startat|startindex)$/,
  cursor:
    /^((page|next)?(cursor|after)|(next)?(page|next)token|next|startingafter|startafter|continue|continuation(token)?|exclusivestartkey|marker|scrollid|bookmark)$/,
  size: /^(perpage|limit|pagelimit|pagesize|size|maxresults|maxitems|top|take|first|count|itemsperpage|resultsperpage)$/,
};

/** True if an argument of this name gives the position of a page. */
export function isPaginationName(name: string): boolean {
  const { cursor, number, offset } = PAGE_ARGUMENTS;
  return [cursor, number, offset].some((kind) => kind.test(looseKey(name)));
}

/** Names of response fields that describe the next page and the totals, and of the objects that hold such fields. */
export const NEXT_PAGE_FIELD =
  /^(next|nextpage|nextcursor|nexttoken|nextpagetoken|nextoffset|nextmarker|nextlink|nexturl|nextpageurl|nextpageuri|odatanextlink|continue|continuation(token)?|endcursor|cursor|scrollid)$/;
export const TOTAL_FIELD =
  /^(total|totalcount|totalresults|totalitems|totalsize|totalelements|totalrecords|resultcount|odatacount)$/;
export const PAGE_COUNT_FIELD = /^(totalpages|pagecount|pages|lastpage)$/;
/** Names of fields that are true if there is a next page, and of those that are true on the last page. */
export const HAS_MORE_FIELD =
  /^(more|(has)?more(items|pages|results)|moreavailable|hasmore|hasnext|hasnextpage)$/;
export const IS_LAST_FIELD = /^(last|islast|islastpage)$/;
export const ENVELOPE_FIELD =
  /^(meta|metadata|pagination|paging|pageinfo|page|links|cursors|responsemetadata)$/;

/** Returns a name without case and punctuation. */
export const looseKey = (name: string) =>
  name.toLowerCase().replace(/[^a-z0-9]/g, "");
