import { ToolwrightError } from "../errors.js";
import { isObject, type JsonObject } from "../shared/json.js";

/** Connection to a server over which requests go one after the other. */
export interface Transport {
  /** Sends a request and returns its result. Rejects with a `ResponseError` if the server refuses the request. */
  readonly request: (method: string, params: JsonObject) => Promise<JsonObject>;
  /** Sends a message that has no response. */
  readonly notify: (method: string) => Promise<void>;
  /** Version of the protocol that further messages state; null before one is agreed on. */
  readonly setVersion: (version: string) => void;
  /** Ends the connection, and the process if it started one. */
  readonly close: () => Promise<void>;
}

/** Limits of one run. */
export interface ServerLimits {
  /** Milliseconds for each request. */
  readonly timeout: number;
  /** Bytes that the server may send in all, the messages that are not read among them. */
  readonly bytes: number;
}

export const DEFAULT_LIMITS: ServerLimits = {
  timeout: 30_000,
  bytes: 32 * 1024 * 1024,
};

/** Refusal of a request by the server. */
export class ResponseError extends Error {
  /** Code of JSON-RPC, or status of HTTP. */
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Counts the bytes of a server. Throws a ToolwrightError above the limit. */
export function createByteCounter({ bytes }: ServerLimits) {
  let count = 0;
  return (added: number) => {
    count += added;
    if (count > bytes)
      throw new ToolwrightError({
        code: "server-list-too-large",
        message: `The server sent more than ${bytes / 1024 / 1024} MB.`,
        hint: "Start it with --toolsets or --only to list fewer components, and check these.",
      });
  };
}

/** Error of a server that does not respond in time. */
export function createTimeoutError(
  method: string,
  { timeout }: ServerLimits,
): ToolwrightError {
  return new ToolwrightError({
    code: "server-timeout",
    message: `The server did not respond to ${method} within ${timeout / 1000} s.`,
    hint: "Check that it is an MCP server, and that it has the variables that it needs to start.",
  });
}

/** Parses a message; undefined for anything but an object in JSON. */
export function parseMessage(text: string): JsonObject | undefined {
  try {
    const message: unknown = JSON.parse(text);
    return isObject(message) ? message : undefined;
  } catch {
    return undefined;
  }
}

/** Result in the response to a request; undefined if the message is another one. Throws a `ResponseError` for an error. */
export function readResult(
  message: JsonObject,
  id: number,
): JsonObject | undefined {
  if (message["id"] !== id || "method" in message) return undefined;
  const { error, result } = message;
  if (isObject(result)) return result;
  const { code, message: text } = isObject(error) ? error : {};
  throw new ResponseError(
    typeof code === "number" ? code : 0,
    typeof text === "string" ? text.slice(0, MAX_TEXT) : "no result",
  );
}

/** Characters of a server's own words in an error. */
export const MAX_TEXT = 300;
