// https://www.jsonrpc.org/specification#error_object
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;
/** https://modelcontextprotocol.io/specification/2025-11-25/server/resources#error-handling */
export const RESOURCE_NOT_FOUND = -32002;

/** A JSON-RPC error with just this message; the SDK's own class adds a prefix. */
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
