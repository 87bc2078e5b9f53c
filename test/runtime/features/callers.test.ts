import { describe, expect, test } from "vitest";
import { bearer } from "../../../runtime/features/bearer.js";
import { callers, fromCaller } from "../../../runtime/features/callers.js";
import type { Headers } from "../../../runtime/index.js";
import { callerOf, serve, textOf } from "./calls.js";
import type { Options } from "../upstream.js";

const it = fromCaller("X-Shop-Token", (variable, env) =>
  bearer({ variable, env }),
);
const shared = bearer({ variable: "TOKEN", env: { TOKEN: "token-of-server" } });
const ann: Headers = {
  authorization: "Bearer for-this-server-alone",
  cookie: "sid=for-this-server-alone",
  "x-shop-token": "token-of-ann",
  "x-tenant": "tenant-of-ann",
  "x-other": "other",
};

/** What the API was sent, and what the model is told, for a caller with these headers. */
async function askAs(
  headers: Headers,
  options: Partial<Options>,
  status = 200,
) {
  const { baseUrl, received } = await serve((request, response) => {
    response.statusCode = status;
    response.end(`you sent ${JSON.stringify(request.headers)}`);
  });
  const ask = callerOf({ baseUrl, ...options });
  const tool = {
    arguments: { "x-tenant": { in: "header", type: "string" } },
  } as const;
  const args = { "x-tenant": "of-the-model" };
  const text = await textOf(ask({ headers, tool, args }));
  return { sent: received[0]?.headers, text };
}

test("nothing of a caller's request is passed on by default", async () => {
  const credentials = { it: shared };
  for (const forCaller of [callers(), undefined]) {
    const { sent } = await askAs(ann, {
      credentials,
      ...(forCaller && { forCaller }),
    });
    expect(sent).toMatchObject({ authorization: "Bearer token-of-server" });
    expect(JSON.stringify(sent)).not.toMatch(/alone|of-ann|x-other/);
  }
});

test("what is allowed is passed on, and no more", async () => {
  const forCaller = callers({ passHeaders: ["X-Tenant"] });
  const { sent } = await askAs(ann, { credentials: { it }, forCaller });
  expect(sent).toMatchObject({
    authorization: "Bearer token-of-ann",
    "x-tenant": "tenant-of-ann",
  });
  expect(JSON.stringify(sent)).not.toMatch(/alone|x-other/);
});

describe("a header that callers pass on is never an argument's", () => {
  const forCaller = callers({ passHeaders: ["X-Tenant"] });
  test.each<[string, Headers, Options["headers"], string | undefined]>([
    ["the caller's", ann, {}, "tenant-of-ann"],
    ["none where the caller sent none", {}, {}, undefined],
    ["the owner's where the caller sent none", {}, { "X-Tenant": "o" }, "o"],
  ])("%s", async (_case, headers, owner = {}, want) => {
    const { sent } = await askAs(headers, { forCaller, headers: owner });
    expect(sent?.["x-tenant"]).toBe(want);
  });
});

test.each([200, 400])(
  "what a caller gave is not told again by a %i",
  async (status) => {
    const forCaller = callers({ passHeaders: ["x-tenant"] });
    const options = { credentials: { it, shared }, forCaller };
    const { text } = await askAs(ann, options, status);
    expect(text).toContain("you sent");
    expect(text).not.toMatch(/of-ann/);
  },
);

test("a caller without the header is told of it", async () => {
  const options = { credentials: { it }, forCaller: callers() };
  const { text } = await askAs({}, options, 401);
  expect(text).toContain(
    "Set the header X-Shop-Token of the request to this server for it.",
  );
  expect(it.missing).toEqual([]);
});

test.each(["Authorization", "cookie"])("%s can't be allowed", (name) => {
  expect(() => callers({ passHeaders: [name] })).toThrow(
    "passHeaders: authorization and cookie are meant for this server alone.",
  );
});
