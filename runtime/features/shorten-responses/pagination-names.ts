/** Arguments that say where a page begins, and how long it is, without case and signs: `page[number]`, `pageToken`. */
export const PAGE_ARGUMENTS = {
  number: /^(page|pageno|pagenum|pagenumber|pageindex)$/,
  offset: /^(page)?(offset|skip|startat|startindex)$/,
  cursor:
    /^((page|next)?(cursor|after)|(next)?(page|next)token|next|startingafter|startafter|continue|continuation(token)?|exclusivestartkey|marker|scrollid|bookmark)$/,
  size: /^(perpage|limit|pagelimit|pagesize|size|maxresults|maxitems|top|take|first|count|itemsperpage|resultsperpage)$/,
};

/** Whether an argument of this name says where a page begins. */
export function isPaginationName(name: string): boolean {
  const { cursor, number, offset } = PAGE_ARGUMENTS;
  return [cursor, number, offset].some((kind) => kind.test(looseKey(name)));
}

/** Fields of an answer that tell of the next page, and of how many there are; what they may stand in. */
export const NEXT =
  /^(next|nextpage|nextcursor|nexttoken|nextpagetoken|nextoffset|nextmarker|nextlink|nexturl|nextpageurl|nextpageuri|odatanextlink|continue|continuation(token)?|endcursor|cursor|scrollid)$/;
export const TOTAL =
  /^(total|totalcount|totalresults|totalitems|totalsize|totalelements|totalrecords|resultcount|odatacount)$/;
export const PAGES = /^(totalpages|pagecount|pages|lastpage)$/;
export const MORE = /^(hasmore|hasnext|hasnextpage)$/;
export const AROUND =
  /^(meta|metadata|pagination|paging|pageinfo|page|links|cursors|responsemetadata)$/;

/** A name without case and signs. */
export const looseKey = (name: string) =>
  name.toLowerCase().replace(/[^a-z0-9]/g, "");
