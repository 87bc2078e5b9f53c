import { expect, test, vi } from "vitest";
import { message } from "../../ask.js";
import type { Feature } from "../../../../runtime/index.js";
import { serviceOf } from "../../serving.js";
import { toolOf } from "../../upstream.js";
import { fetchHandler } from "../../alone.js";

test("a failed start is reported, and repeated by the next request", async () => {
  const said = vi.spyOn(console, "error").mockReturnValue();
  const start = vi
    .fn(() => Promise.resolve())
    .mockRejectedValueOnce(new Error("no key server"));
  const starting: Feature = {
    name: "starting",
    hooks({ context }) {
      context.lifecycles.add({ start });
      return {};
    },
  };
  const service = serviceOf([toolOf({ request: "GET /" })], {
    features: [starting],
  });
  const handler = fetchHandler(service);
  const ask = () =>
    handler(
      new Request("https://mcp.example/mcp", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: message("tools/list"),
      }),
    );
  const first = await ask();
  expect([first.status, await first.text()]).toEqual([
    500,
    "The server failed to start. See its log.",
  ]);
  expect(said.mock.calls.join("\n")).toContain("no key server");
  expect((await ask()).status).toBe(200);
  expect((await ask()).status).toBe(200);
  expect(start).toHaveBeenCalledTimes(2);
});
