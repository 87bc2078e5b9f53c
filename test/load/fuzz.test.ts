import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent } from "node:http";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { bundle, emit, serve } from "../emitted/project.js";
import type { Served } from "../emitted/project.js";
import { startItems } from "./api.js";
import { many, sendMessage, sendRaw } from "./fuzz.js";
import {
  ENVELOPE,
  headersOf,
  randomOf,
  wrongMessage,
  wrongRequest,
} from "./nonsense.js";

const messages = Number(process.env["MESSAGES"] ?? 50_000);
/** Text that no caller should see. */
const INSIDE = /\n? {4}at |node:|\.ts:\d|main\.js/;

describe.each(["v1", "v2"] as const)("the SDK %s refuses", (sdk) => {
  let api: Awaited<ReturnType<typeof startItems>>;
  let file: string;
  let served: Served;

  beforeAll(async () => {
    api = await startItems();
    const document = "test/load/openapi.json";
    const wanted = { allRoutesAsTools: true, features: ["sessions"] };
    file = await bundle(await emit({ document, sdk, ...wanted }));
  });
  afterEach(() => served.stop());
  afterAll(() => api.close());

  async function start(...args: string[]): Promise<void> {
    served = await serve(file, { args, env: { API_BASE_URL: api.baseUrl } });
  }

  /** Expects that the server still works, and reported no internal error. */
  async function expectSound(): Promise<void> {
    expect(served.child.exitCode).toBeNull();
    const health = await fetch(new URL("/healthz", served.url));
    expect(health.status).toBe(200);
    const errors = served.lines.filter((line) =>
      line.includes('"level":"error"'),
    );
    expect(errors).toEqual([]);
  }

  test("invalid HTTP", async () => {
    await start();
    const seen = new Map<string, number>();
    await many(Math.ceil(messages / 2), async (number) => {
      const answer = await sendRaw(served.url, wrongRequest(randomOf(number)));
      expect(answer).not.toMatch(INSIDE);
      const status = answer.slice(0, 12);
      seen.set(status, (seen.get(status) ?? 0) + 1);
    });
    process.stdout.write(`${JSON.stringify([...seen])}\n`);
    expect(
      [...seen.keys()].filter((line) => line.startsWith("HTTP/1.1 5")),
    ).toEqual([]);
    await expectSound();
  });

  test.each([
    ["without sessions", [], {}],
    ["with sessions", ["--sessions"], {}],
    ["of 2026-07-28", [], ENVELOPE],
    ["of 2026-07-28 with sessions", ["--sessions"], ENVELOPE],
  ])("invalid JSON-RPC over HTTP, %s", async (name, args, envelope) => {
    await start(...args);
    const agent = new Agent({ keepAlive: true, maxSockets: 32 });
    const isNew = envelope === ENVELOPE;
    const session =
      args.length > 0 && !isNew ? await beginSession(served.url) : {};
    const seen = new Map<number, number>();
    await many(Math.ceil(messages / 4), async (number) => {
      const message = wrongMessage(randomOf(number), envelope);
      const answer = await sendMessage(served.url, {
        message,
        agent,
        headers: isNew ? headersOf(message) : session,
      });
      expect(answer.body, message).not.toMatch(INSIDE);
      expect(answer.status, message).toBeLessThan(500);
      seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
    });
    process.stdout.write(`${name} ${JSON.stringify([...seen])}\n`);
    agent.destroy();
    await expectSound();
  });

  test("invalid JSON-RPC on stdio", async () => {
    await start();
    const child = spawn(process.execPath, [file], {
      env: { API_BASE_URL: api.baseUrl },
      stdio: ["pipe", "pipe", "ignore"],
    });
    const answers: string[] = [];
    createInterface(child.stdout).on("line", (line) => answers.push(line));
    for (let number = 0; number < messages / 10; number += 1) {
      const line = wrongMessage(randomOf(number)).replaceAll("\n", " ");
      if (!child.stdin.write(`${line}\n`)) await once(child.stdin, "drain");
    }
    const last = { jsonrpc: "2.0", id: "last", method: "ping" };
    child.stdin.write(`${JSON.stringify(last)}\n`);
    // Responses come in any order.
    const isLast = (answer: string) => answer.includes('"id":"last"');
    await expect
      .poll(() => answers.some(isLast), { timeout: 30_000 })
      .toBe(true);
    for (const answer of answers) {
      expect(answer).not.toMatch(INSIDE);
      expect(JSON.parse(answer)).toMatchObject({ jsonrpc: "2.0" });
    }
    child.stdin.end();
    expect(await once(child, "exit")).toEqual([0, null]);
  });

  test("heads and bodies that never end", async () => {
    await start();
    const head = "POST /mcp HTTP/1.1\r\nHost: localhost\r\n";
    const body = "Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{";
    const statusOf = async (text: string) => {
      const socket = connect(Number(new URL(served.url).port), "127.0.0.1");
      socket.write(text);
      const [answer] = (await once(socket, "data")) as [Buffer];
      socket.destroy();
      return answer.toString().slice(0, 12);
    };
    expect(await Promise.all([statusOf(head), statusOf(head + body)])).toEqual([
      "HTTP/1.1 408",
      "HTTP/1.1 408",
    ]);
  });
});

async function beginSession(url: string): Promise<Record<string, string>> {
  const { headers } = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 0,
      method: "initialize",
      params: {
        protocolVersion: "2025-06-18",
        capabilities: {},
        clientInfo: { name: "fuzz", version: "1" },
      },
    }),
  });
  return { "mcp-session-id": headers.get("mcp-session-id") ?? "" };
}
