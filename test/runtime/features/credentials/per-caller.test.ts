import { describe, expect, test } from "vitest";
import {
  perCaller,
  fromCaller,
} from "../../../../runtime/features/credentials/per-caller.js";
import { staticTokens } from "../../../../runtime/features/http/http.js";
import type { Headers, Principal } from "../../../../runtime/index.js";
import { ask as askHttp, message } from "../../ask.js";
import { ask, secured, serviceOf } from "../../serving.js";
import { callerOf, serve, textOf } from "../calls.js";
import type { Asking } from "../calls.js";
import { listenOnHttp } from "../http/listening.js";
import type { Options } from "../../upstream.js";
import { apiKey, bearer, create } from "../../alone.js";

const it = fromCaller("X-Shop-Token", (variable) => bearer({ variable }));
const shared = bearer({ variable: "TOKEN", env: { TOKEN: "token-of-server" } });
const ann: Headers = {
  authorization: "Bearer for-this-server-alone",
  cookie: "sid=for-this-server-alone",
  "x-shop-token": "token-of-ann",
  "x-tenant": "tenant-of-ann",
  "x-other": "other",
};

/** Request that the API got, and text for the model, for a caller with these headers. */
async function askAs(
  headers: Headers,
  options: Partial<Options>,
  more: number | Pick<Asking, "args" | "principal"> = 200,
) {
  const asking = typeof more === "number" ? {} : more;
  const status = typeof more === "number" ? more : 200;
  const { baseUrl, received } = await serve((request, response) => {
    response.statusCode = status;
    response.end(`you sent ${JSON.stringify(request.headers)}`);
  });
  const ask = callerOf({ baseUrl, ...options });
  const tool = {
    arguments: { "x-tenant": { in: "header", type: "string" } },
  } as const;
  const args = { "x-tenant": "of-the-model" };
  const text = await textOf(ask({ headers, tool, args, ...asking }));
  return { sent: received[0]?.headers, text };
}

test("headers of a caller are not passed on by default", async () => {
  const credentials = { it: shared };
  for (const forCaller of [perCaller(), undefined]) {
    const { sent } = await askAs(ann, {
      credentials,
      ...(forCaller && { forCaller }),
    });
    expect(sent).toMatchObject({ authorization: "Bearer token-of-server" });
    expect(JSON.stringify(sent)).not.toMatch(/alone|of-ann|x-other/);
  }
});

test("headers of passHeaders are passed on, and no others", async () => {
  const forCaller = perCaller({ passHeaders: ["X-Tenant"] });
  const { sent } = await askAs(ann, { credentials: { it }, forCaller });
  expect(sent).toMatchObject({
    authorization: "Bearer token-of-ann",
    "x-tenant": "tenant-of-ann",
  });
  expect(JSON.stringify(sent)).not.toMatch(/alone|x-other/);
});

describe("a passed header is never an argument's", () => {
  const forCaller = perCaller({ passHeaders: ["X-Tenant"] });
  test.each<[string, Headers, Options["headers"], string | undefined]>([
    ["the caller's", ann, {}, "tenant-of-ann"],
    ["none if the caller sent none", {}, {}, undefined],
    ["the owner's if the caller sent none", {}, { "X-Tenant": "o" }, "o"],
  ])("%s", async (_case, headers, owner = {}, want) => {
    const { sent } = await askAs(headers, { forCaller, headers: owner });
    expect(sent?.["x-tenant"]).toBe(want);
  });
});

test.each([200, 400])(
  "a caller's credential is not repeated in the error of a %i",
  async (status) => {
    const forCaller = perCaller({ passHeaders: ["x-tenant"] });
    const options = { credentials: { it, shared }, forCaller };
    const { text } = await askAs(ann, options, status);
    expect(text).toContain("you sent");
    expect(text).not.toContain("token-of-ann");
    expect(text).toContain("tenant-of-ann");
  },
);

describe("a passed header is redacted", () => {
  const key = { variable: "KEY", env: { KEY: "key-of-server" } };
  test.each<[string, isSecret: boolean]>([
    ["X-Api-Key", true],
    ["Ocp-Apim-Subscription-Key", true],
    ["X-ApiKey", true],
    ["PRIVATE-TOKEN", true],
    ["X-Auth", true],
    ["X-Proxy-Authorization", true],
    ["X-Session-Id", true],
    ["X-Client-Secret", true],
    ["X-Hub-Signature", true],
    ["X-Passwd", true],
    ["X-User-Password", true],
    ["X-Sid", true],
    ["X-Door", true], // a scheme of the document
    ["X-Tenant", false],
    ["X-User", false],
    ["X-Author", false],
    ["X-Auth-Request-User", false],
    ["X-Keyboard", false],
    ["X-Side", false],
    ["X-Request-Id", false],
    ["Accept-Language", false],
  ])("%s: %s", async (name, isSecret) => {
    const { text } = await askAs(
      { [name.toLowerCase()]: "value-of-ann" },
      {
        credentials: { door: apiKey({ in: "header", name: "X-Door", ...key }) },
        forCaller: perCaller({ passHeaders: [name] }),
      },
    );
    expect(text.includes("[redacted]")).toBe(isSecret);
    expect(text.includes("value-of-ann")).toBe(!isSecret);
  });
});

