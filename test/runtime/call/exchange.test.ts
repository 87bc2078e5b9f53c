import { describe, expect, test } from "vitest";
import type { Credential } from "../../../runtime/types.js";
import { call, startUpstream, toolOf } from "../upstream.js";

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

describe("credentials", () => {
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

  test.each<[string[][] | undefined, string | undefined, string]>([
    [undefined, undefined, "/"],
    [[["set"]], "set", "/"],
    [[["unset"], ["set"]], "set", "/"],
    [[[], ["set"]], "set", "/"],
    [[[], ["unset"]], undefined, "/"],
    [[["set", "extra"]], "set", "/?k=extra"],
    [[], undefined, "/"],
  ])("%j", async (security, authorization, url) => {
    const api = await startUpstream();
    const tool = toolOf(security ? { security } : {});
    await call(tool, {}, { baseUrl: api.baseUrl, credentials });
    expect(api.received[0]?.headers["authorization"]).toBe(authorization);
    expect(api.received[0]?.url).toBe(url);
  });

  test("what is missing is named, and nothing is sent", async () => {
    const api = await startUpstream();
    const tool = toolOf({
      security: [["set", "unset"], ["other"], ["constructor"]],
    });
    await expect(
      call(tool, {}, { baseUrl: api.baseUrl, credentials }),
    ).rejects.toMatchObject({
      name: "MissingCredential",
      message:
        "GET /: this operation needs credentials that this server was not given. Set A_KEY and A_ID for unset, or B_KEY for other, or a credential in client.ts for constructor.",
    });
    expect(api.received).toEqual([]);
  });

  test.each([
    ["once more where a new credential may help", true, 200, ["old", "new"]],
    ["not where it can't", false, 401, ["old"]],
  ])(
    "after a 401 the request is sent %s",
    async (_case, renews, status, sent) => {
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
      expect(
        api.received.map(({ headers }) => headers["authorization"]),
      ).toEqual(sent);
    },
  );

  test("a 401 that stays is told after one renewal", async () => {
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

describe("redirects", () => {
  test.each([
    ["GET", 301, "GET", ""],
    ["POST", 301, "GET", ""],
    ["POST", 302, "GET", ""],
    ["PUT", 302, "PUT", '{"a":1}'],
    ["PUT", 303, "GET", ""],
    ["HEAD", 303, "HEAD", ""],
    ["POST", 307, "POST", '{"a":1}'],
    ["DELETE", 308, "DELETE", '{"a":1}'],
  ])("%s after %i is %s", async (method, status, then, body) => {
    const api = await startUpstream((request, response) => {
      const done = request.url === "/end?x=1";
      response.writeHead(done ? 200 : status, { location: "/end?x=1#f" }).end();
    });
    const withBody = method !== "GET" && method !== "HEAD";
    const tool = toolOf({
      method,
      security: [["a"]],
      ...(withBody && { body: { contentType: "application/json" } }),
    });
    await call(
      tool,
      { a: 1 },
      { baseUrl: api.baseUrl, credentials: { a: key("secret") } },
    );
    const followed = api.received[1];
    expect(followed).toMatchObject({ method: then, url: "/end?x=1", body });
    expect(followed?.headers["authorization"]).toBe("secret");
    expect(followed?.headers["Content-Type"]).toBe(
      body ? "application/json" : undefined,
    );
  });

  test("to another host are told, and nothing is sent there", async () => {
    const other = await startUpstream();
    const api = await startUpstream((_request, response) => {
      response.writeHead(302, { location: `${other.baseUrl}/x` }).end("moved");
    });
    const answer = await call(toolOf({}), {}, { baseUrl: api.baseUrl });
    expect(answer).toMatchObject({
      status: 302,
      contentType: "text/plain",
      data: `${other.baseUrl}/x`,
      note: "The API answered with a redirect (302) to this URL. It was not followed.",
    });
    expect(other.received).toEqual([]);
  });

  test("credentials in the redirect are not used, and other ports are other hosts", async () => {
    const api = await startUpstream((request, response) => {
      const { host = "" } = request.headers;
      const location =
        request.url === "/" ? `http://u:p@${host}/end` : "http://127.0.0.1:1/";
      response.writeHead(302, { location }).end();
    });
    const answer = await call(toolOf({}), {}, { baseUrl: api.baseUrl });
    expect(answer.data).toBe("http://127.0.0.1:1/");
    expect(api.received[1]?.url).toBe("/end");
    expect(api.received[1]?.headers).not.toHaveProperty("Authorization");
  });

  test("are not followed where the client says no", async () => {
    const api = await startUpstream((_request, response) => {
      response.writeHead(301, { location: "/end" }).end();
    });
    const options = { baseUrl: api.baseUrl, followRedirects: false };
    expect((await call(toolOf({}), {}, options)).data).toBe(
      `${api.baseUrl}/end`,
    );
  });

  test("in a circle end", async () => {
    const api = await startUpstream((_request, response) => {
      response.writeHead(302, { location: "/" }).end();
    });
    await expect(
      call(toolOf({}), {}, { baseUrl: api.baseUrl }),
    ).rejects.toThrow("GET /: redirected more than 5 times.");
    expect(api.received).toHaveLength(6);
  });
});

describe("retries", () => {
  test.each([
    ["GET", 503, 2, 3, "200"],
    ["GET", 429, 1, 2, "429"],
    ["PUT", 502, 2, 3, "200"],
    ["GET", 503, 0, 1, "503"],
    ["POST", 503, 2, 1, "503"],
    ["GET", 500, 2, 1, "500"],
  ])(
    "%s after %i, %i at most: %i requests, %s",
    async (method, status, retries, sent, end) => {
      const api = await startUpstream((_request, response) => {
        const failing = api.received.length < 3;
        response
          .writeHead(failing ? status : 200, { "retry-after": "0" })
          .end();
      });
      const outcome: unknown = await call(
        toolOf({ method }),
        {},
        { baseUrl: api.baseUrl, retries },
      ).catch((error: unknown) => error);
      expect(outcome).toMatchObject({ status: Number(end) });
      expect(api.received).toHaveLength(sent);
    },
  );

  test("a long wait is told instead", async () => {
    const api = await startUpstream((_request, response) => {
      const date = new Date(Date.now() + 60_000).toUTCString();
      response.writeHead(503, { "retry-after": date }).end();
    });
    await expect(
      call(toolOf({}), {}, { baseUrl: api.baseUrl, retries: 3 }),
    ).rejects.toThrow("Retry after: ");
    expect(api.received).toHaveLength(1);
  });
});

test("hooks see every request last, and every answer", async () => {
  const api = await startUpstream();
  const seen: unknown[] = [];
  await call(
    toolOf({}),
    {},
    {
      baseUrl: api.baseUrl,
      onRequest: async (request) => {
        request.headers["x-trace"] = "1";
        request.url += "?traced";
      },
      onResponse: (response, request) => {
        seen.push(response.status, request.url);
      },
    },
  );
  expect(api.received[0]?.url).toBe("/?traced");
  expect(api.received[0]?.headers["x-trace"]).toBe("1");
  expect(seen).toEqual([200, `${api.baseUrl}/?traced`]);
});
