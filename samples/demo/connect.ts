import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Later } from "./cleanup.js";
import { timed } from "./screen.js";
import type { Screen } from "./screen.js";

/** A built server: its folder, and what it needs from the environment. */
export interface BuiltServer {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

interface Stage {
  readonly screen: Screen;
  readonly later: Later;
}

/** Starts the server as a child process and connects a client to its stdin and stdout. */
export async function connectStdio(
  { folder, env }: BuiltServer,
  { screen, later }: Stage,
): Promise<Client> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ["dist/main.js"],
    cwd: folder,
    env: { ...env, LOG_LEVEL: "error" },
  });
  return connect(transport, { screen, later });
}

/** Starts the server on a free port and connects a client to its `/mcp`. */
export async function connectHttp(
  { folder, env }: BuiltServer,
  { screen, later }: Stage,
): Promise<Client> {
  const main = join("dist", "main.js");
  const child = spawn(
    process.execPath,
    [main, "--transport", "streamable-http", "--port", "0"],
    { cwd: folder, env, stdio: ["ignore", "ignore", "pipe"] },
  );
  const exited = once(child, "exit");
  later(() => {
    child.kill();
    return exited;
  });
  const url = await readUrl(child.stderr);
  screen.row({ what: "listening", result: url.href });
  return connect(new StreamableHTTPClientTransport(url), { screen, later });
}

async function connect(
  transport: StdioClientTransport | StreamableHTTPClientTransport,
  { screen, later }: Stage,
): Promise<Client> {
  const client = new Client({ name: "demo", version: "1.0.0" });
  later(() => client.close());
  await timed(screen, "initialize", async () => {
    // `sessionId` is `string | undefined` in the SDK's class and optional in its interface.
    await client.connect(transport);
    const { name = "", version = "" } = client.getServerVersion() ?? {};
    return `${name} ${version}`;
  });
  return client;
}

/** The address of `/mcp`, from the server's log. */
async function readUrl(log: NodeJS.ReadableStream): Promise<URL> {
  const lines: string[] = [];
  for await (const line of createInterface(log)) {
    const [found] = /http:\/\/[\w.:]+\/mcp/.exec(line) ?? [];
    if (found !== undefined) {
      log.resume();
      return new URL(found);
    }
    lines.push(line);
  }
  throw new Error(`The server ended before it listened:\n${lines.join("\n")}`);
}
