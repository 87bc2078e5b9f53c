import { execFileSync } from "node:child_process";
import {
  Client as NewClient,
  StreamableHTTPClientTransport as NewTransport,
} from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { turnOf } from "./api.js";
import type { Turn } from "./api.js";

/** Outcome of many calls. */
export interface Outcome {
  /** Calls whose result is not what their turn asks for; none should be. */
  readonly wrong: readonly string[];
  readonly seconds: number;
  /** Milliseconds of the calls that were answered at once: half of them took less, 99 of 100, all. */
  readonly latency: {
    readonly p50: number;
    readonly p99: number;
    readonly max: number;
  };
  /** Megabytes that the server's process held, in ten samples. */
  readonly memory: readonly number[];
}

/** Makes calls with many clients at the same time, each call for an item of its own. */
export async function load(
  url: string,
  options: {
    readonly calls: number;
    readonly clients: number;
    /** The line of the MCP SDK that clients have. Default: v1. */
    readonly client?: keyof typeof CLIENTS;
    readonly pid: number;
    /** Hears each sample of the memory, in megabytes, and how many calls are done. */
    readonly onSample?: (memory: number, done: number) => void;
  },
): Promise<Outcome> {
  const { calls, client: line = "v1", clients, pid } = options;
  const wrong: string[] = [];
  const quick: number[] = [];
  const memory: number[] = [];
  let next = 0;
  let done = 0;

  async function work(): Promise<void> {
    const client = await CLIENTS[line](new URL(url));
    while (next < calls) {
      const id = next++;
      const started = performance.now();
      const problem = await callOnce(client, id);
      if (turnOf(id) === "ok") quick.push(performance.now() - started);
      if (problem !== undefined) wrong.push(problem);
      done += 1;
      if (done % Math.ceil(calls / 10) !== 0) continue;
      const held = megabytesOf(pid);
      memory.push(held);
      options.onSample?.(held, done);
    }
    await client.close();
  }

  const started = performance.now();
  await Promise.all(Array.from({ length: clients }, work));
  const seconds = (performance.now() - started) / 1000;
  quick.sort((a, b) => a - b);
  const at = (share: number) =>
    Math.round(
      quick[Math.min(quick.length - 1, Math.floor(quick.length * share))] ?? 0,
    );
  const latency = { p50: at(0.5), p99: at(0.99), max: at(1) };
  return { wrong, seconds, latency, memory };
}

interface Caller {
  callTool(call: {
    name: string;
    arguments: Record<string, unknown>;
  }): Promise<object>;
  close(): Promise<void>;
}

const CLIENTS = {
  async v1(url: URL): Promise<Caller> {
    const client = new Client({ name: "load", version: "1" });
    await client.connect(new StreamableHTTPClientTransport(url));
    return client;
  },
  async v2(url: URL): Promise<Caller> {
    const client = new NewClient(
      { name: "load", version: "1" },
      { versionNegotiation: { mode: "auto" } },
    );
    await client.connect(new NewTransport(url));
    return client;
  },
};

/** Result of each turn. */
const WANT: Readonly<Record<Turn, (id: number) => RegExp>> = {
  ok: (id) => new RegExp(`^\\{"id":${id}\\}$`),
  slow: (id) => new RegExp(`^\\{"id":${id}\\}$`),
  fails: (id) => new RegExp(`^error: .*503[^]*\\{"id":${id}\\}`),
  resets: () => /^error: .*response was cut off/,
  "breaks off": () => /^error: .*response was cut off/,
};

async function callOnce(
  client: Caller,
  id: number,
): Promise<string | undefined> {
  const { content, isError } = (await client.callTool({
    name: "getItem",
    arguments: { id },
  })) as { content: { text?: string }[]; isError?: boolean }; // as the protocol says
  const text = `${isError ? "error: " : ""}${content[0]?.text}`;
  return WANT[turnOf(id)](id).test(text) ? undefined : `${id}: ${text}`;
}

function megabytesOf(pid: number): number {
  const kilobytes = execFileSync("ps", ["-o", "rss=", "-p", String(pid)]);
  return Math.round(Number(kilobytes.toString()) / 1024);
}
