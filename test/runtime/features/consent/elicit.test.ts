import { createHash } from "node:crypto";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { shortenResponses } from "../../../../runtime/features/responses/shorten-responses/shorten-responses.js";
import { elicitConsent } from "../../../../runtime/features/consent/elicit.js";
import { formatQuestion } from "../../../../runtime/features/consent/question.js";
import { defineTool } from "../../../../runtime/features/components/custom/define.js";
import { flatBodies } from "../../../../runtime/features/bodies/flat-bodies.js";
import { createLog } from "../../../../runtime/features/observe/log.js";
import { createRedactor } from "../../../../runtime/features/observe/redact.js";
import { search } from "../../../../runtime/features/listing/search/search.js";
import { sessions } from "../../../../runtime/features/http/sessions.js";
import { INVALID_PARAMS, ProtocolError } from "../../../../runtime/index.js";
import type {
  Args,
  Caller,
  Feature,
  RegisteredComponent,
  Tool,
} from "../../../../runtime/index.js";
import { openSession } from "../../../../runtime/sdk/session.js";
import { pipesTo } from "../../pipes.js";
import { ask, serviceOf, silent } from "../../serving.js";
import { toolOf } from "../../upstream.js";
import { listenOnHttp } from "../http/listening.js";
import { fetchHandler } from "../../alone.js";

afterEach(() => vi.restoreAllMocks());

const sent: Args[] = [];
const handler: Tool["handler"] = (args) => {
  sent.push({ ...args });
  return "done";
};
const text = { in: "path", type: "string" } as const;
const repo = {
  title: "Delete a repository",
  request: "DELETE /repos/{owner}/{repo}",
  arguments: {
    force: { type: "boolean" },
    repo: text,
    owner: text,
    otp: { type: "string", format: "password" },
  },
  handler,
} as const;
const tools = [
  toolOf({ ...repo, name: "drop", confirm: "person" }),
  toolOf({ ...repo, name: "dropOrRepeat", confirm: "person-or-repeat" }),
  toolOf({ ...repo, name: "repeat", confirm: "repo" }),
  toolOf({
    name: "list",
    request: "GET /repos",
    confirm: "person",
    handler,
    annotations: { readOnlyHint: true },
  }),
  toolOf({
    name: "wipe",
    request: "POST /wipe",
    handler,
    confirm: "person-or-repeat",
  }),
  toolOf({
    ...repo,
    name: "other",
    arguments: { confirm: text, ...repo.arguments },
  }),
  toolOf({
    name: "fill",
    request: "POST /fill",
    confirm: "person",
    handler,
    body: { properties: { a: { type: "string" } }, required: ["a"] },
    bodyRequired: "expected",
  }),
  defineTool({
    name: "own",
    confirm: "person",
    handler: () => handler({}, {} as never),
  }),
];

function served(features = [elicitConsent()]) {
  sent.length = 0;
  return serviceOf(tools, { features });
}

const args = { owner: "acme", repo: "site" };

/** Calls a tool, and returns what the user was shown. */
async function called(
  name: string,
  given: Args,
  said?: string | Error,
  { features, ...caller }: Partial<Caller> & { features?: Feature[] } = {},
) {
  const shown: unknown[] = [];
  const lines: string[] = [];
  const result = (await ask(
    served(features),
    "tools/call",
    { name, arguments: given },
    {
      log: createLog({ write: (line) => lines.push(line) }),
      ...(said !== undefined && {
        async elicit(question) {
          shown.push(question["message"]);
          if (said instanceof Error) throw said;
          return { action: said };
        },
      }),
      ...caller,
    },
  )) as { content: [{ text: string }]; isError?: boolean };
  const consents = lines
    .filter((line) => line.includes('"consent"'))
    .map((line) => JSON.parse(line) as Args);
  return { text: result.content[0].text, shown, consents };
}

const question =
  'Delete a repository\nDELETE /repos/{owner}/{repo}\n- "repo":"site"\n- "owner":"acme"';

test.each<
  [string, string, Args, string | Error | undefined, string, unknown[]]
