import { CallError, clientFor, getOwn, UpstreamError } from "../../index.js";
import type {
  ApiResponse,
  Args,
  Caller,
  Component,
  Context,
  Feature,
  RegisteredComponent,
} from "../../index.js";
import {
  holdsList,
  joinPages,
  advancePage,
} from "./shorten-responses/join-pages.js";
import { findList } from "./shorten-responses/find-list.js";
import {
  findNextPage,
  hasUnreachablePage,
} from "./shorten-responses/pagination.js";
import { nextPageNote } from "./shorten-responses/pages.js";
import { addNote, apiOrigin } from "./wrap-context.js";

declare module "../../types.js" {
  interface ToolDefinition<Operation extends OperationTypes> {
    /** Number of pages that are joined in one result, up to 20. */
    readonly pages?: Operation extends OperationTypes ? number : never;
  }
  interface ApiResponse<Data> {
    /** Note about the page after the joined pages. */
    readonly next?: Data extends unknown ? string : never;
  }
}

const MAX_PAGES = 20;

/** Joins the pages of a list for tools that declare a number of `pages`. */
export function autoPaginate(): Feature {
  return {
    name: "auto-paginate",
    stage: "call",
    below: ["poll"],
    hooks: () => ({
      context: (base, { caller, entry }) =>
        entry.component.kind === "tool"
          ? extendContext(base, entry, caller)
          : base,
    }),
  };
}

function extendContext(
  base: Context,
  entry: RegisteredComponent,
  caller: Caller,
): Context {
  const { pages = 1 } = entry.component as { pages?: number };
  const maxPages = Math.min(pages, MAX_PAGES);
  if (maxPages < 2) return base;
  const send: Context["send"] = async (sendArgs) => {
    const args = sendArgs as Args; // they were validated
    const startTime = performance.now();
    const response = await base.send(sendArgs);
    const { redact } = clientFor(entry.source, caller);
    return joinFollowingPages({ response, args, entry, redact }, base, {
      maxPages,
      startTime,
    });
  };
  return { ...base, send };
}

type RequestedPage = Parameters<typeof findNextPage>[0];
type NextPage = NonNullable<ReturnType<typeof findNextPage>>;

/**
 * Appends the items of the following pages to the first page. Stops at the last page, at a page that was seen before,
 * at the limits of time and size, and at an error.
 */
async function joinFollowingPages(
  firstPage: RequestedPage,
  { call, progress, signal }: Context,
  {
    maxPages,
    startTime,
  }: { readonly maxPages: number; readonly startTime: number },
): Promise<ApiResponse> {
  const { component, source } = firstPage.entry;
  const { maxResponseBytes, timeout } = source.client();
  const seconds = component.timeout ?? timeout;
  let { data } = firstPage.response;
  if (!holdsList(data)) return firstPage.response;
  let page = firstPage;
  let items = findList(data)?.items ?? [];
  let nextPage = findNextPage(page);
  if (nextPage?.isUnsure && hasPageHeaders(firstPage)) nextPage = undefined;
  // Such an API says nothing about further pages but a short one.
  const firstCount = nextPage?.isUnsure ? items.length : undefined;
  let pageText = JSON.stringify(data);
  let bytes = Buffer.byteLength(pageText);
  let pageCount = 1;
  let missingReason = "";
  const visitedPages = new Set<string>();
  while (nextPage && pageCount < maxPages) {
    visitedPages.add(JSON.stringify(nextPage));
    const [nextComponent, nextArgs] = toNextRequest(nextPage, page) ?? [];
    const remainingSeconds = seconds - (performance.now() - startTime) / 1000;
    if (seconds > 0 && remainingSeconds <= 0)
      missingReason = `the ${seconds} s ran out`;
    else if (!nextComponent || !nextArgs)
      missingReason = "its URL is not the API's";
    if (!nextComponent || !nextArgs || missingReason) break;
    // Rounds to eighths of a second, which are whole milliseconds. 0 means no limit.
    const limitedComponent = {
      ...nextComponent,
      timeout: Math.max(Math.ceil(remainingSeconds * 8) / 8, 0),
    };
    progress(`Page ${pageCount + 1} (limit: ${maxPages})`);
    try {
      const response = await call(limitedComponent, nextArgs);
      const nextText = JSON.stringify(response.data) ?? "";
      bytes += Buffer.byteLength(nextText);
      if (bytes > maxResponseBytes)
        missingReason = "the result would be too large";
      else if (!holdsList(response.data)) missingReason = "it is not a list";
      const nextItems = findList(response.data)?.items ?? [];
      if (nextText === pageText || isPastEnd(nextPage, nextItems, items))
        nextPage = undefined;
      if (missingReason || !nextPage) break;
      data = joinPages(data, response.data, firstPage.response.data);
      page = {
        ...page,
        args: { ...page.args, ...nextPage.args },
        response,
      };
      [items, pageText] = [nextItems, nextText];
      pageCount += 1;
    } catch (error) {
      if (signal.aborted || !(error instanceof CallError)) throw error;
      // Some APIs refuse a page after the last one.
      if (nextPage?.isUnsure && isRefusal(error)) nextPage = undefined;
      else [missingReason = ""] = error.message.split("\n");
      break;
    }
    nextPage = findNextPage(page, firstCount);
    if (nextPage?.isUnsure) nextPage = undefined;
    if (nextPage && visitedPages.has(JSON.stringify(nextPage)))
      nextPage = undefined;
  }
  const hasMore = nextPage !== undefined || hasUnreachablePage(page);
  data = advancePage(data, page.response.data, hasMore);
  const joinedResponse = {
    ...firstPage.response,
    data,
    next: nextPageNote(nextPage?.args) ?? "",
  };
  const moreNote = nextPage && !missingReason ? ", and there are more" : "";
  const notes = [
    pageCount > 1 ? `${pageCount} pages were joined${moreNote}.` : [],
    missingReason ? `Page ${pageCount + 1} is missing: ${missingReason}` : [],
  ].flat();
  return notes.length > 0
    ? addNote(joinedResponse, notes.join("\n"))
    : joinedResponse;
}

