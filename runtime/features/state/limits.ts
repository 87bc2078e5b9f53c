import { ProtocolError } from "../../index.js";
import type { Caller, Feature, MethodHandler } from "../../index.js";
import { markRefused } from "../observe/refused.js";
import { memoryStore, storeOf } from "./store.js";
import type { Store } from "./store.js";

/** Number of calls in a window of time. */
export interface Rate {
  readonly count: number;
  readonly seconds: number;
}

/**
 * Counts one call of a key and returns 0 if it is within the rate, otherwise the seconds until the next call is. A
 * store that replicas share can replace it.
 */
export type CountCall = (key: string, rate: Rate) => Promise<number> | number;

export interface LimitOptions {
  /** Calls and reads of one caller: `60/min`, or `10/s`, `1000/h`, `5000/day`. */
  readonly perCaller: string;
  /** Default: counts in the store of the server. If replicas share it, they have one count. */
  readonly countCall?: CountCall;
}

/** Code of the JSON-RPC error for a read beyond the limit. */
const LIMIT_REACHED = -32000;

/**
 * Limits `tools/call` and `resources/read` of each caller. A call beyond the limit is a tool error with the seconds to
 * wait, since clients throw on HTTP 429 and read no `Retry-After`. On stdio there is one caller.
 */
export function limits({ perCaller, countCall }: LimitOptions): Feature {
  const rate = parseRate(perCaller);
  const findRefusal = async (
    method: string,
    { log, principal }: Caller,
    count: CountCall,
  ) => {
    const seconds = Math.ceil(await count(principal?.id ?? "", rate));
    if (seconds <= 0) return undefined;
    const caller = principal?.name ?? principal?.id;
    log.warn("limited", { method, principal: caller, seconds });
    return `This caller has reached its limit (${perCaller}). Nothing was sent. Try again in ${seconds} s.`;
  };
  return {
    name: "limits",
    stage: "guard",
    isRepeatable: true,
    needsCallers:
      "The limit perCaller needs callers that this server knows. Set MCP_TOKENS, generate with --auth jwt, or take limits out.",
    methods({ context, handlers }) {
      const count = countCall ?? countIn(storeOf(context));
      return Object.fromEntries(
        Object.entries(REFUSALS).flatMap(([method, refuse]) => {
          const handler = handlers[method];
          if (!handler) return [];
          const limitedHandler: MethodHandler = async (params, caller) => {
            const text = await findRefusal(method, caller, count);
            return text === undefined ? handler(params, caller) : refuse(text);
          };
          return [[method, limitedHandler]];
        }),
      );
    },
  };
}

/** Refusals by limited method: a tool's own error, or an error of MCP. */
const REFUSALS: Readonly<Record<string, (text: string) => object>> = {
  "tools/call": (text) =>
    markRefused({ content: [{ type: "text", text }], isError: true }),
  "resources/read": (text) => {
    throw markRefused(new ProtocolError(LIMIT_REACHED, text));
  },
};

/** Seconds of a window, by its unit. */
const WINDOWS: Readonly<Record<string, number>> = {
  s: 1,
  min: 60,
  h: 3600,
  day: 86_400,
};

/** Parses `60/min`. Throws if it is not a rate. */
export function parseRate(text: string): Rate {
  const [, count = "", unit = ""] = /^([1-9]\d{0,8})\/(\w+)$/.exec(text) ?? [];
  const seconds = Object.hasOwn(WINDOWS, unit) ? WINDOWS[unit] : undefined;
  if (seconds === undefined)
    throw new Error(
      `perCaller is "${text}". Write a number of calls and s, min, h or day: 60/min.`,
    );
  return { count: Number(count), seconds };
}

/**
 * Counts the calls of each caller in windows that begin with its first call. Callers on stdio have no id: each has a
 * separate process, which counts by itself.
 */
export function countIn(store: Store): CountCall {
  const localStore = memoryStore();
  return async (caller, rate) => {
    const { seconds, value } = await (caller === "" ? localStore : store).count(
      `limit:${rate.seconds}:${caller}`,
      rate.seconds,
    );
    return value <= rate.count ? 0 : seconds;
  };
}