>([
  ["yes", "drop", args, "accept", "done", [question]],
  ["no", "drop", args, "decline", "the user declined", [question]],
  ["nothing", "drop", args, "cancel", "closed the question", [question]],
  ["an unknown word", "drop", args, "yes", "closed the question", [question]],
  [
    "no reply in time",
    "drop",
    args,
    new Error("late"),
    "did not reply in time",
    [question],
  ],
  [
    "a client that can't ask",
    "drop",
    args,
    undefined,
    "this client can't ask",
    [],
  ],
  [
    "wrong arguments",
    "drop",
    { owner: "a" },
    "accept",
    "/repo: is required",
    [],
  ],
  [
    "confirm is unknown",
    "drop",
    { ...args, confirm: "site" },
    "accept",
    "/confirm: is unknown",
    [],
  ],
  [
    "no body although one is expected",
    "fill",
    {},
    "accept",
    "done",
    ["fill\nPOST /fill"],
  ],
  ["an operation that only reads", "list", {}, undefined, "done", []],
  ["asked, or repeated", "dropOrRepeat", args, "accept", "done", [question]],
  [
    "repeated, and asked all the same",
    "dropOrRepeat",
    { ...args, confirm: "site" },
    "decline",
    "declined",
    [question],
  ],
  [
    "repeated",
    "dropOrRepeat",
    { ...args, confirm: "site" },
    undefined,
    "done",
    [],
  ],
  [
    "repeated wrongly",
    "dropOrRepeat",
    { ...args, confirm: "acme" },
    undefined,
    "/confirm: must repeat repo",
    [],
  ],
  ["nothing to repeat", "wipe", {}, undefined, "this client can't ask", []],
  [
    "an argument as ever",
    "repeat",
    { ...args, confirm: "site" },
    "decline",
    "done",
    [],
  ],
  [
    "an argument as ever, wrong",
    "repeat",
    args,
    "accept",
    "must repeat repo",
    [],
  ],
  ["one's own", "own", {}, "accept", "done", ["own"]],
])("consent: %s", async (_name, tool, given, said, want, shown) => {
  const result = await called(tool, given, said);
  expect(result.text).toContain(want);
  expect(result.shown).toEqual(shown);
  expect(sent).toHaveLength(want === "done" ? 1 : 0);
  expect(JSON.stringify(sent)).not.toContain("confirm");
  const found = {
    name: "call_operation",
    arguments: { name: tool, arguments: given },
  };
  const [via, again] = [found.name, found.arguments];
  const features = [search(), elicitConsent()];
  expect(await called(via, again, said, { features })).toMatchObject({
    shown,
    text: expect.stringContaining(want) as string,
  });
  expect(sent).toHaveLength(want === "done" ? 1 : 0);
});

test("the listing has the argument confirm for repetition, and calls it optional", async () => {
  const { tools } = (await ask(served(), "tools/list")) as {
    tools: {
      name: string;
      inputSchema: { properties: Args; required?: string[] };
    }[];
  };
  const confirms = tools.map(
    ({ inputSchema: { properties, required = [] }, name }) => [
      name,
      (properties["confirm"] as Args | undefined)?.["description"],
      required.includes("confirm"),
    ],
  );
  expect(confirms).toEqual([
    ["drop", undefined, false],
    [
      "dropOrRepeat",
      "If the client can't ask the user: repeat repo, because this can't be undone.",
      false,
    ],
    ["fill", undefined, false],
    ["list", undefined, false],
    ["other", undefined, true],
    ["own", undefined, false],
    ["repeat", "Repeat repo, because this can't be undone.", true],
    ["wipe", undefined, false],
  ]);
});

test("the question redacts secrets, and escapes line breaks and bidirectional characters", async () => {
  const { shown } = await called(
    "drop",
    {
      owner: "a\n- really: no\u2028x",
      repo: "\u202Eetis",
      otp: "123456",
      force: true,
    },
    "accept",
  );
  expect(shown).toEqual([
    'Delete a repository\nDELETE /repos/{owner}/{repo}\n- "repo":"\\u202eetis"\n- "owner":"a\\n- really: no\\u2028x"\n- "force":true\n- "otp":"[redacted]"',
  ]);
});

test("the question can't be changed by words of a document", async () => {
  const tool = toolOf({
    name: "turned",
    title: "Keep\u202Ea pet",
    confirm: "person",
    handler,
    request: "DELETE /pets/\u200Ball",
  });
  const service = serviceOf([tool], { features: [elicitConsent()] });
  let message: unknown;
  await ask(
    service,
    "tools/call",
    { name: "turned", arguments: {} },
    {
      async elicit(question) {
        message = question["message"];
        return { action: "decline" };
      },
    },
  );
  expect(message).toBe("Keep\\u202ea pet\nDELETE /pets/\\u200ball");
});