/** True if a document declares headers for pages, so that a response without them is the last page. */
const hasPageHeaders = ({ entry: { component, source } }: RequestedPage) =>
  getOwn(source.responseFields?.headers, component.request) !== undefined;

/** True if a page of which nothing said that it is there is empty, or the one before it. */
function isPastEnd(
  { isUnsure = false }: NextPage,
  items: readonly unknown[],
  itemsBefore: readonly unknown[],
): boolean {
  return (
    isUnsure &&
    (items.length === 0 ||
      JSON.stringify(items) === JSON.stringify(itemsBefore))
  );
}

const isRefusal = (error: CallError) =>
  error instanceof UpstreamError && [400, 404, 416, 422].includes(error.status);

/**
 * Returns the request for the next page: the previous one with other arguments, or with the query of the link. Never
 * changes host or path.
 */
function toNextRequest(
  { args, link }: NextPage,
  page: RequestedPage,
): [Component, Args] | undefined {
  const { component, parameters, source } = page.entry;
  const { redact = source.client().redact } = page;
  const base = apiOrigin(page.entry);
  const url = new URL(link ?? "", base);
  if (link === undefined || url.origin !== base.origin)
    return Object.keys(args).length > 0
      ? [component, { ...page.args, ...args }]
      : undefined;
  const isFixed = (argument: string) =>
    getOwn(component.fixed, argument) !== undefined ||
    getOwn(component.fromClient, argument) !== undefined;
  const queryParameters = parameters().filter(
    (parameter) => parameter.in === "query" && !isFixed(parameter.argument),
  );
  const omitQuery = (record: Args = {}) =>
    Object.entries(record).filter(
      ([name]) => !queryParameters.some(({ argument }) => argument === name),
    );
  const [, query] = component.request.split("?");
  const reservedNames = [
    ...[...base.searchParams, ...new URLSearchParams(query)].flat(),
    ...parameters().flatMap((parameter) =>
      isFixed(parameter.argument) ? parameter.name : [],
    ),
  ];
  const linkParameters = [...new Set(url.searchParams.keys())]
    .map((name) => ({ name, values: url.searchParams.getAll(name) }))
    .filter(
      ({ name, values }) =>
        !reservedNames.includes(name) &&
        !values.some((value) => redact(value) !== value),
    ); // credentials add their own values
  const serialization = { in: "query", allowEmptyValue: true } as const;
  const argumentEntries = [
    ...omitQuery(component.arguments),
    ...linkParameters.map(
      ({ name }) => [`?${name}`, { ...serialization, name }] as const,
    ),
  ];
  return [
    {
      ...component,
      arguments: Object.fromEntries(
        argumentEntries,
      ) as typeof component.arguments & {}, // own properties of the component, and strings
    },
    Object.fromEntries([
      ...omitQuery(page.args),
      ...linkParameters.map(
        ({ name, values }) => [`?${name}`, values] as const,
      ),
    ]),
  ];
}
