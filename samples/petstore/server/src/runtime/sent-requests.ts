// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
import { NoResponseError, UpstreamError } from "./errors.js";
import type { RequestSpec } from "./request.js";
import type { ApiResponse } from "./types.js";

/** Number of different requests that one log line names, and the maximum length of a path from a response. */
const MAX_REQUESTS = 20;
const MAX_PATH = 200;

/** Requests that one call has sent, for its line in the log. */
export type SentRequests = ReturnType<typeof createSentRequests>;

/** Records the requests of a call of the first operation. The paths of all these operations are templates. */
export function createSentRequests(
  [operation, ...otherOperations]: readonly [RequestSpec, ...RequestSpec[]],
  redact: (text: string) => string,
  signal: AbortSignal,
) {
  let lastStatus: number | undefined;
  let isOwn = true;
  /** Requests in words, with the number of times that they were sent in a row. */
  const lines: { readonly text: string; count: number }[] = [];
  let leftOutCount = 0;

  function add(spec: RequestSpec, status?: number) {
    const { request } = spec.component;
    lastStatus = status;
    isOwn &&= request === operation.component.request;
    const isTemplate =
      isOwn ||
      otherOperations.some(({ component }) => component.request === request);
    // A path that a response gave may have a credential in its query.
    const [path = ""] = spec.path.split("?");
    const shownPath = isTemplate ? spec.path : redact(path).slice(0, MAX_PATH);
    const text = [spec.method, shownPath, status].filter(Boolean).join(" ");
    const lastLine = lines.at(-1);
    const isAgain = lastLine?.text === text && leftOutCount === 0;
    if (isAgain) lastLine.count += 1;
    else if (lines.length < MAX_REQUESTS) lines.push({ text, count: 1 });
    else leftOutCount += 1;
  }

  /** Requests in words; undefined if the operation was requested once, or nothing was sent. */
  function describeRequests(): string[] | undefined {
    const isSingle = lines.length === 1 && lines[0]?.count === 1;
    if (lines.length === 0 || (isOwn && isSingle)) return undefined;
    const texts = lines.map(({ count, text }) =>
      count > 1 ? `${text} (${count} times)` : text,
    );
    return leftOutCount > 0 ? [...texts, `and ${leftOutCount} more`] : texts;
  }

  return {
    /** Sends a request and records it, unless it failed before it was sent. */
    async record(
      spec: RequestSpec,
      send: () => Promise<ApiResponse>,
    ): Promise<ApiResponse> {
      try {
        const response = await send();
        add(spec, response.status);
        return response;
      } catch (error) {
        if (error instanceof UpstreamError) add(spec, error.status);
        else if (error instanceof NoResponseError || signal.aborted) add(spec);
        throw error;
      }
    },
    /** Fields of the log. They name the operation only if no other one was requested. */
    toLogFields: () => ({
      ...(isOwn &&
        operation.path && { method: operation.method, path: operation.path }),
      requests: describeRequests(),
      status: lastStatus,
    }),
  };
}
