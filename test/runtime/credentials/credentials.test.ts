import type { IncomingMessage } from "node:http";
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  test,
} from "vitest";
import {
  apiKey,
  basic,
  bearer,
  mutualTls,
  oauth2,
  openIdConnect,
} from "../../../runtime/index.js";
import type { Credential } from "../../../runtime/index.js";
import { serveHttp } from "../fixture.js";
import { callerOf, secured } from "../secured.js";

const env = {
  KEY: "k&y=1 secret",
  FILE_KEY: "from-a-file\n",
  USER: "ann",
  PASSWORD: "pass:wörd",
  TOKEN: "abc.def",
};

let api: Awaited<ReturnType<typeof serveHttp>>;
let seen: IncomingMessage[];

beforeAll(async () => {
  api = await serveHttp((request, response) => {
    seen.push(request);
    response.end("welcome");
  });
});
beforeEach(() => {
  seen = [];
});
afterAll(() => api.close());

const key = (place: "header" | "query" | "cookie", name: string) =>
  apiKey({ in: place, name, variable: "KEY", env });

const schemes: [
  string,
  Credential,
  want: Record<string, string | undefined>,
][] = [
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
    "http basic",
    basic({ username: "USER", password: "PASSWORD", env }),
    { authorization: "Basic YW5uOnBhc3M6d8O2cmQ=" },
  ],
  [
    "http basic without a password",
    basic({ username: "USER", password: "NONE", env }),
    { authorization: "Basic YW5uOg==" },
  ],
  [
    "http bearer",
    bearer({ variable: "TOKEN", env }),
    { authorization: "Bearer abc.def" },
  ],
  [
    "another http scheme",
    bearer({ variable: "TOKEN", scheme: "Token", env }),
    { authorization: "Token abc.def" },
  ],
  [
    "oauth2 with a token of the environment",
    oauth2({ ...oauthVariables(), token: "TOKEN" }),
    { authorization: "Bearer abc.def" },
  ],
];

test.each(schemes)("%s", async (_name, credential, want) => {
  const tool = secured("ask", [["it"]], {
    path: "/ask?a=1",
    fixed: { a: "1" },
    parameters: { a: "cookie" },
  });
  const { call } = await callerOf([tool], {
    baseUrl: api.url,
    credentials: { it: credential, other: bearer({ variable: "KEY", env }) },
  });
  expect(await call("ask")).toBe("welcome");
  const [request] = seen;
  const sent = { ...request?.headers, url: request?.url };
  expect(sent).toMatchObject({ url: "/ask?a=1", cookie: "a=1", ...want });
  if (!("authorization" in want)) expect(sent.authorization).toBeUndefined();
});

describe("what an operation asks for is what it gets", () => {
  const credentials = {
    key: key("header", "x-key"),
    token: bearer({ variable: "TOKEN", env }),
    unset: apiKey({ in: "header", name: "x-unset", variable: "UNSET", env }),
  };
  const table: [string, string[][], want: (string | undefined)[]][] = [
    ["nothing", [], []],
    ["one", [["key"]], [env.KEY]],
    ["both", [["key", "token"]], [env.KEY, "Bearer abc.def"]],
    ["the first of two", [["token"], ["key"]], [undefined, "Bearer abc.def"]],
    ["the first that is there", [["unset"], ["key"]], [env.KEY]],
    ["an optional one", [[], ["key"]], [env.KEY]],
    ["an optional one that is missing", [["unset"], []], []],
  ];

  test.each(table)("%s", async (_name, security, [key, token]) => {
    const { call } = await callerOf([secured("ask", security)], {
      baseUrl: api.url,
      credentials,
    });
    expect(await call("ask")).toBe("welcome");
    expect(seen[0]?.headers["x-key"]).toBe(key);
    expect(seen[0]?.headers.authorization).toBe(token);
  });
});

const missing: [string, Credential, want: string][] = [
  ["apiKey", apiKey({ in: "query", name: "k", variable: "A", env }), "A"],
  ["basic", basic({ username: "A", password: "PASSWORD", env }), "A"],
  ["bearer", bearer({ variable: "A", env }), "A"],
  [
    "mutualTls",
    mutualTls({ certificate: "A", key: "B", ca: "C", env }),
    "A and B",
  ],
  ["oauth2 without an endpoint", oauth2(oauthVariables()), "A"],
  [
    "oauth2",
    oauth2({ ...oauthVariables(), tokenUrl: "https://id.example/token" }),
    "A, or B with C or D",
  ],
  [
    "openIdConnect",
    openIdConnect({ ...oauthVariables(), url: "https://id.example/" }),
    "A, or B with C or D",
  ],
];

test.each(missing)(
  "a missing %s is told at the start and on the call, and nothing is sent",
  async (_name, credential, want) => {
    const tools = [secured("ask", [["it"]]), secured("beg", [["it"]])];
    const { call, lines } = await callerOf(tools, {
      baseUrl: api.url,
      credentials: { it: credential },
    });
    const told = `this operation needs credentials that this server was not given. Set ${want} for it.`;
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({
        level: "warn",
        event: "credentials",
        message: told,
        components: 2,
      }),
    ]);
    expect(await call("ask")).toBe(`error: GET /ask: ${told}`);
    expect(seen).toEqual([]);
  },
);

function oauthVariables() {
  return {
    token: "A",
    clientId: "B",
    clientSecret: "C",
    refreshToken: "D",
    env,
  };
}
