import { spawn } from "node:child_process";
import { execPath } from "node:process";
import { createInterface } from "node:readline";
import { ToolwrightError } from "../../errors.js";
import { isObject } from "../../shared/json.js";

/** Call that a model made. */
export interface ModelCall {
  readonly name: string;
  readonly arguments: unknown;
}

/** Built server of a project, started with `API_MOCK`, so that nothing is sent to the API. */
export interface MockServer {
  /** Result of a call, or the message of its error. */
  call(call: ModelCall): Promise<unknown>;
  close(): void;
}

/** Time for one reply of the server. */
const TIMEOUT_MS = 30_000;

/** Starts the built server of a project over stdio. Throws a ToolwrightError if it doesn't reply. */
export async function startMockServer(out: string): Promise<MockServer> {
  const child = spawn(execPath, ["dist/main.js"], {
    cwd: out,
    // No credential of the user gets there: the mock needs none.
    env: { API_MOCK: "1", LOG_LEVEL: "silent" },
    stdio: ["pipe", "pipe", "ignore"],
  });
  const pending = new Map<number, (reply: unknown) => void>();
  const fail = () => {
    for (const resolve of pending.values()) resolve(undefined);
    pending.clear();
  };
  child.on("error", fail).on("close", fail);
  child.stdin.on("error", fail);
  createInterface({ input: child.stdout }).on("line", (line) => {
    const reply = parseReply(line);
    pending.get(reply?.id ?? 0)?.(reply?.body);
    pending.delete(reply?.id ?? 0);
  });
  const write = (message: object) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  let lastId = 0;
  const request = (method: string, params: object) =>
    new Promise<unknown>((resolve) => {
      const id = (lastId += 1);
      const timer = setTimeout(() => resolve(undefined), TIMEOUT_MS);
      pending.set(id, (reply) => {
        clearTimeout(timer);
        resolve(reply);
      });
      if (child.exitCode === null) write({ id, method, params });
      else fail();
    });
  const requestReply = async (method: string, params: object) => {
    const reply = await request(method, params);
    if (reply !== undefined) return reply;
    child.kill();
    throw new ToolwrightError({
      code: "mock-failed",
      file: out,
      message: `The built server gave no reply to ${method}.`,
      hint: "Build it again, and try it: API_MOCK=1 node dist/main.js --help",
    });
  };
  await requestReply("initialize", {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "toolwright-evals", version: "1.0.0" },
  });
  write({ method: "notifications/initialized" });
  return {
    call: ({ arguments: args, name }) =>
      requestReply("tools/call", { name, arguments: args }),
    close: () => child.kill(),
  };
}

/** Reply in a line of the server: its id, and its result or the message of its error. */
function parseReply(line: string) {
  try {
    const message: unknown = JSON.parse(line);
    if (!isObject(message)) return null;
    const { error, id, result } = message;
    return { id: Number(id), body: result ?? { error } };
  } catch {
    return null;
  }
}
