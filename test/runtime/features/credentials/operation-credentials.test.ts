import { describe, expect, test } from "vitest";
import { credentials } from "../../../../runtime/features/credentials/credentials.js";
import { createLog } from "../../../../runtime/features/observe/log.js";
import { createRedactor } from "../../../../runtime/features/observe/redact.js";
import type {
  Credential,
  CredentialFactory,
} from "../../../../runtime/features/credentials/credentials.js";
import { callerOf, connect, secured, serviceOf } from "../../serving.js";
import { contextOf, startUpstream } from "../../upstream.js";
import { apiKey, bearer, create, fromFiles, oauth2 } from "../../alone.js";

const env = {
  KEY: "k&y=1 secret",
  FILE_KEY: "from-a-file\n",
  TOKEN: "abc.def",
  HEADER: "bearer  abc.def",
};

const key = (place: "header" | "query" | "cookie", name: string) =>
  apiKey({ in: place, name, variable: "KEY", env });

test.each<[string, CredentialFactory, Record<string, string | undefined>]>([
  ["apiKey in a header", key("header", "X-Key"), { "x-key": "k&y=1 secret" }],
  [
    "apiKey in the query",
    key("query", "api key"),
    { url: "/ask?a=1&api%20key=k%26y%3D1%20secret" },
  ],
  [
    "apiKey in a cookie",
    key("cookie", "sid"),
    { cookie: "a=1; sid=k&y=1 secret" },
  ],
  [
    "a key that ends with a newline",
    apiKey({ in: "header", name: "x-key", variable: "FILE_KEY", env }),
    { "x-key": "from-a-file" },
  ],
  [
    "http bearer",
    bearer({ variable: "TOKEN", env }),
    { authorization: "Bearer abc.def" },
  ],
  [
    "http bearer whose variable has the scheme, too",
    bearer({ variable: "HEADER", env }),
    { authorization: "Bearer abc.def" },
  ],
  [
    "another http scheme",
    bearer({ variable: "TOKEN", scheme: "Token", env }),
    { authorization: "Token abc.def" },
  ],
])("credential %s", async (_name, credential, want) => {
  const { baseUrl, received } = await startUpstream();
  const tool = secured("ask", [["it"]], {
    request: "GET /ask?a=1",
    arguments: { a: { in: "cookie" } },
    fixed: { a: "1" },
  });
  const other = bearer({ variable: "KEY", env });
  const credentials = { it: credential, other };
  const { call } = await callerOf([tool], { baseUrl, credentials });
  await call("ask");
  const [request] = received;
  const sent = { ...request?.headers, url: request?.url };
  expect(sent).toMatchObject({ url: "/ask?a=1", cookie: "a=1", ...want });
  if (!("authorization" in want))
    expect(sent).not.toHaveProperty("authorization");
});

test.each<[string, CredentialFactory, string | undefined]>([
  ["a token", bearer({ variable: "TOKEN", env }), undefined],
  ["a key of two words", bearer({ variable: "KEY", env }), undefined],
  ["the scheme, too", bearer({ variable: "HEADER", env }), "Bearer"],
  [
    "the scheme, too, in a file",
    () => fromFiles(env, (live) => bearer({ variable: "HEADER", env: live })),
    "Bearer",
  ],
  [
    "the scheme, too, for OAuth",
    oauth2({
      ...{ token: "HEADER", clientId: "A", clientSecret: "B", env },
      refreshToken: "C",
    }),
    "Bearer",
  ],
])("a variable with %s is told at the start if need be", (_name, it, want) => {
  const lines: string[] = [];
  const log = createLog({ write: (line) => lines.push(line) });
  credentials({ it })(contextOf()).warn([secured("ask", [["it"]])], log);
  expect(lines).toEqual(
    want === undefined
      ? []
      : [
          expect.stringContaining(
            `"message":"HEADER begins with \\"${want}\\", which the header has anyway. Set it to the token alone."`,
          ),
        ],
  );
  expect(create(it).secrets).not.toContain(env.HEADER);
});

test.each<["query" | "cookie", string]>([
  ["query", "/ask?api-key=k%26y%3D1+secret&b=1"],
  ["cookie", "b=1; api-key=k&y=1 secret"],
])("an argument can't send the key's name in the %s", async (place, want) => {
  const { baseUrl, received } = await startUpstream();
  const tool = secured("ask", [["it"]], {
    arguments: { any: { in: place, explode: true, style: "form" } },
  });
  const credentials = { it: key(place, "api-key") };
  const { client } = await connect(
    serviceOf([tool], { client: { baseUrl, credentials } }),
  );
  const args = { any: { "api-key": "evil", b: 1 } };
  await client.callTool({ name: "ask", arguments: args });
  const [{ headers, url } = {}] = received;
  expect(place === "query" ? url : headers?.["cookie"]).toBe(want);
});

