// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
/**
 * An error whose message is written for the model: the failure and the remedy. No other error text leaves the server.
 */
export class CallError extends Error {
  override name = "CallError";
}

/** Arguments that can't become a request. Nothing was sent. */
export class ArgumentError extends CallError {
  override name = "ArgumentError";
}

/** A call whose request was not sent, so that it may be sent later. */
export class UnsentError extends CallError {
  override name = "UnsentError";
}

/** A call that works only after the user has logged in or agreed somewhere. Nothing was sent. */
export class LoginError extends UnsentError {
  override name = "LoginError";
  /** Address of the page for that; undefined if there is none that may be shown. */
  readonly page: string | undefined;
  constructor(message: string, page?: string) {
    super(message);
    this.page = page;
  }
}

/** No usable response arrived. `code` is the system's: `ECONNREFUSED`, `ETIMEDOUT`, … */
export class NoResponseError extends CallError {
  override name = "NoAnswer";
  readonly code: string;
  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

/** A 4xx or 5xx response. `body` is its text as it arrived, cut at 64 KB; the message holds 2,048 bytes of it. */
export class UpstreamError extends CallError {
  override name = "UpstreamError";
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  constructor(
    message: string,
    status: number,
    headers: Readonly<Record<string, string>>,
    body: string,
  ) {
    super(message);
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}

// https://www.jsonrpc.org/specification#error_object
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;

/** A JSON-RPC error with exactly this message. */
export class ProtocolError extends Error {
  override readonly name = "ProtocolError";
  readonly code: number;
  readonly data: object | undefined;
  constructor(code: number, message: string, data?: object) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/**
 * Explains in fixed words why no response arrived, since the text of a system's error may hold anything. Returns an
 * error without a code unchanged.
 */
export function toNoResponseError(error: unknown): unknown {
  const { cause, code } = Object(error) as { cause?: unknown; code?: unknown };
  if (cause instanceof CallError) return cause; // of a body that is read while it is sent
  if (error instanceof CallError || typeof code !== "string" || code === "")
    return error;
  const [, reason] = REASONS.find(([codes]) => codes.test(code)) ?? [];
  const explanation = reason ?? "the request failed. Try again.";
  return new NoResponseError(`(${code}) ${explanation}`, code);
}

/**
 * Explanations by error code of Node, OpenSSL, Node's HTTP parser or undici; codes of brotli begin with `ERR__ERROR`.
 */
const REASONS = [
  [
    /^(ECONNREFUSED|ENOTFOUND|EAI_|ETIMEDOUT|E(HOST|NET)(UNREACH|DOWN))/,
    "could not connect to the API. Check that it is running, and check this server's base URL, proxy and network.",
  ],
  [
    /CERT|SELF_SIGNED|UNABLE_TO_|^CRL_|^HOSTNAME_|^EPROTO$|^ERR_(SSL|TLS)_/,
    "the TLS connection failed. Check if the base URL should begin with http: or https:. Set NODE_EXTRA_CA_CERTS to trust a private certificate authority. If the API asks for a client certificate, configure one.",
  ],
  [
    /^(ECONN|EPIPE$|HPE_|Z_|ZSTD_|UND_ERR_SOCKET|ERR_(STREAM|BROTLI|_ERROR))/,
    "the API's response was cut off or is not valid HTTP. Check if a request that changes data took effect before you try again.",
  ],
] as const;
