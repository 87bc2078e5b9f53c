import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** Reply to one request: a result, an error of the protocol, or nothing in time. */
export type Reply =
  | { readonly result: unknown }
  | { readonly error: unknown }
  | { readonly failed: string };

/** A server on stdio, spoken to without an SDK, so that what it says is kept as it is. */
export interface Session {
  request(method: string, params: object): Promise<Reply>;
  close(): Promise<void>;
}

const SECONDS = 120;

/** Starts a script and shakes hands; `initialize` is what the server answered. */
export async function connect(
  script: string,
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<Session & { readonly initialize: Reply }> {
  const child = spawn(process.execPath, [script], {
    ...options,
    stdio: ["pipe", "pipe", "pipe"],
  });
  const ended = once(child, "close");
  const waiting = new Map<number, (reply: Reply) => void>();
  let said = "";
  let last = 0;
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
  child.stdin.on("error", () => undefined); // reported by the end of the process
  createInterface(child.stdout).on("line", (line) => {
    const message = JSON.parse(line) as { id?: number } & Reply; // JSON-RPC, by the protocol
    if (message.id === undefined) return;
    waiting.get(message.id)?.(replyOf(message));
    waiting.delete(message.id);
  });
  void ended.then(() => {
    for (const give of waiting.values()) give({ failed: said.slice(0, 1000) });
    waiting.clear();
  });

  const send = (message: object) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);

  async function request(method: string, params: object): Promise<Reply> {
    const id = ++last;
    if (child.exitCode !== null) return { failed: "The server has ended." };
    return new Promise((resolve) => {
      const timer = setTimeout(
        () => resolve({ failed: `No reply in ${SECONDS} seconds.` }),
        SECONDS * 1000,
      );
      waiting.set(id, (reply) => {
        clearTimeout(timer);
        resolve(reply);
      });
      send({ id, method, params });
    });
  }

  const initialize = await request("initialize", {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "record", version: "1.0.0" },
  });
  send({ method: "notifications/initialized" });
  return {
    initialize,
    request,
    async close() {
      child.stdin.end();
      const kill = setTimeout(() => child.kill("SIGKILL"), 3000);
      await ended;
      clearTimeout(kill);
    },
  };
}

function replyOf(message: Reply): Reply {
  return "error" in message
    ? { error: message.error }
    : { result: "result" in message ? message.result : undefined };
}
