/** Bytes of a list from which on search is better: clients close the connection at 10 MB. */
export const MAX_LIST_BYTES = 8_000_000;

/** Most bytes of a list in one page. A longer list is truncated, and split into pages if that isn't enough. */
export const MAX_PAGE_BYTES = 9_500_000;
