import { describe, expect, test } from "vitest";
import type { Credential } from "../../runtime/features/credentials/credentials.js";
import { NoResponseError } from "../../runtime/index.js";
import type { Tool } from "../../runtime/index.js";
import { axiosTransport } from "../../runtime/features/transport/axios.js";
import { call, startUpstream, toolOf } from "./upstream.js";

function key(value: string, more: Partial<Credential> = {}): Credential {
  return {
    apply: async (request) => {
      request.headers["authorization"] = value;
    },
    missing: [],
    secrets: [value],
    ...more,
  };
}

describe("credentials of a request", () => {
  const set = key("set");
  const unset = key("unset", { missing: ["A_KEY", "A_ID"] });
  const other = key("other", { missing: ["B_KEY"] });
  const extra: Credential = {
    ...key("extra"),
    apply: async (request) => {
      request.url += "?k=extra";
    },
  };
  const credentials = { set, unset, other, extra };

  const table: [Tool["security"] | null, string | undefined, string][] = [
    [null, undefined, "/"],
    [[["set"]], "set", "/"],
    [[["unset"], ["set"]], "set", "/"],
    [[[], ["set"]], "set", "/"],
    [[[], ["unset"]], undefined, "/"],
    [[["set", "extra"]], "set", "/?k=extra"],
    [[], undefined, "/"],
    // Available credentials are sent, if every alternative lacks some.
    [[["unset"]], undefined, "/"],
    [
      [
        ["unset", "other"],
        ["set", "unset"],
      ],
      "set",
      "/",
    ],
    [[["unset", "extra"], ["none"]], undefined, "/?k=extra"],
  ];

  test.each(table)(
    "with the security %j",
    async (security, authorization, url) => {
      const api = await startUpstream();
      const tool = toolOf(security ? { security } : {});
      await call(tool, {}, { baseUrl: api.baseUrl, credentials });
      expect(api.received[0]?.headers["authorization"]).toBe(authorization);
      expect(api.received[0]?.url).toBe(url);
    },
  );

  test.each([401, 403, 404])(
    "that are missing are named after %i, their likely reason",
    async (status) => {
      const api = await startUpstream((_request, response) => {
        response.writeHead(status).end("no");
      });
      const tool = toolOf({
        security: [["set", "unset"], ["other"], ["constructor"]],
      });
      const error: unknown = await call(
        tool,
        {},
        { baseUrl: api.baseUrl, credentials },
      ).catch((reason: unknown) => reason);
      const lines = String(error).split("\n").slice(1);
      const told =
        "This operation needs credentials that this server does not have. Set A_KEY and A_ID for unset, or B_KEY for other, or a credential in client.ts for constructor.";
      expect(lines).toEqual(status === 404 ? ["no"] : [told, "no"]);
    },
  );

  test.each([
    ["again if a new credential may help", true, 200, ["old", "new"]],
    ["once if it can't", false, 401, ["old"]],
  ])("are sent %s after a 401", async (_case, renews, status, sent) => {
    const api = await startUpstream((request, response) => {
      response
        .writeHead(request.headers.authorization === "new" ? 200 : 401)
        .end();
    });
    let value = "old";
    const credential: Credential = {
      ...key(""),
      apply: async (request) => {
        request.headers["authorization"] = value;
      },
      renew: () => {
        value = "new";
        return renews;
      },
    };
    const outcome: unknown = await call(
      toolOf({ security: [["a"]] }),
      {},
      {
        baseUrl: api.baseUrl,
        credentials: { a: credential },
      },
    ).catch((error: unknown) => error);
    expect(outcome).toMatchObject({ status });
    expect(api.received.map(({ headers }) => headers["authorization"])).toEqual(
      sent,
    );
  });

  test("are renewed once for a 401 that stays", async () => {
    const api = await startUpstream((_request, response) => {
      response.writeHead(401).end();
    });
    const options = {
      baseUrl: api.baseUrl,
      credentials: { a: key("x", { renew: () => true }) },
    };
    await expect(
      call(toolOf({ security: [["a"]] }), {}, options),
    ).rejects.toThrow("401");
    expect(api.received).toHaveLength(2);
  });
});

test("a middleware around the transport gets the final request and every response", async () => {
  const api = await startUpstream();
  const seen: unknown[] = [];
  await call(
    toolOf(),
    {},
    {
      baseUrl: api.baseUrl,
      transport: async (request, signal) => {
        request.headers["x-trace"] = "1";
        request.url += "?traced";
        const response = await axiosTransport()(request, signal);
        seen.push(response.status, request.url);
        return response;
      },
    },
  );
  expect(api.received[0]?.url).toBe("/?traced");
  expect(api.received[0]?.headers["x-trace"]).toBe("1");
  expect(seen).toEqual([200, `${api.baseUrl}/?traced`]);
});

test("calls that fail with one shared error name their own operations", async () => {
  const shared = new NoResponseError("no token.", "ETIMEDOUT");
  const sent = ["GET /a", "GET /b"].map((request) =>
    call(
      toolOf({ request }),
      {},
      { baseUrl: "https://api.test", transport: () => Promise.reject(shared) },
    ).catch((error: unknown) => error),
  );
  const errors = await Promise.all(sent);
  expect(errors.map(String)).toEqual([
    "NoAnswer: GET /a: no token.",
    "NoAnswer: GET /b: no token.",
  ]);
  for (const error of errors) {
    expect(error).toBeInstanceOf(NoResponseError);
    expect(error).toMatchObject({ code: "ETIMEDOUT" });
  }
});
