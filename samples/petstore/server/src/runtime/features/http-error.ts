/** A JSON-RPC error that belongs to no message. */
export function httpError(
  status: number,
  message: string,
  { code = -32000, headers = {} } = {},
): Response {
  const error = { jsonrpc: "2.0", error: { code, message }, id: null };
  return Response.json(error, { status, headers });
}