describe("the caller's name", () => {
  const forCaller = perCaller({
    principal: "X-User",
    passHeaders: ["x-tenant"],
  });
  const headers = { "x-user": "of-the-client", "x-tenant": "acme" };
  const credentials = { it };

  test.each(["ann", "auth0|ann.b", "ann (of Acme)"])(
    "is sent to the API as %s",
    async (name) => {
      const principal = { id: "1", name, scopes: [] };
      const { sent, text } = await askAs(
        headers,
        { forCaller, credentials },
        { principal, args: { "x-user": "of-the-model" } },
      );
      expect(sent).toMatchObject({ "x-user": name, "x-tenant": "acme" });
      expect(text).toContain(name);
    },
  );

  test.each<[string, Partial<Principal> | undefined, string]>([
    ["unknown", undefined, "this caller is not authenticated."],
    ["a token without a name", {}, "this caller's token has no name."],
    [
      "a client for itself",
      { name: "billing", isClient: true },
      "this caller's token has no name.",
    ],
    ["line breaks", { name: "ann\r\nx-admin: 1" }, "is not valid in a header"],
    ["a space at the end", { name: "ann " }, "is not valid in a header"],
    ["other letters", { name: "änn" }, "is not valid in a header"],
  ])("is refused if it is %s, and nothing is sent", async (_, who, want) => {
    const principal = who && { id: "1", scopes: [], ...who };
    const { sent, text } = await askAs(
      headers,
      { forCaller, credentials },
      principal ? { principal } : {},
    );
    expect(text).toContain(
      "GET /ask: nothing was sent. The API needs the caller's name, and ",
    );
    expect(text).toContain(want);
    expect(text).toContain("nothing was sent.");
    expect(sent).toBeUndefined();
  });

  test("is not an argument of a tool", async () => {
    const { baseUrl } = await serve((_request, response) => response.end());
    const tool = secured("read", [], {
      arguments: {
        "x-user": { in: "header", type: "string" },
        page: { in: "query", type: "integer" },
      },
    });
    const service = serviceOf([tool], { client: { baseUrl, forCaller } });
    const { tools } = (await ask(service, "tools/list")) as {
      tools: { inputSchema: { properties: object } }[];
    };
    expect(Object.keys(tools[0]?.inputSchema.properties ?? {})).toEqual([
      "page",
    ]);
  });

  test.each([
    [
      { principal: "x user" },
      'principal: "x user" is not a valid header name.',
    ],
    [
      { principal: "X-User", passHeaders: ["x-user"] },
      "passHeaders can't contain x-user",
    ],
  ])("%j is refused", (options, want) => {
    expect(() => perCaller(options)).toThrow(want);
  });

  test("comes from a static token, and from no other", async () => {
    const { baseUrl, received } = await serve((_request, response) =>
      response.end("ok"),
    );
    const client = { baseUrl, forCaller };
    const service = serviceOf([secured("read")], { client });
    const auth = staticTokens([
      "ann:token-of-ann-0123456",
      "token-of-nobody-0",
    ]);
    const { url } = await listenOnHttp(service, { auth });
    const read = async (token: string) => {
      const { body } = await askHttp(url, {
        headers: { authorization: `Bearer ${token}`, "x-user": "bob" },
        body: message("tools/call", { name: "read" }),
      });
      return body;
    };
    expect(await read("token-of-ann-0123456")).toContain("ok");
    expect(await read("token-of-nobody-0")).toContain("token has no name");
    expect(received.map((one) => one.headers["x-user"])).toEqual(["ann"]);
  });
});

test("a caller's key can't stop the server, whatever it and the arguments are", async () => {
  const { baseUrl } = await serve((_request, response) => response.end("ok"));
  const forCaller = perCaller({ passHeaders: ["x-api-key"] });
  const service = serviceOf([secured("read")], {
    client: { baseUrl, forCaller },
  });
  const { url } = await listenOnHttp(service);
  const start = performance.now();
  for (const piece of ["%5C", "/", "\\", "%255C", "\\u005c"]) {
    const { body } = await askHttp(url, {
      headers: { "x-api-key": `${piece.repeat(9)}xx!!` },
      body: message("tools/call", {
        name: "read",
        arguments: { [piece.repeat(20_000)]: 1 },
      }),
    });
    expect(body).toContain("nothing was sent");
  }
  expect(performance.now() - start).toBeLessThan(20_000); // it was hours
});

test("a caller's key can't add a cookie, and the error names its header", async () => {
  const credentials = {
    it: fromCaller("X-Shop-Key", (variable) =>
      apiKey({ in: "cookie", name: "key", variable }),
    ),
  };
  const { baseUrl, received } = await serve((_request, response) =>
    response.end("ok"),
  );
  const client = { baseUrl, credentials, forCaller: perCaller() };
  const tools = [secured("read", [["it"]]), secured("status")];
  const { url } = await listenOnHttp(serviceOf(tools, { client }));
  const read = async (name: string) => {
    const { body } = await askHttp(url, {
      headers: { "x-shop-key": "key-of-ann; role=admin" },
      body: message("tools/call", { name }),
    });
    return body;
  };
  const body = await read("read");
  expect(body).toContain(
    "the header X-Shop-Key of the request to this server has a line break or another character that a cookie can't hold",
  );
  expect(body).not.toContain("key-of-ann");
  expect(received).toEqual([]);
  expect(await read("status")).toContain("ok"); // it needs no key
});

test("an error says which header the caller must send", async () => {
  const options = { credentials: { it }, forCaller: perCaller() };
  const { text } = await askAs({}, options, 401);
  expect(text).toContain(
    "Set the header X-Shop-Token of the request to this server for it.",
  );
  expect(create(it).missing).toEqual([]);
});

test.each(["Authorization", "cookie"])("%s can't be passed on", (name) => {
  expect(() => perCaller({ passHeaders: [name] })).toThrow(
    "passHeaders can't contain authorization or cookie, which are for this server only.",
  );
});
