/** An error whose message is made for the model: what failed and what to do next. No other text leaves. */
export class CallError extends Error {
  override name = "CallError";
}

/** Arguments that can't become a request. Nothing was sent. */
export class ArgumentError extends CallError {
  override name = "ArgumentError";
}

/** No usable answer arrived. `code` is the system's own: `ECONNREFUSED`, `ETIMEDOUT`, … */
export class NoAnswer extends CallError {
  override name = "NoAnswer";
  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message);
  }
}

/** A 4xx or 5xx answer. `body` is its text as it arrived, cut at 64 KB; the message holds 2,048 bytes of it. */
export class UpstreamError extends CallError {
  override name = "UpstreamError";
  constructor(
    message: string,
    readonly status: number,
    readonly headers: Readonly<Record<string, string>>,
    readonly body: string,
  ) {
    super(message);
  }
}

// https://www.jsonrpc.org/specification#error_object
export const INVALID_PARAMS = -32602;

/** A JSON-RPC error with just this message. */
export class ProtocolError extends Error {
  override readonly name = "ProtocolError";
  constructor(
    readonly code: number,
    message: string,
    readonly data?: object,
  ) {
    super(message);
  }
}
