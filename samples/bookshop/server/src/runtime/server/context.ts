import { sendRequest } from "../call/call.js";
import type { Catalog, Entry } from "../catalog.js";
import { forCaller } from "../credentials/for-caller.js";
import type { Answer, Args, Component, Context } from "../types.js";

/** Who waits for the result of a call. */
export interface Caller {
  /** The client's number of the call. */
  readonly id: string | number;
  /** Aborts when nobody waits any more. */
  readonly signal: AbortSignal;
  readonly progress: (message: string) => void;
  /** Headers of the incoming request, in lower case; none on stdio. */
  readonly headers: Readonly<Record<string, string>>;
  /** What the caller's token allows; undefined where this server asks for none. */
  readonly scopes: readonly string[] | undefined;
}

/** What the handler of a component is given. `onAnswer` sees every answer that it gets; the headers of `trace` go with every request. */
export function createContext(
  entry: Entry,
  caller: Caller,
  run: {
    readonly catalog: Catalog;
    readonly onAnswer: (answer: Answer) => void;
    readonly trace: Readonly<Record<string, string>>;
  },
): Context {
  const { headers, progress, signal } = caller;

  async function call(other: Component, args: object): Promise<Answer> {
    const { client, strip } = run.catalog.originOf(other) ?? entry.origin;
    const own = forCaller(client(), headers);
    const answer = await sendRequest(other, args as Args, {
      client: { ...own, headers: { ...own.headers, ...run.trace } },
      strip,
      signal,
      progress,
    });
    run.onAnswer(answer);
    return answer;
  }

  return {
    send: (args) => call(entry.component, args),
    call,
    signal,
    progress,
    headers,
  };
}