test("the question redacts a secret that it would cut, and one in the name of a list that is too long", () => {
  const secret = "s3cr3t-of-the-server";
  const redact = createRedactor(() => [secret]);
  const entry = {
    component: toolOf({ ...repo, name: "drop" }),
    inputSchema: () => ({}),
  } as unknown as RegisteredComponent; // what a question reads
  const before = "x".repeat(290);
  const question = formatQuestion(entry, { a: before + secret }, redact);
  expect(question).toContain(`- "a":"${before}[redacted]"`);
  const list = Array.from({ length: 100 }, () => before);
  expect(() => formatQuestion(entry, { [secret]: list }, redact)).toThrow(
    /items of \/\[redacted\] fit/,
  );
});

test("the question shortens long values, and says so", async () => {
  const body = {
    type: "object",
    properties: {
      user: { type: "object" },
      ...Object.fromEntries(
        Array.from({ length: 30 }, (_, at) => [
          `field${at}`,
          { type: "string" },
        ]),
      ),
    },
  };
  const tool = toolOf({
    name: "many",
    request: "POST /many",
    body,
    confirm: "person",
    handler,
  });
  const service = serviceOf([tool], { features: [elicitConsent()] });
  let message = "";
  const long = "x".repeat(1000);
  const given = {
    user: { name: "Ann", apiKey: "sk-1" },
    ...Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [`field${at}`, long]),
    ),
  };
  const params = { name: "many", arguments: given };
  await ask(service, "tools/call", params, {
    async elicit(question) {
      message = String(question["message"]);
      return { action: "accept" };
    },
  });
  const lines = message.split("\n");
  expect(lines[2]).toBe('- "user":{"name":"Ann","apiKey":"[redacted]"}');
  expect(lines[3]).toMatch(/^- "field0":"x{280,300}…"$/);
  expect(lines.at(-1)).toMatch(/^- "field29":"x+…"$/);
  expect(lines).toHaveLength(33);
});

