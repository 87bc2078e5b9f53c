import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { understood } from "./fastapi/calls.js";
import { startFastApi } from "./fastapi/start.js";
import { search } from "../../runtime/features/listing/search/search.js";
import { plannedService, connectTo } from "./planned.js";

const app = await startFastApi();
if ("note" in app) process.stderr.write(`${app.note}\n`);

/** Sends a call and reads the text of its result. */
async function call(client: Client, name: string, args: object) {
  const { content, isError = false } = await client.callTool({
    name,
    arguments: { ...args },
  });
  const [block] = content as { text: string }[]; // one text block, or the test fails below
  return { isError, text: block?.text ?? "" };
}

describe.runIf("url" in app)("FastAPI parses requests of", () => {
  let client: Client;

  beforeAll(async () => {
    if (!("url" in app)) return;
    const document = `${app.url}/openapi.json`;
    client = await connectTo(
      await plannedService({ document }, { baseUrl: app.url }, [search()]),
    );
  });

  afterAll(() => ("url" in app ? app.close() : undefined));

  test.each(understood)("%s %j", async (name, args, want) => {
    const { isError, text } = await call(client, name, args);
    expect(isError, text).toBe(false);
    expect(JSON.parse(text)).toEqual(want);
    const through = { name, arguments: args };
    expect(await call(client, "call_operation", through)).toEqual({
      isError,
      text,
    });
  });

  test("a 422 response of FastAPI is a readable error", async () => {
    const args = { name: "nobody", age: 3 };
    const { isError, text } = await call(client, "person", args);
    expect(isError).toBe(true);
    const [head, body = ""] = text.split("\n");
    expect(head).toMatch(/^POST \/people → 422 Unprocessable \w+$/);
    expect(JSON.parse(body)).toMatchObject({
      detail: [
        { loc: ["body", "name"], msg: "Value error, nobody is no person" },
      ],
    });
  });
});
