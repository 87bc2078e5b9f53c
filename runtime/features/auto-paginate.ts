import { CallError, getOwn } from "../index.js";
import type { ApiResponse, Args, Component, Context } from "../index.js";
import {
  holdsList,
  joinPages,
  advancePage,
} from "./shorten-responses/join-pages.js";
import { findNextPage } from "./shorten-responses/pagination.js";
import { nextPageNote } from "./shorten-responses/pages.js";
import { addNote, apiOrigin, wrapContext } from "./wrap-context.js";

declare module "../types.js" {
  interface ToolDefinition<Operation extends OperationTypes> {
    /** Its list is answered with the pages that follow: up to so many, 20 at most. */
    readonly pages?: Operation extends OperationTypes ? number : never;
  }
  interface ApiResponse<Data> {
    /** Of gathered pages: how the one behind them is got, in words. */
    readonly next?: Data extends unknown ? string : never;
  }
}

const MOST_PAGES = 20;

/** Joins the pages of a list, where a module says how many. */
export const autoPaginate = wrapContext((base, entry) => {
  const { pages = 1 } = (entry?.component ?? {}) as { pages?: number };
  const most = Math.min(pages, MOST_PAGES);
  if (!entry || most < 2) return base;
  const send: Context["send"] = async (given) => {
    const args = given as Args; // they were checked
    const started = performance.now();
    const answer = await base.send(given);
    return gathered({ response: answer, args, entry }, base, { most, started });
  };
  return { ...base, send };
});

type Step = Parameters<typeof findNextPage>[0];
type Next = NonNullable<ReturnType<typeof findNextPage>>;

/** The first page with the items of those that follow, until one is the last, known, late, too much, or fails. */
async function gathered(
  first: Step,
  { call, progress, signal }: Context,
  { most, started }: { readonly most: number; readonly started: number },
): Promise<ApiResponse> {
  const { component, source } = first.entry;
  const { maxResponseBytes, timeout } = source.client();
  const seconds = component.timeout ?? timeout;
  let { data } = first.response;
  if (!holdsList(data)) return first.response;
  let page = first;
  let next = findNextPage(page);
  let text = JSON.stringify(data);
  let bytes = Buffer.byteLength(text);
  let count = 1;
  let missing = "";
  const seen = new Set<string>();
  while (next && count < most) {
    seen.add(JSON.stringify(next));
    const [asked, args] = toAsk(next, page) ?? [];
    const left = seconds - (performance.now() - started) / 1000;
    if (seconds > 0 && left <= 0) missing = `the ${seconds} s are over`;
    else if (!asked || !args) missing = "it is not at the API";
    if (!asked || !args || missing) break;
    // Eighths of a second are whole milliseconds; 0 is no limit.
    const limited = { ...asked, timeout: Math.max(Math.ceil(left * 8) / 8, 0) };
    progress(`Page ${count + 1} of ${most} at most`);
    try {
      const answer = await call(limited, args);
      const more = JSON.stringify(answer.data) ?? "";
      bytes += Buffer.byteLength(more);
      if (bytes > maxResponseBytes) missing = "all would be too large";
      else if (!holdsList(answer.data)) missing = "it is no list";
      if (more === text) next = undefined; // the same again
      if (missing || !next) break;
      data = joinPages(data, answer.data, first.response.data);
      page = {
        ...page,
        args: { ...page.args, ...next.args },
        response: answer,
      };
      text = more;
      count += 1;
    } catch (error) {
      if (signal.aborted || !(error instanceof CallError)) throw error;
      [missing = ""] = error.message.split("\n");
      break;
    }
    next = findNextPage(page);
    if (next && seen.has(JSON.stringify(next))) next = undefined;
  }
  data = advancePage(data, page.response.data, next !== undefined);
  const whole = {
    ...first.response,
    data,
    next: nextPageNote(next?.args) ?? "",
  };
  const more = next && !missing ? ", and there are more" : "";
  const notes = [
    count > 1 ? `${count} pages are joined${more}.` : [],
    missing ? `Page ${count + 1} is missing: ${missing}` : [],
  ].flat();
  return notes.length > 0 ? addNote(whole, notes.join("\n")) : whole;
}

/** As the page before with other arguments, or with the query of its address; another host or path is never asked. */
function toAsk(
  { args, link }: Next,
  page: Step,
): [Component, Args] | undefined {
  const { component, parameters, source } = page.entry;
  const { redact } = source.client();
  const base = apiOrigin(page.entry);
  const url = new URL(link ?? "", base);
  if (link === undefined || url.origin !== base.origin)
    return Object.keys(args).length > 0
      ? [component, { ...page.args, ...args }]
      : undefined;
  const isFixed = (argument: string) =>
    getOwn(component.fixed, argument) !== undefined;
  const asked = parameters().filter(
    (one) => one.in === "query" && !isFixed(one.argument),
  );
  const others = (record: Args = {}) =>
    Object.entries(record).filter(
      ([name]) => !asked.some(({ argument }) => argument === name),
    );
  const [, query] = component.request.split("?");
  const ours = [
    ...[...base.searchParams, ...new URLSearchParams(query)].flat(),
    ...parameters().flatMap((one) => (isFixed(one.argument) ? one.name : [])),
  ];
  const sent = [...new Set(url.searchParams.keys())]
    .map((name) => ({ name, values: url.searchParams.getAll(name) }))
    .filter(
      ({ name, values }) =>
        !ours.includes(name) && !values.some((one) => redact(one) !== one),
    ); // credentials add their own
  const how = { in: "query", allowEmptyValue: true } as const;
  const all = [
    ...others(component.arguments),
    ...sent.map(({ name }) => [`?${name}`, { ...how, name }] as const),
  ];
  return [
    {
      ...component,
      arguments: Object.fromEntries(all) as typeof component.arguments & {}, // its own, and strings
    },
    Object.fromEntries([
      ...others(page.args),
      ...sent.map(({ name, values }) => [`?${name}`, values] as const),
    ]),
  ];
}