describe("the question shows the arguments", () => {
  const texts = Array.from({ length: 40 }, (_, at) => `a${at}`);
  const pay = toolOf({
    name: "pay",
    request: "POST /pay/{id}",
    arguments: { id: text, mode: { in: "header", type: "string" } },
    body: {
      type: "object",
      properties: {
        ...Object.fromEntries(texts.map((name) => [name, { type: "string" }])),
        options: { type: "object" },
        amount: { type: "integer" },
      },
      required: ["amount"],
    },
    confirm: "person",
    handler,
  });

  async function asked(given: Args, features = [elicitConsent()]) {
    sent.length = 0;
    const service = serviceOf([pay], { features });
    const shown: string[] = [];
    const params = { name: "pay", arguments: given };
    const result = (await ask(service, "tools/call", params, {
      async elicit({ message }) {
        shown.push(message as string); // as `person` asks
        return { action: "accept" };
      },
    })) as { content: [{ text: string }] };
    const [question = ""] = shown;
    return { question, text: result.content[0].text };
  }

  test("with required ones first, and the names of all", async () => {
    const many = Object.fromEntries(texts.map((one) => [one, "x".repeat(900)]));
    const { question } = await asked({ ...many, amount: 1_000_000, id: "7" });
    const lines = question.split("\n");
    expect(lines.slice(2, 5)).toEqual([
      '- "id":"7"',
      '- "amount":1000000',
      expect.stringMatching(/^- "a0":"x+…"$/),
    ]);
    expect(lines).toHaveLength(2 + 2 + texts.length);
  });

  test("completely beside a long value, with all items of a list", async () => {
    const transfers = Array.from({ length: 60 }, (_, at) => ({ to: `p${at}` }));
    const options = { note: "x".repeat(5000), transfers, none: [], empty: {} };
    const given = { id: "7", amount: 1, options: { ...options, disk: "ALL" } };
    const { question } = await asked(given);
    expect(question).toBe(
      `pay\nPOST /pay/{id}\n- "id":"7"\n- "amount":1\n- "options":{"note":"${"x".repeat(300)}…","transfers":${JSON.stringify(transfers)},"none":[],"empty":{},"disk":"ALL"}`,
    );
  });

  test.each<[string, Args]>([
    ["alone", {}],
    ["beside a long text, which hides none", { a0: "x".repeat(9000) }],
    [
      "beside many texts, which leave less room",
      Object.fromEntries(texts.map((one) => [one, "x".repeat(300)])),
    ],
  ])("as many items as fit, %s, or none", async (_case, otherArgs) => {
    const to = "y".repeat(200);
    const pieces = Array.from({ length: 500 }, (_, at) => ({ to, at }));
    const ask = (count: number) =>
      asked({
        ...{ id: "7", amount: 1, ...otherArgs },
        options: { tags: Array(10).fill(1), transfers: pieces.slice(0, count) },
      });
    const { question, text: told } = await ask(500);
    expect([question, sent]).toEqual(["", []]);
    const [, count] =
      /(\d+) of the 500 items of \/options\/transfers fit\. Send no more of them at once\./.exec(
        told,
      ) ?? [];
    expect((await ask(Number(count))).question).toContain(
      `"at":${Number(count) - 1}}`,
    );
    expect((await ask(Number(count) + 1)).question).toBe("");
  });

  test.each<[string, Args]>([
    ["names", Object.fromEntries(Array(5000).entries())],
    ["a name", { ["x".repeat(20_000)]: 1 }],
  ])("or is not asked if they are too long: %s", async (_, options) => {
    const given = { id: "7", amount: 1, options: { ...options, a: 1 } };
    const { question, text: told } = await asked(given);
    expect(told).toContain(
      "Nothing was sent: the user must confirm this, and these arguments are too long to show.",
    );
    expect([question, sent]).toEqual(["", []]);
  });

  test.each<[string, Args, string]>([
    ["an empty part of the path", { id: "" }, "/id: is part of the path"],
    ["a part that climbs it", { id: ".." }, "would change the path"],
    ["a header of two lines", { id: "7", mode: "a\nb" }, "/mode: goes into"],
    ["a wrong type", { id: "7", amount: "x" }, "/amount: must be integer"],
  ])("or is not asked for %s", async (_name, given, want) => {
    const { question, text: told } = await asked({ amount: 1, ...given });
    expect(told).toContain(want);
    expect([question, sent]).toEqual(["", []]);
  });

  test("with characters escaped like in the generator", async () => {
    const unseen = "\u115f\u3000\ufe0f\u{e0041}\u00a0\u034f";
    const { question } = await asked({ id: "7", amount: 1, a0: unseen });
    expect(question).toContain(
      String.raw`- "a0":"\u115f\u3000\ufe0f\udb40\udc41\u00a0\u034f"`,
    );
  });

  test("of calls with `fields` and with flat bodies", async () => {
    const drop = toolOf({
      name: "drop",
      request: "POST /drop",
      confirm: "person",
      handler: () => ({ id: 7, name: "Rex" }),
      arguments: {
        body: {
          in: "body",
          required: true,
          type: "object",
          properties: { disk: { type: "string" } },
        },
      },
    });
    const service = serviceOf([drop], {
      features: [flatBodies(), shortenResponses(), elicitConsent()],
      source: {
        responseFields: {
          $defs: {},
          operations: {
            "POST /drop": { properties: { id: {}, name: {} } },
          },
        },
      },
    });
    const shown: unknown[] = [];
    const given = { disk: "ALL", fields: "id" };
    const params = { name: "drop", arguments: given };
    const result = await ask(service, "tools/call", params, {
      async elicit({ message }) {
        shown.push(message);
        return { action: "accept" };
      },
    });
    expect(result).toMatchObject({ content: [{ text: '{"id":7}' }] });
    expect(shown).toEqual(['drop\nPOST /drop\n- "body":{"disk":"ALL"}']);
  });
});

test("the log contains who consented to what", async () => {
  const principal = { id: "1", name: "ann", scopes: [] };
  const json = '{"owner":"acme","repo":"site"}';
  const lineOf = (said: string, tool = "drop") => ({
    level: "info",
    event: "consent",
    tool,
    said,
    id: 1,
    principal: "ann",
    arguments: createHash("sha256").update(json).digest("hex"),
  });
  const turned = { repo: "site", owner: "acme" };
  const first = await called("drop", args, "accept", { principal });
  expect(first.consents).toMatchObject([lineOf("accept")]);
  const second = await called("drop", turned, "decline", { principal });
  expect(second.consents).toMatchObject([lineOf("decline")]);
  const repeated = { ...args, confirm: "site" };
  const third = await called("dropOrRepeat", repeated, undefined, {
    principal,
  });
  expect(third.consents).toMatchObject([lineOf("repeat", "dropOrRepeat")]);
  expect((await called("list", {}, "accept")).consents).toEqual([]);
});

