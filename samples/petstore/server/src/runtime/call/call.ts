import type { Client } from "../client.js";
import { ArgumentError, CallError, NoAnswer, UpstreamError } from "./errors.js";
import { exchange } from "./exchange.js";
import { explainFailure } from "./failures.js";
import { abortable, withDeadline } from "./limit.js";
import { kindOf } from "../answer/media.js";
import { own } from "../own.js";
import { receive } from "./receive.js";
import { buildRequest } from "../request/request.js";
import type { Strip } from "../answer/strip.js";
import type { Answer, Args, Component } from "../types.js";

/** What one call is made with. */
export interface CallContext {
  readonly client: Client;
  readonly strip: Strip;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** Tells the caller how far the call is. */
  readonly progress: (message: string) => void;
}

/** Sends the request of one component and reads the answer. Every foreseen failure is a `CallError`. */
export function sendRequest(
  component: Component,
  args: Args,
  context: CallContext,
): Promise<Answer> {
  const { client, progress } = context;
  const { request: recipe } = component;
  const operation = `${recipe.method} ${recipe.path}`;
  const seconds =
    own(client.timeouts, component.name) ?? component.timeout ?? client.timeout;
  const late = () =>
    new NoAnswer(
      `no complete answer within ${String(seconds)} s. Try again, ask for less, or let this server's owner raise the timeout.`,
      "ETIMEDOUT",
    );
  return withDeadline(context.signal, { seconds, late }, async (signal) => {
    let leave: (() => void) | undefined;
    try {
      const request = await buildRequest(recipe, args, client);
      leave = await client.slots.take(signal);
      const exchanged = await abortable(
        exchange(request, { client, security: recipe.security, signal }),
        signal,
      );
      const receiving = { client, operation, signal, progress };
      const answer = await receive(exchanged, receiving);
      return stripped(answer, component, context);
    } catch (error) {
      throw toCallError(error, operation, signal);
    } finally {
      // An application in this process must have heard of an abort before the next call reaches it.
      if (leave && signal.aborted) setImmediate(leave);
      else leave?.();
    }
  });
}

function stripped(
  answer: Answer,
  { answer: schema }: Component,
  { client, strip }: CallContext,
): Answer {
  const isJson = kindOf(answer.contentType) === "json";
  return schema && isJson && client.stripUnknownFields
    ? { ...answer, data: strip(answer.data, schema) }
    : answer;
}

/** The error to give: why the call was ended, what was foreseen, what the connection says, or a fault of ours as it is. */
function toCallError(
  error: unknown,
  operation: string,
  signal: AbortSignal,
): unknown {
  if (error instanceof UpstreamError || error instanceof ArgumentError) {
    return error;
  }
  const cause = signal.aborted ? (signal.reason as unknown) : error;
  const known =
    cause instanceof CallError
      ? cause
      : signal.aborted
        ? new CallError("cancelled.")
        : explainFailure(cause);
  if (!known) return error;
  known.message = `${operation}: ${known.message}`;
  return known;
}
