import { Readable } from "node:stream";
import { Ajv } from "ajv";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Transport } from "../../runtime/index.js";
import { message } from "./ask.js";
import { petService } from "./fixture.js";
import { silent } from "./serving.js";
import { createHttpHandler } from "./alone.js";

/** Responds to every request with a pet. */
const transport: Transport = () =>
  Promise.resolve({
    status: 200,
    headers: { "content-type": "application/json" },
    body: Readable.from([Buffer.from('{"id":1,"name":"Rex"}')]),
  });

test("a request over HTTP parses and writes JSON as few times as possible", async () => {
  const service = petService("https://api.test", { client: { transport } });
  const handler = createHttpHandler(service, silent);
  const headers = {
    accept: "application/json, text/event-stream",
    "content-type": "application/json",
  };
  const spies = [
    vi.spyOn(JSON, "parse"),
    vi.spyOn(JSON, "stringify"),
    vi.spyOn(Ajv.prototype, "compile"),
  ];
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
  const ask = async (body: string) => {
    for (const spy of spies) spy.mockClear();
    const response = await handler(
      new Request("http://localhost/mcp", { method: "POST", headers, body }),
    );
    const text = await response.text();
    const [read, written, compiled] = spies.map(
      ({ mock }) => mock.calls.length,
    );
    expect(text).toContain('"result"');
    return `${read} read, ${written} written, ${compiled} compiled`;
  };
  const table: Record<string, string> = {};
  for (const [name, params] of [
    ["tools/list", {}],
    ["tools/call", { name: "addPet", arguments: { name: "Rex" } }],
    ["resources/list", {}],
    ["resources/read", { uri: "pets://7" }],
  ] as const) {
    const body = message(name, params);
    // Objects that are made once are made by now, here or by an earlier test.
    await ask(body);
    table[name] = await ask(body);
  }
  expect(table).toMatchInlineSnapshot(`
    {
      "resources/list": "1 read, 1 written, 0 compiled",
      "resources/read": "3 read, 3 written, 0 compiled",
      "tools/call": "2 read, 3 written, 0 compiled",
      "tools/list": "1 read, 1 written, 0 compiled",
    }
  `);
});
