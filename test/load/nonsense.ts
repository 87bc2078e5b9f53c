/** Numbers from 0 up to 1 that are the same for the same seed. https://github.com/bryc/code/blob/master/jshash/PRNGs.md#mulberry32 */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Random = () => number;

const METHODS = [
  "initialize",
  "ping",
  "tools/list",
  "tools/call",
  "resources/read",
  "resources/templates/list",
  "completion/complete",
  "notifications/initialized",
  "notifications/cancelled",
  "logging/setLevel",
  "nothing",
];

const ODD: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  "",
  "getItem",
  "__proto__",
  "constructor",
  "\u0000\ud800",
  "../../etc/passwd",
  "x".repeat(5000),
  [],
  {},
  { type: "ref/resource", uri: "x" },
  JSON.parse('{"__proto__": {"name": "getItem"}}'),
];

function pick<Item>(items: readonly Item[], random: Random): Item | undefined {
  return items[Math.floor(random() * items.length)];
}

/** Description of the client in each message of 2026-07-28. */
export const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** The headers that go with a message of 2026-07-28, as far as it can be read. */
export function headersOf(message: string): Record<string, string> {
  const [, method = "tools/list"] = /"method":"([ -~]+?)"/.exec(message) ?? [];
  const [, name = ""] = /"name":"([ -~]+?)"/.exec(message) ?? [];
  return {
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": method,
    ...(name !== "" && { "mcp-name": name }),
  };
}

/** A JSON-RPC message that is wrong somewhere, as text; sometimes no JSON at all, sometimes right by chance. */
export function wrongMessage(random: Random, envelope: object = {}): string {
  const odd = () => pick(ODD, random);
  const some = (value: unknown) => (random() < 0.8 ? value : odd());
  const message = {
    jsonrpc: some("2.0"),
    id: some(Math.floor(random() * 10)),
    method: some(pick(METHODS, random)),
    params: some({
      name: some("getItem"),
      uri: odd(),
      arguments: some({ id: odd(), [String(odd())]: odd() }),
      _meta: some({ progressToken: odd(), ...envelope }),
      ref: odd(),
      argument: odd(),
      requestId: odd(),
      protocolVersion: odd(),
    }),
  };
  const text = JSON.stringify(random() < 0.1 ? [message, odd()] : message);
  return random() < 0.2 ? mutate(text, random) : text;
}

/** An HTTP request that is wrong somewhere, as it is on the wire. */
export function wrongRequest(random: Random): string {
  const body = wrongMessage(random);
  const mostly = (right: unknown, ...wrong: unknown[]) =>
    String(random() < 0.8 ? right : pick(wrong, random));
  const method = mostly("POST", "GET", "DELETE", "PUT", "TRACE", "CONNECT", "");
  const path = mostly("/mcp", "/mcp?x=1", "/", "*", "//x", "/%ff", "/healthz");
  const length = Buffer.byteLength(body);
  const headers = [
    `Host: ${mostly("localhost", "evil.example", "", "[::1", "a b")}`,
    `Content-Type: ${mostly("application/json", "text/plain", "", "\u00ff")}`,
    `Accept: ${mostly("application/json, text/event-stream", "*/*", "x", "")}`,
    `Origin: ${mostly("http://localhost", "null", "http://evil.example", "%")}`,
    `Content-Length: ${mostly(length, 0, 1, -1, length + 9, "x", "9".repeat(20))}`,
    ...(random() < 0.1 ? [`Transfer-Encoding: ${mostly("chunked", "x")}`] : []),
    ...(random() < 0.1 ? [`Mcp-Session-Id: ${mostly("x", "\u00ff")}`] : []),
    ...(random() < 0.1 ? [`Mcp-Protocol-Version: ${mostly("9", "")}`] : []),
    `X-${"z".repeat(random() < 0.01 ? 20_000 : 1)}: 1`,
  ].filter(() => random() < 0.9);
  const line = `${method} ${path} HTTP/${mostly("1.1", "1.0", "2.0", "x")}`;
  const text = [line, ...headers, "", body].join("\r\n");
  return random() < 0.3 ? mutate(text, random) : text;
}

/** A text with a piece cut out, doubled or replaced. */
function mutate(text: string, random: Random): string {
  const at = Math.floor(random() * text.length);
  const length = Math.floor(random() * 10);
  const piece = text.slice(at, at + length);
  const other = pick(
    ["", piece + piece, "\u0000", "\r\n", "{", '"', "\n\n"],
    random,
  );
  return text.slice(0, at) + String(other) + text.slice(at + length);
}