describe("an operation gets the credentials of its security", () => {
  const credentials = {
    key: key("header", "x-key"),
    token: bearer({ variable: "TOKEN", env }),
    unset: apiKey({ in: "header", name: "x-unset", variable: "UNSET", env }),
  };
  test.each<[string, string[][], (string | undefined)[]]>([
    ["nothing", [], []],
    ["one", [["key"]], [env.KEY]],
    ["both", [["key", "token"]], [env.KEY, "Bearer abc.def"]],
    ["the first of two", [["token"], ["key"]], [undefined, "Bearer abc.def"]],
    ["the first that is there", [["unset"], ["key"]], [env.KEY]],
    ["an optional one", [[], ["key"]], [env.KEY]],
    ["an optional one that is missing", [["unset"], []], []],
    ["half of both", [["key", "unset"]], [env.KEY]],
  ])("%s", async (_name, security, [key, token]) => {
    const { baseUrl, received } = await startUpstream();
    const tools = [secured("ask", security)];
    const { call } = await callerOf(tools, { baseUrl, credentials });
    expect(await call("ask")).toBe('{"ok":true}');
    expect(received[0]?.headers["x-key"]).toBe(key);
    expect(received[0]?.headers["authorization"]).toBe(token);
    expect(received[0]?.headers).not.toHaveProperty("x-unset");
  });
});

test.each<[string, CredentialFactory]>([
  ["apiKey", apiKey({ in: "query", name: "k", variable: "A", env })],
  ["bearer", bearer({ variable: "A", env })],
])(
  "a missing %s is reported at the start and in the error of a refusal",
  async (_name, credential) => {
    const { baseUrl, received } = await startUpstream((request, response) => {
      response.writeHead(request.url === "/beg" ? 401 : 200).end();
    });
    const tools = [secured("ask", [["it"]]), secured("beg", [["it"]])];
    const { call, lines } = await callerOf(tools, {
      baseUrl,
      credentials: { it: credential },
    });
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({
        level: "warn",
        event: "credentials",
        message:
          "Missing credential: set A for it. Until then, calls are sent without it.",
        components: 2,
      }),
    ]);
    expect(await call("ask")).toBe(
      "The API responded with 200 OK and no body.",
    );
    expect(await call("beg")).toBe(
      "error: GET /beg → 401 Unauthorized\nThis operation needs credentials that this server does not have. Set A for it.",
    );
    expect(received.map(({ url }) => url)).toEqual(["/ask", "/beg"]);
  },
);

describe("a message to the client contains no secret", () => {
  const secret = "hunter22-hunter22";
  const it: Credential = {
    apply: async () => undefined,
    missing: [],
    secrets: [secret],
  };
  const throwing = (error: unknown) => () => {
    throw error;
  };
  test.each([
    ["a response", secured("echo", [["it"]])],
    [
      "a result of a handler's own",
      secured("own", [], { handler: () => secret }),
    ],
    [
      "a value deep within",
      secured("deep", [], {
        handler: () => ({ list: [{ it: `a ${secret} b` }] }),
      }),
    ],
    [
      "an error",
      secured("broken", [], { handler: throwing(new Error(secret)) }),
    ],
    ["a thrown value", secured("thrown", [], { handler: throwing(secret) })],
  ])("%s", async (_case, tool) => {
    const { baseUrl } = await startUpstream((_request, response) =>
      response.end(`it is ${secret}`),
    );
    const client = { baseUrl, credentials: { it } };
    const { client: caller, lines } = await connect(
      serviceOf([tool], { client }),
    );
    const result = await caller.callTool({ name: tool.name });
    expect(JSON.stringify(result)).not.toContain("hunter22");
    expect(lines.join("")).toContain('"event":"call"');
    expect(lines.join("")).not.toContain("hunter22");
  });
});

