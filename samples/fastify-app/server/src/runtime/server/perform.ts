import type { Catalog, Entry } from "../catalog.js";
import { createContext } from "./context.js";
import type { Caller } from "./context.js";
import { CallError, toErrorMessage, UpstreamError } from "../call/errors.js";
import { forCaller } from "../credentials/for-caller.js";
import { maskSecrets, withoutSecrets } from "../credentials/secrets.js";
import type { Log } from "./log.js";
import { traced } from "./trace.js";
import type { Answer, Args, HandlerResult } from "../types.js";

/** What every call is made with. */
export interface Desk {
  readonly catalog: Catalog;
  readonly log: Log;
  readonly caller: Caller;
}

/** One call of a component. */
export interface Call<Result> {
  readonly entry: Entry;
  readonly args: Args;
  /** The arguments are text out of a URI. */
  readonly fromUri: boolean;
  readonly convert: (value: HandlerResult) => Result;
}

/** The result, or the error and the text of it that may leave; and the status of the API's last answer. */
export type Outcome<Result> = { readonly status: number | undefined } & (
  | { readonly result: Result }
  | { readonly error: unknown; readonly message: string }
);

/** Checks the arguments, runs the handler, and tells the log and the trace. Never rejects. */
export function perform<Result>(
  call: Call<Result>,
  desk: Desk,
): Promise<Outcome<Result>> {
  return traced(call.entry.component, (trace) => logged(call, desk, trace));
}

async function logged<Result>(
  { entry, args, fromUri, convert }: Call<Result>,
  { catalog, log, caller }: Desk,
  trace: Readonly<Record<string, string>>,
): Promise<Outcome<Result>> {
  const { component, origin } = entry;
  const client = forCaller(origin.client(), caller.headers);
  const started = performance.now();
  let status: number | undefined;
  let ended = false;
  const progress = (message: string) => {
    if (!ended) caller.progress(message);
  };
  const onAnswer = (answer: Answer) => {
    status = answer.status;
  };
  const details = () => ({
    [component.kind]: component.name,
    method: component.request.method,
    path: component.request.path,
    status,
    ms: Math.round(performance.now() - started),
    id: caller.id,
  });
  try {
    const coerce = fromUri || client.coerce;
    const checked = origin.check(component, args, { coerce });
    const context = createContext(
      entry,
      { ...caller, progress },
      { catalog, onAnswer, trace },
    );
    const converted = convert(await component.handler(checked, context));
    const { value: result, bytes } = withoutSecrets(converted, client);
    log.info("call", { ...details(), bytes });
    return { result, status };
  } catch (error) {
    if (error instanceof UpstreamError) status = error.status;
    if (caller.signal.aborted) log.info("cancelled", details());
    else if (error instanceof CallError)
      log.warn("call", { ...details(), error: error.name });
    else {
      const text = error instanceof Error ? error.stack : String(error);
      log.error("call", {
        ...details(),
        error: maskSecrets(text ?? "", client),
      });
    }
    return { error, message: toErrorMessage(error, client), status };
  } finally {
    ended = true;
  }
}
