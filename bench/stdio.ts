import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";

/** First message of a client. */
export const INITIALIZE = {
  protocolVersion: "2025-06-18",
  capabilities: {},
  clientInfo: { name: "bench", version: "1.0.0" },
};

/** JSON-RPC with a server on stdio, one request at a time; a response is the line as it came. Throws if none comes. */
export function stdioOf({ stdin, stdout }: ChildProcess) {
  if (!stdin || !stdout) throw new Error("It has no streams.");
  const lines = createInterface(stdout)[Symbol.asyncIterator]();
  let id = 0;
  const send = (message: object) =>
    stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  async function ask(method: string, params: object = {}): Promise<string> {
    id += 1;
    send({ id, method, params });
    for (;;) {
      const line = await lines.next();
      if (line.done) throw new Error("The server has ended.");
      if (line.value.includes(`"id":${id}`)) return line.value;
    }
  }
  return { ask, send };
}