test.each<[string, number, Record<string, string>]>([
  ["a place", 302, { location: "https://a.example/?t=tok%26en%2Btoken" }],
  ["a place of an error", 409, { location: "/?t=tok%26en%2btoken" }],
  [
    "a file's name",
    200,
    { "content-disposition": 'attachment; filename="tok&en+token.pdf"' },
  ],
  [
    "a file's name in encoded words",
    200,
    {
      "content-disposition":
        'attachment; filename="=?utf-8?B?dG9rJmVuK3Rva2Vu?="',
    },
  ],
  [
    "a file's name that a secret would divide",
    200,
    { "content-disposition": "attachment; filename*=utf-8''tok%26en%2Ftoken" },
  ],
])("a response with %s contains no secret", async (_case, status, headers) => {
  const { baseUrl } = await startUpstream((_request, response) => {
    response.writeHead(status, {
      "content-type": "application/pdf",
      ...headers,
    });
    response.end("%PDF-1.7");
  });
  const it: Credential = {
    apply: async () => undefined,
    missing: [],
    secrets: ["tok&en+token", "tok&en/token"],
  };
  const client = { baseUrl, credentials: { it } };
  const { client: caller } = await connect(
    serviceOf([secured("ask", [["it"]])], { client }),
  );
  const result = await caller.callTool({ name: "ask" });
  expect(JSON.stringify(result)).toMatch(/(\[|%5B)redacted/);
  expect(JSON.stringify(result)).not.toMatch(/tok(&|%26)en/);
});

test.each<[string, string[], string, string]>([
  ["nothing", [], "hunter22", "hunter22"],
  ["plain text", ["hunter22"], "hunter22!hunter22", "[redacted]![redacted]"],
  [
    "short ones are words",
    ["secret", "1234567"],
    "secret 1234567",
    "secret 1234567",
  ],
  [
    "signs of patterns",
    ["a.c*[e]$^"],
    "abc*[e]$^ a.c*[e]$^",
    "abc*[e]$^ [redacted]",
  ],
  ["the longest first", ["abcdefgh", "abcdefghij"], "abcdefghij", "[redacted]"],
  ["as JSON", ['ab"c\nd/ef'], '{"a":"ab\\"c\\nd\\/ef"}', '{"a":"[redacted]"}'],
  ["as URL", ["a b/c+d=é"], "x=a%20b%2Fc%2Bd%3D%C3%A9", "x=[redacted]"],
  [
    "as JSON of Go, .NET and PHP",
    ["tok&en+<'1>=="],
    '{"a":"tok\\u0026en\\u002B\\u003c\\u00271\\u003E=\\u003d"}',
    '{"a":"[redacted]"}',
  ],
  [
    "as forms and other URLs",
    ["a 'b'(c)!~*d"],
    "x=a+%27b%27%28c%29%21%7E%2ad&y=a%20'b'(c)!~*d",
    "x=[redacted]&y=[redacted]",
  ],
  [
    "signs beyond ASCII",
    ["é😀secret"],
    "%C3%a9%f0%9f%98%80secret \\u00e9\\ud83d\\uDE00secret",
    "[redacted] [redacted]",
  ],
  [
    "as URL in small letters",
    ["a b/c+d=é"],
    "x=a%20b%2fc%2bd%3d%c3%a9",
    "x=[redacted]",
  ],
  [
    "an address in the query of another one",
    ["a/b+c=%d"],
    "/login?next=%2Fx%3Fkey%3Da%252Fb%252Bc%253D%2525d, a%25252fb%2bc%3d%25d",
    "/login?next=%2Fx%3Fkey%3D[redacted], [redacted]",
  ],
  [
    "JSON in a text of JSON",
    ['a/b"c\\d+e'],
    JSON.stringify({ a: '{"b":"a\\/b\\"c\\\\d\\u002be"}' }),
    JSON.stringify({ a: '{"b":"[redacted]"}' }),
  ],
  [
    "JSON in the query of an address",
    ["ab/cd+efgh"],
    "?state=ab%5Cu002fcd%5cu002Befgh, ab%255C%255Cu002fcd%252Befgh",
    "?state=[redacted], [redacted]",
  ],
  [
    "a form in the query of an address",
    ["ab cd efgh"],
    "?next=ab%2Bcd%252Befgh",
    "?next=[redacted]",
  ],
  [
    "backslashes of the secret after others",
    ["\\é\\/secret"],
    "\\\\\\\\\\u00e9\\\\\\/secret, \\\\é\\u005c\\/secret",
    "[redacted], [redacted]",
  ],
])("redaction covers %s", (_case, secrets, given, want) => {
  expect(createRedactor(() => secrets)(given)).toBe(want);
});

test.each(["/", "+", "\\", '"', "%", "é", " ", "\\/", "\\\\\\/"])(
  "redaction takes linear time for a secret with %j at its start, in it and at its end",
  (sign) => {
    const secrets = [`${sign}abc${sign}${sign}defgh${sign}`];
    const redact = createRedactor(() => secrets);
    for (const piece of [
      "\\",
      "%5c",
      "%255C",
      "\\u005c",
      "\\%5c",
      "%25",
      sign,
    ]) {
      const text = piece.repeat(1_000_000 / piece.length);
      const started = performance.now();
      expect(redact(text)).toBe(text);
      expect(performance.now() - started, piece).toBeLessThan(5000); // by the square it is an hour
    }
  },
);

test("redaction covers secrets that are added later", () => {
  const secrets: string[] = [];
  const redact = createRedactor(() => secrets);
  expect(redact("hunter22")).toBe("hunter22");
  secrets.push("hunter22");
  expect(redact("hunter22")).toBe("[redacted]");
});