test("a caller without the right to call is refused before the question", async () => {
  const guarding: Feature = {
    name: "guarding",
    hooks: () => ({
      guard() {
        throw new ProtocolError(INVALID_PARAMS, "no scope");
      },
    }),
  };
  const features = [elicitConsent(), guarding];
  await expect(called("drop", args, "accept", { features })).rejects.toThrow(
    "no scope",
  );
});

/** Ways by which a client of 2025 reaches the server; true if it can be asked there. */
const WAYS = {
  stdio: [true, async () => pipesTo(served(), silent)],
  sessions: [
    true,
    async () => {
      const endpoint = sessions(openSession);
      const { url } = await listenOnHttp(served(), { endpoint });
      return new StreamableHTTPClientTransport(new URL(url));
    },
  ],
  stateless: [
    false,
    async () => {
      const { url } = await listenOnHttp(served());
      return new StreamableHTTPClientTransport(new URL(url));
    },
  ],
  worker: [
    false,
    async () => {
      vi.spyOn(console, "error").mockReturnValue();
      const handle = fetchHandler(served());
      return new StreamableHTTPClientTransport(
        new URL("http://mcp.example/mcp"),
        {
          fetch: (url, init) => handle(new Request(url, init)), // as workers give it
        },
      );
    },
  ],
} as const;

describe.each(Object.entries(WAYS))(
  "consent over %s",
  (_way, [canAsk, open]) => {
    test.each([
      ["accept", "done"],
      ["decline", "the user declined"],
      ["cancel", "closed the question"],
      ["fail", "did not reply in time"],
      ["none", "this client can't ask them. Over HTTP, clients of 2025 need"],
    ])("from a client of 2025 that says %s", async (action, want) => {
      const capabilities = action === "none" ? {} : { elicitation: {} };
      const client = new Client(
        { name: "test", version: "1" },
        { capabilities },
      );
      if (action !== "none")
        client.setRequestHandler(ElicitRequestSchema, () => {
          if (action === "fail") throw new Error("no window");
          return { action, content: {} };
        });
      await client.connect((await open()) as never); // an optional field is undefined
      onTestFinished(() => client.close());
      const result = await client.callTool({ name: "drop", arguments: args });
      const wanted = canAsk ? want : "this client can't ask them";
      expect(JSON.stringify(result.content)).toContain(wanted);
      expect(sent).toHaveLength(wanted === "done" ? 1 : 0);
    });
  },
);

test("a consent after the client's timeout sends nothing", async () => {
  const client = new Client(
    { name: "test", version: "1" },
    { capabilities: { elicitation: {} } },
  );
  let answer: (said: { action: "accept" }) => void = () => undefined;
  client.setRequestHandler(
    ElicitRequestSchema,
    () => new Promise((resolve) => (answer = resolve)),
  );
  await client.connect((await pipesTo(served(), silent)) as never);
  onTestFinished(() => client.close());
  const params = { name: "drop", arguments: args };
  const late = client.callTool(params, undefined, { timeout: 200 });
  await expect(late).rejects.toThrow("timed out");
  answer({ action: "accept" });
  await client.ping();
  expect(sent).toEqual([]);
});

test.each([
  ["a tool that asks a person", "drop", true],
  ["one that has an argument repeated", "repeat", true],
  ["one that only reads, which needs no consent", "list", false],
] as const)("a call from a handler to %s", async (_what, name, isRefused) => {
  const inner = tools.find((tool) => tool.name === name);
  if (!inner) throw new Error(name);
  const outer = defineTool({
    name: "outer",
    handler: async (_args, { call }) => {
      await call(inner, args);
      return "called";
    },
  });
  let reached = 0;
  const transport = () => {
    reached += 1;
    return Promise.reject(new Error("unreachable"));
  };
  const service = serviceOf([inner, outer], {
    client: { baseUrl: "http://127.0.0.1:1", transport },
    features: [elicitConsent()],
  });
  const elicit = () => Promise.reject(new Error("Nobody may be asked."));
  const call = { name: "outer", arguments: {} };
  const result = await ask(service, "tools/call", call, { elicit });
  expect(reached).toBe(isRefused ? 0 : 1);
  expect(JSON.stringify(result).includes(`Nothing was sent to ${name}`)).toBe(
    isRefused,
  );
});
