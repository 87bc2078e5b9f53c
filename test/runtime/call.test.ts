import { expect, test } from "vitest";
import { call, startUpstream, toolOf } from "./upstream.js";

test("a call sends the request of its module, and parses the response", async () => {
  const api = await startUpstream();
  const tool = toolOf({
    request: "POST /pets/{petId}",
    arguments: {
      petId: { in: "path" },
      dry_run: { in: "query" },
      trace: { in: "header", name: "X-Trace" },
      session: { in: "cookie" },
    },
    body: {},
  });

  const answer = await call(
    tool,
    { petId: 7, dry_run: false, trace: "t1", session: "s 1", name: "Rex" },
    { baseUrl: `${api.baseUrl}/v1/` },
  );

  expect(answer).toMatchObject({
    status: 200,
    contentType: "application/json",
    data: { ok: true },
  });
  expect(api.received).toEqual([
    {
      method: "POST",
      url: "/v1/pets/7?dry_run=false",
      body: '{"name":"Rex"}',
      headers: {
        Accept: "application/json, */*;q=0.5",
        "x-trace": "t1",
        cookie: "session=s%201",
        "Content-Type": "application/json",
        "Content-Length": "14",
        "User-Agent": expect.stringMatching(/^axios/) as string,
        "Accept-Encoding": expect.stringContaining("gzip") as string,
        Host: new URL(api.baseUrl).host,
        Connection: "keep-alive",
      },
    },
  ]);
});
