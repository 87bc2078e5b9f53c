import type { IncomingMessage } from "node:http";
import { valueAt } from "../pointer.js";

const JSON_TYPE = /application\/(json|\*)|\*\/\*/;
const STREAM_TYPE = /text\/(event-stream|\*)|\*\/\*/;

/**
 * The `Accept` header to show to the SDK's transport: it insists on both kinds of answer, though it
 * sends one. Who takes either gets an answer.
 */
export function acceptForBoth(request: IncomingMessage): string {
  const accept = acceptOf(request);
  return JSON_TYPE.test(accept) || STREAM_TYPE.test(accept)
    ? "application/json, text/event-stream"
    : accept;
}

/** A stream only where it is needed: for progress, or where the client takes nothing else. */
export function wantsStream(request: IncomingMessage, body: unknown): boolean {
  const accept = acceptOf(request);
  if (!JSON_TYPE.test(accept)) return true;
  return (
    STREAM_TYPE.test(accept) &&
    [body].flat().some((message) => valueAt(message, TOKEN) !== undefined)
  );
}

const TOKEN = "/params/_meta/progressToken";

function acceptOf({ headers: { accept = "*/*" } }: IncomingMessage): string {
  return accept;
}
