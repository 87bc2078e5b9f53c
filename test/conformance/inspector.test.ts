import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serve } from "../emitted/project.js";
import type { Served } from "../emitted/project.js";
import { inspector } from "./inspector.js";
import { buildServer, startApi } from "./server.js";

const run = promisify(execFile);
let api: Awaited<ReturnType<typeof startApi>>;
let served: Served;
/** Arguments of the Inspector by which it reaches the server. */
const targets: Record<string, string[]> = {};

beforeAll(async () => {
  api = await startApi();
  const file = await buildServer();
  served = await serve(file, { env: { API_BASE_URL: api.baseUrl } });
  targets["stdio"] = [
    "-e",
    `API_BASE_URL=${api.baseUrl}`,
    "-e",
    "LOG_LEVEL=error",
    process.execPath,
    file,
  ];
  targets["http"] = [served.url, "--transport", "http"];
});
afterAll(async () => {
  await served.stop();
  api.close();
});

/** Output of the Inspector for one request. */
async function inspect(transport: string, ...request: string[]) {
  const target = targets[transport] ?? [];
  const { stdout } = await run(process.execPath, [
    inspector,
    "--cli",
    ...target,
    "--method",
    ...request,
  ]);
  return JSON.parse(stdout) as unknown;
}

describe.each(["stdio", "http"])("the Inspector over %s", (transport) => {
  test("lists tools", async () => {
    const { tools } = (await inspect(transport, "tools/list")) as {
      tools: { name: string }[];
    };
    expect(tools.map(({ name }) => name)).toContain("test_simple_text");
    expect(tools).toHaveLength(9);
  });

  test("calls a tool", async () => {
    const call = ["tools/call", "--tool-name", "test_simple_text"];
    expect(await inspect(transport, ...call)).toMatchObject({
      content: [{ type: "text", text: "This is /text." }],
    });
  });

  test("reads a resource", async () => {
    const read = ["resources/read", "--uri", "test://template/123/data"];
    expect(await inspect(transport, ...read)).toMatchObject({
      contents: [{ text: '{"id":"123"}' }],
    });
  });

  test("lists templates", async () => {
    expect(await inspect(transport, "resources/templates/list")).toMatchObject({
      resourceTemplates: [{ uriTemplate: "test://template/{id}/data" }],
    });
  });
});
