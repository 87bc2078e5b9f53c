import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import {
  check,
  diff,
  generate,
  plan,
  type Config,
} from "../../../../generator/index.js";
import { resolveConfig } from "../../../../generator/config/resolve-config.js";
import { ToolwrightError } from "../../../../generator/errors.js";
import { readDocuments } from "../../../../generator/load/load.js";
import type { SourceFile } from "../../../../generator/load/source-file.js";
import {
  report,
  reportOperations,
} from "../../../../generator/commands/operations.js";
import { planApi } from "../../../../generator/pipeline.js";
import { planWorkflows } from "../../../../generator/extensions/workflows/plan.js";
import { suggest } from "../../../../generator/commands/suggest.js";
import { bundleModules } from "../../../emitted/bundle.js";
import { emit } from "../../../emitted/project.js";
import { typeErrors } from "../../../type-check.js";
import { millisecondsOf } from "../../../linear.js";
import { project } from "../../regenerate/project.js";
import { temporaryFolder } from "../../temporary.js";

const DOCUMENT = "samples/bookshop/openapi.yaml";
const FILE = "test/generator/extensions/workflows/order.arazzo.yaml";
const CONFIG = {
  document: DOCUMENT,
  allRoutesAsTools: true,
  emit: ["tests"],
  workflows: [FILE],
} as const;

interface Request {
  readonly method: string;
  readonly url: string;
  readonly body: Uint8Array | undefined;
}

interface Result {
  readonly isError?: boolean;
  readonly content: readonly { readonly text: string }[];
}

interface Flows {
  respondWith(answer: (request: Request) => object): void;
  readonly service: {
    readonly handlers: Record<
      string,
      (params: object, caller: object) => Promise<unknown>
    >;
  };
}

const ENTRY = `import { openServer } from "../src/runtime/features/start/open.js";
import { server } from "../src/server.js";
import type { Responder } from "../src/runtime/features/transport/dry-run.js";
export const { service } = await openServer(server, { env: process.env });
export const respondWith = (responder: Responder) => void (service.context.responder = responder);
`;

let api: Awaited<ReturnType<typeof planApi>>;
let out: string;
let bundled: string;
let flows: Flows;
let answering: (request: Request) => object;
beforeAll(async () => {
  const config = { document: DOCUMENT, allRoutesAsTools: true };
  api = await planApi(config, resolveConfig(config), { lock: null });
  out = await emit(CONFIG);
  writeFileSync(join(out, "test", "flows.ts"), ENTRY);
  bundled = await bundleModules(out, "test/flows.ts");
  flows = (await import(bundled)) as Flows;
  // A client is made once, with what is in for the API then.
  flows.respondWith((request) => answering(request));
}, 60_000);

/** A tool's result, the requests that were sent for it, and its reported progress. */
async function call(
  name: string,
  args: object,
  answer: (route: string, count: number) => [number, unknown, object?],
) {
  const sent: string[] = [];
  const told: string[] = [];
  answering = ({ body, method, url }) => {
    const route = `${method} ${new URL(url).pathname.replace(/^\/v\d/, "")}${new URL(url).search}`;
    const text = body && Buffer.from(body).toString();
    sent.push(text ? `${route} ${text}` : route);
    const [status, data, headers = {}] = answer(route, sent.length);
    return {
      status,
      body: JSON.stringify(data),
      headers: { "content-type": "application/json", ...headers },
    };
  };
  const quiet = () => undefined;
  const result = (await flows.service.handlers["tools/call"]?.(
    { name, arguments: args },
    {
      id: 1,
      headers: {},
      signal: new AbortController().signal,
      progress: (message: string) => told.push(message),
      log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    },
  )) as Result | undefined;
  return { result, sent, told, text: result?.content[0]?.text ?? "" };
}

/** Object whose `toString` and `valueOf` are not functions, as any API may send it. */
const ODD = { toString: 1, valueOf: 1 };
const BOOK = { id: 7, title: "Dune", price: 12 };
const GIVEN = { title: "dune", most: 20, name: "Ada", email: "a@b.example" };

function shop(route: string): [number, unknown, object?] {
  if (route.startsWith("GET /books?"))
    return [200, { books: [BOOK], total: 1, next: null }];
  if (route.includes("/reviews")) return [200, [{ stars: 5, reader: null }]];
  if (route === "GET /shop") return [200, { name: "open", books: 9 }];
  return [201, { id: 99 }, { location: "/orders/99" }];
}

describe("a workflow's tool", () => {
  it("is a module like a handwritten one", async () => {
    for (const name of ["order-by-title", "present", "index"])
      await expect(
        readFileSync(join(out, `src/workflows/${name}.ts`), "utf8"),
      ).toMatchFileSnapshot(`expected/${name}.txt`);
  });

  it("passes the strict type check", async () => {
    expect(await typeErrors(out)).toEqual([]);
  }, 60_000);

  it("sends the requests of its steps, reports progress and returns its outputs", async () => {
    const { sent, text, told } = await call("orderByTitle", GIVEN, shop);
    expect(sent).toEqual([
      "GET /books?q=dune&limit=1",
      "GET /books/7/reviews",
      `POST /orders ${JSON.stringify({
        lines: [{ bookId: 7, quantity: 1 }],
        customer: { name: "Ada", email: "a@b.example" },
        giftNote: "For Ada: Dune",
      })}`,
    ]);
    expect(told).toEqual([
      "1 of 3: find-books",
      "2 of 3: listReviews",
      "3 of 3: order",
    ]);
    expect(JSON.parse(text)).toEqual({ orderId: 99, title: "Dune" });
  });

  it("validates its arguments like every tool", async () => {
    const { result, sent } = await call("orderByTitle", { title: 1 }, shop);
    expect(result?.isError).toBe(true);
    expect(sent).toEqual([]);
  });

  it("reports the failed step, the finished steps and the error of the API", async () => {
    const { result, text } = await call("orderByTitle", GIVEN, (route) =>
      route.startsWith("POST") ? [409, { message: "Sold out." }] : shop(route),
    );
    expect(result?.isError).toBe(true);
    expect(text).toMatch(
      /^The step order failed, after find-books, listReviews\. .*409.*Sold out\./s,
    );
    const poor = await call("orderByTitle", { ...GIVEN, most: 3 }, shop);
    expect(poor.text).toBe(
      "The step find-books failed, as the first. The response does not meet the condition $response.body#/total > 0 && $response.body#/books/0/price <= $inputs.most.",
    );
  });

  it.each([
    [
      "in a comparison of numbers",
      (route: string) =>
        route.startsWith("GET /books?")
          ? [200, { books: [BOOK], total: ODD }]
          : shop(route),
      /^The step find-books failed, as the first. The response does not meet the condition /,
    ],
    [
      "in a comparison of texts",
      (route: string) =>
        route.includes("/reviews")
          ? [200, [{ stars: 5, reader: ODD }]]
          : shop(route),
      /^\{"orderId":99/,
    ],
    [
      "within a list in a comparison of numbers",
      (route: string) =>
        route.includes("/reviews") ? [200, [{ stars: [ODD] }]] : shop(route),
      /^The step listReviews failed, after find-books. The response does not meet the condition /,
    ],
    [
      "within a text",
      (route: string) =>
        route.startsWith("GET /books?")
          ? [200, { books: [{ ...BOOK, title: ODD }], total: 1 }]
          : shop(route),
      /^\{"orderId":99,"title":\{"toString":1/,
    ],
  ] as const)(
    "does not take an object of the API %s for text",
    async (_where, answer, want) => {
      const { text } = await call(
        "orderByTitle",
        GIVEN,
        (route) => [...answer(route)] as [number, unknown],
      );
      expect(text).toMatch(want);
    },
  );

  it("sends an object of the API within a text as JSON", async () => {
    const { sent } = await call("orderByTitle", GIVEN, (route) =>
      route.startsWith("GET /books?")
        ? [200, { books: [{ ...BOOK, title: ODD }], total: 1 }]
        : shop(route),
    );
    expect(
      JSON.parse(sent[2]?.replace("POST /orders ", "") ?? ""),
    ).toHaveProperty("giftNote", `For Ada: ${JSON.stringify(ODD)}`);
  });

  it("matches an expression against any value of the API", async () => {
    const criteria = {
      condition: "^open$",
      context: "$response.body#/name",
      type: "regex",
    };
    const { modules } = await found(criterion(criteria));
    expect(modules.join()).toContain("toText(one.data?.name ?? null)");
    expect(modules.join()).not.toMatch(/\b(String|Number)\(/);
  });

  it("retries as often as it may", async () => {
    const late = await call("orderByTitle", GIVEN, (route, count) =>
      count < 3 ? [503, {}] : shop(route),
    );
    expect(late.sent.length).toBe(5);
    expect(late.result?.isError).toBeUndefined();
    const never = await call("orderByTitle", GIVEN, () => [503, {}]);
    expect(never.sent.length).toBe(3);
  });

  it("follows its actions", async () => {
    const all = await call("present", { word: "dune" }, shop);
    expect(all.sent.map((one) => one.split(" {")[0])).toEqual([
      "GET /shop",
      "POST /orders",
    ]);
    expect(JSON.parse(all.text)).toEqual({ shop: "open", order: 99 });
    const few = await call("present", {}, () => [200, { name: "x", books: 1 }]);
    expect(JSON.parse(few.text)).toEqual({ shop: "x" });
    const closed =
      (books: [number, object, object?]) =>
      (route: string): [number, object, object?] =>
        route === "GET /shop" ? [200, { name: "x", books: 5 }] : books;
    const busy = await call("present", {}, closed([429, {}]));
    expect(JSON.parse(busy.text)).toEqual({ shop: "x" });
    const late = closed([503, {}, { "retry-after": "0" }]);
    const again = await call("present", {}, late);
    expect(again.sent.length).toBe(3);
    const nobody = await call("present", {}, closed([200, { total: 1 }]));
    expect(nobody.text).toBe(
      "The step order failed, after shop, find. The value for name is missing.",
    );
  });

  it("runs against the mock of the emitted tests, and reports fields that the document's responses lack", async () => {
    const script = `import { service } from ${JSON.stringify(pathToFileURL(bundled).href)};
      const quiet = () => undefined;
      const caller = { id: 1, headers: {}, progress: quiet, signal: new AbortController().signal,
        log: { debug: quiet, info: quiet, warn: quiet, error: quiet } };
      const call = service.handlers["tools/call"];
      const results = [["present", {}], ["orderByTitle", ${JSON.stringify({ ...GIVEN, most: 500 })}]];
      for (const [name, args] of results)
        console.log(JSON.stringify(await call({ name, arguments: args }, caller)));`;
    const args = ["--input-type=module", "--eval", script];
    const env = { ...process.env, API_MOCK: "1" };
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      env,
    });
    const [present, order] = stdout.trim().split("\n");
    expect(present).toMatchInlineSnapshot(
      `"{"content":[{"type":"text","text":"{\\"shop\\":\\"name\\"}"}]}"`,
    );
    expect(order).toMatchInlineSnapshot(
      `"{"content":[{"type":"text","text":"The step listReviews failed, after find-books. The response does not meet the condition $response.body#/0/stars > 2 && $response.body#/0/reader != 'Nobody'."}],"isError":true}"`,
    );
  });

  it("has a row in the plan, and its tokens are counted", async () => {
    const without = await plan({ ...CONFIG, workflows: [] });
    const rows = await plan(CONFIG);
    const own = rows.slice(without.length);
    expect(own.map(({ kind, name, path }) => [kind, name, path])).toEqual([
      ["workflow", "orderByTitle", "listBooks, listReviews, placeOrder"],
      ["workflow", "present", "getShop, listBooks, placeOrder"],
    ]);
    expect(own[0]?.tokens).toBeGreaterThan(20);
  });
});

/** A document of one workflow of these steps. */
function written(workflow: object, more: object = {}): string {
  const text = {
    arazzo: "1.1.0",
    info: { title: "t", version: "1" },
    sourceDescriptions: [{ name: "shop", url: join(process.cwd(), DOCUMENT) }],
    workflows: [{ workflowId: "flow", ...workflow }],
    ...more,
  };
  const file = join(temporaryFolder(), "flow.arazzo.json");
  writeFileSync(file, JSON.stringify(text, null, 2));
  return file;
}

/** Plan of documents of workflows, before they are code. */
function planned(parts: readonly SourceFile[]) {
  return planWorkflows(parts, [api], { tools: "all" });
}

/** Findings of one workflow of these steps, and the modules that come from it. */
async function found(
  workflow: object,
  more: object = {},
  config: Partial<Config> = {},
) {
  const { findings, outcomes } = await generate(
    {
      document: DOCUMENT,
      allRoutesAsTools: true,
      out: temporaryFolder(),
      ...config,
      workflows: [written(workflow, more)],
    },
    { dryRun: true },
  );
  const modules = outcomes.filter(({ path }) =>
    /^src\/workflows\/(?!index)/.test(path),
  );
  return {
    modules: modules.flatMap((one) => ("text" in one ? [one.text] : [])),
    findings: findings.filter(({ code }) => code.startsWith("workflow")),
  };
}

const step = (more: object) => ({
  steps: [{ stepId: "one", operationId: "getShop", ...more }],
});
const criterion = (one: object) => step({ successCriteria: [one] });

const BAD: readonly [what: string, workflow: object, message: RegExp][] = [
  [
    "an unknown operation",
    step({ operationId: "no" }),
    /does not serve the operation no/,
  ],
  [
    "an unknown source",
    step({ operationId: "$sourceDescriptions.other.getShop" }),
    /does not serve the operation/,
  ],
  [
    "a path to nothing",
    {
      steps: [
        {
          stepId: "one",
          operationPath: "{$sourceDescriptions.shop.url}#/paths/~1no/get",
        },
      ],
    },
    /does not serve the operation/,
  ],
  [
    "a channel",
    { steps: [{ stepId: "one", channelPath: "x" }] },
    /channelPath is not supported: only HTTP/,
  ],
  ["no steps", { steps: [] }, /1 to 50 steps/],
  [
    "two steps of one name",
    { steps: [...step({}).steps, ...step({}).steps] },
    /Two steps have the same stepId/,
  ],
  [
    "an unknown step",
    step({ onSuccess: [{ name: "a", type: "goto", stepId: "nowhere" }] }),
    /nowhere is not a later step/,
  ],
  [
    "a step before",
    step({ onSuccess: [{ name: "a", type: "goto", stepId: "one" }] }),
    /Jumping back is not supported/,
  ],
  [
    "another workflow",
    { steps: [{ stepId: "one", workflowId: "flow" }] },
    /workflowId is not supported: copy the steps/,
  ],
  [
    "a missing argument",
    step({ operationId: "getBook" }),
    /not set a value for bookId/,
  ],
  [
    "an unknown input",
    step({
      operationId: "getBook",
      parameters: [{ name: "bookId", in: "path", value: "$inputs.id" }],
    }),
    /inputs.id does not exist/,
  ],
  [
    "a step that has not run",
    step({
      operationId: "getBook",
      parameters: [
        { name: "bookId", in: "path", value: "$steps.two.outputs.id" },
      ],
    }),
    /steps.two.outputs.id does not exist/,
  ],
  [
    "an output of nothing",
    { ...step({}), outputs: { a: "$steps.one.outputs.b" } },
    /outputs.b does not exist/,
  ],
  [
    "an output of itself",
    {
      ...step({ outputs: { a: "$steps.one.outputs.a" } }),
      outputs: { a: "$steps.one.outputs.a" },
    },
    /does not exist at this step/,
  ],
  ["a url", criterion({ condition: "$url == 'x'" }), /url is not supported/],
  [
    "XPath",
    criterion({ condition: "/a", context: "$response.body", type: "xpath" }),
    /xpath is not supported/,
  ],
  [
    "a condition that ends early",
    criterion({ condition: "$statusCode ==" }),
    /can't be parsed/,
  ],
  [
    "a condition in code",
    criterion({ condition: "process.exit()" }),
    /can't be parsed/,
  ],
  [
    "a deep condition",
    criterion({ condition: "(".repeat(1000) }),
    /can't be parsed/,
  ],
  [
    "a bad regular expression",
    criterion({ condition: "(", context: "$response.body", type: "regex" }),
    /not a valid regular expression/,
  ],
  [
    "JSONPath",
    criterion({
      condition: "$[?@.a]",
      context: "$response.body",
      type: "jsonpath",
    }),
    /jsonpath.* is not supported. Write an expression, or a selector of a single place/,
  ],
  [
    "schemas without end",
    { ...step({}), inputs: { $ref: "#/workflows/0/inputs" } },
    /not supported within inputs/,
  ],
  [
    "a retry of others",
    step({ onFailure: [{ name: "a", type: "retry", workflowId: "flow" }] }),
    /workflowId is not supported/,
  ],
  [
    "a workflow that waits for others",
    { ...step({}), dependsOn: ["other"] },
    /dependsOn is not supported/,
  ],
  ["a time of its own", step({ timeout: 5 }), /timeout is not supported/],
  [
    "replacements",
    step({ requestBody: { payload: {}, replacements: [] } }),
    /replacements is not supported: write the payload out/,
  ],
  [
    "a selector of an XML as an output",
    {
      ...step({
        outputs: {
          a: { context: "$response.body", selector: "/a", type: "xpath" },
        },
      }),
      outputs: { a: "$steps.one.outputs.a" },
    },
    /xpath.* is not supported/,
  ],
  [
    "what was sent",
    criterion({ condition: "$request.body#/a == 1" }),
    /request.body#\/a is not supported/,
  ],
  [
    "a body of nothing",
    step({ requestBody: { payload: { a: 1 } } }),
    /body is not supported/,
  ],
  [
    "a refusal that counts as success",
    criterion({ condition: "$statusCode == 404" }),
    /`call` throws/,
  ],
  ...["^(a+)+$", "^(\\w+\\s?)*$", "sold|gone", "^a*a*$"].map(
    (condition): (typeof BAD)[number] => [
      `the expression ${condition}`,
      criterion({ context: "$response.body#/name", type: "regex", condition }),
      /may take very long/,
    ],
  ),
  [
    "a number with leading zeros",
    criterion({ condition: "$statusCode == 007" }),
    /can't be parsed/,
  ],
  [
    "a number without an end",
    criterion({ condition: `$statusCode == ${"9".repeat(400)}` }),
    /too large a number/,
  ],
  [
    "a pointer of 20,000 steps",
    criterion({ condition: `$response.body#${"/a".repeat(900)} == 1` }),
    /more than 100 steps/,
  ],
  ["two constants", criterion({ condition: "1 == 1" }), /can't be parsed/],
  [
    "an unknown action",
    step({ onSuccess: [{ name: "a", type: "retry" }] }),
    /not a supported action/,
  ],
  [
    "an unknown component",
    step({ parameters: [{ reference: "$components.parameters.x" }] }),
    /can't be resolved/,
  ],
];

describe("a workflow with a problem", () => {
  it.each(BAD)(
    "%s: left out, with its place",
    async (_what, workflow, message) => {
      const { findings, workflows } = planned(
        await readDocuments([written(workflow)]),
      );
      expect(workflows).toEqual([]);
      const [finding] = findings.filter(
        ({ severity }) => severity === "left-out",
      );
      expect(finding?.message).toMatch(message);
      expect(finding?.pointer).toMatch(/^\/workflows\/0/);
      expect(finding?.line).toBeGreaterThan(0);
      expect(finding?.hint).toBeTruthy();
    },
  );

  it("is reported if a step calls a tool with confirmation", async () => {
    const { findings, modules } = await found(
      step({
        operationId: "getBook",
        parameters: [{ name: "bookId", in: "path", value: 7 }],
      }),
      {},
      { overrides: { getBook: { confirm: "bookId" } } },
    );
    expect(modules).toEqual([]);
    expect(findings[0]?.message).toContain("asks for confirmation");
  });

  it("is reported if a step continues with the first response of a long operation", async () => {
    const { findings, modules } = await found(
      step({
        operationId: "getBook",
        parameters: [{ name: "bookId", in: "path", value: 7 }],
      }),
      {},
      { overrides: { getBook: { poll: { status: "state", done: [1] } } } },
    );
    expect(modules).toHaveLength(1);
    expect(findings[0]).toMatchObject({
      code: "workflow-one-answer",
      pointer: "/workflows/0/steps/0",
    });
  });

  it("is listed in the README and the desktop bundle once it is valid", async () => {
    const { outcomes } = await generate(
      {
        document: DOCUMENT,
        allRoutesAsTools: true,
        emit: ["mcpb"],
        out: temporaryFolder(),
        workflows: [written(step({}))],
      },
      { dryRun: true },
    );
    const textOf = (name: string) =>
      outcomes.flatMap((one) =>
        one.path === name && "text" in one ? [one.text] : [],
      )[0];
    expect(textOf("README.md")).toContain(
      "\n| `flow` | flow | `GET /shop` |\n",
    );
    expect(textOf("README.md")).toContain("`src/workflows`");
    expect(textOf("manifest.json")).toContain('"name": "flow"');
  });

  it("is reported if it has the name of a tool", async () => {
    const { findings } = await found({ workflowId: "getShop", ...step({}) });
    expect(findings[0]?.message).toContain("already has the name getShop");
  });

  it("is reported once for a parameter of all steps", async () => {
    const parameters = [{ name: "X-Key", in: "header", value: "secret" }];
    const steps = ["one", "two"].map((stepId) => {
      return { stepId, operationId: "getShop" };
    });
    const { findings, modules } = await found({ parameters, steps });
    expect(modules).toHaveLength(1);
    expect(findings.map(({ code, pointer }) => [code, pointer])).toEqual([
      ["workflow-value-dropped", "/workflows/0/parameters/0"],
    ]);
    expect(findings[0]?.message).toMatch(
      /^X-Key in header is not sent, because/,
    );
  });

  it.each<[value: number, told: string[]]>([
    [5, []],
    [
      6,
      [
        "limit in query is always sent as 5, so the value of this step is not used.",
      ],
    ],
  ])(
    "may set the fixed value of an argument, and is reported for another: %j",
    async (value, told) => {
      const parameters = [{ name: "limit", in: "query", value }];
      const { findings, modules } = await found(
        step({ operationId: "listBooks", parameters }),
        {},
        { overrides: { listBooks: { fixed: { limit: 5 } } } },
      );
      expect(modules).toHaveLength(1);
      expect(findings.map(({ message }) => message)).toEqual(told);
    },
  );

  it("loses keywords of inputs that clients refuse to compile", async () => {
    const broken = { type: "strnig", pattern: "(", minLength: "1" };
    const inputs = { properties: { book: broken } };
    const { modules } = await found({ ...step({}), inputs });
    expect(modules).toHaveLength(1);
    expect(modules.join("\n")).toContain("book: {}");
    expect(modules.join("\n")).not.toMatch(/strnig|pattern|minLength/);
  });

  it("is left out if it is nested too deeply, and the others stay", async () => {
    const payload = `${"[".repeat(10_000)}${"]".repeat(10_000)}`;
    const deep = {
      workflowId: "deep",
      steps: [
        {
          stepId: "one",
          operationId: "orderBook",
          requestBody: { payload: { bookId: payload } },
        },
      ],
    };
    const far = {
      workflowId: "far",
      ...step({ outputs: { a: `$response.body#${"/a".repeat(20_000)}` } }),
      outputs: { a: "$steps.one.outputs.a" },
    };
    const good = { workflowId: "good", ...step({}) };
    const { findings, workflows } = planned(
      await readDocuments([written(far, { workflows: [far, deep, good] })]),
    );
    expect(workflows.map(({ id }) => id)).toContain("good");
    expect(findings[0]?.message).toMatch(/more than 100 steps/);
  });

  it("takes time in proportion to the number of workflows", async () => {
    const workflows = Array.from({ length: 20_000 }, () => ({}));
    const parts = await readDocuments([written({}, { workflows })]);
    const took = millisecondsOf(() => {
      expect(planned(parts).findings).toHaveLength(20_000);
    });
    expect(took).toBeLessThan(5_000);
  });

  it("sends only values that the caller or the API gave", async () => {
    const names = ["constructor", "toString", "valueOf"];
    const { modules } = await found({
      inputs: {
        type: "object",
        properties: Object.fromEntries(
          names.map((name) => [name, { type: "string" }]),
        ),
      },
      steps: [
        {
          stepId: "one",
          operationId: "listBooks",
          parameters: [
            { name: "q", in: "query", value: "$inputs.constructor" },
          ],
          outputs: {
            a: "$response.body#/constructor/name",
            b: "$response.header.constructor",
          },
        },
      ],
      outputs: {
        a: "$steps.one.outputs.a",
        b: "$steps.one.outputs.b",
        c: "$inputs.toString",
      },
    });
    const text = modules.join("\n").replace(/\s+/g, " ");
    expect(modules).toHaveLength(1);
    expect(text).not.toMatch(/\?\.constructor|headers\["constructor"\]/);
    expect(text).toContain('Object.hasOwn(args, "constructor")');
    expect(text).toContain('Object.hasOwn(args, "toString")');
    expect(text.match(/getOwnPropertyDescriptor/g)).toHaveLength(2);
  });

  it("is reported by check and generate if it calls a module that you gave a confirmation", async () => {
    const made = project();
    const file = written(
      step({
        operationId: "getBook",
        parameters: [{ name: "bookId", in: "path", value: 7 }],
      }),
    );
    const config = {
      document: DOCUMENT,
      out: made.out,
      allRoutesAsTools: true,
      workflows: [file],
    };
    await generate(config);
    expect((await check(config)).flaws).toEqual([]);
    const path = join(made.out, "src/tools/get-book.ts");
    const text = readFileSync(path, "utf8");
    writeFileSync(
      path,
      text.replace(/^( {2}name: .*\n)/m, '$1  confirm: "person",\n'),
    );
    const want = {
      code: "past-confirmation",
      file: "src/workflows/flow.ts",
      message: expect.stringContaining("src/tools/get-book.ts") as string,
    };
    const { current, flaws } = await check(config);
    expect([current, flaws]).toMatchObject([false, [want]]);
    expect((await generate(config)).flaws).toMatchObject([want]);
  });

  it("is rejected if its format or version is another one", async () => {
    await expect(found({}, { arazzo: "2.0.0" })).rejects.toThrow("1.0 or 1.1");
    await expect(found({}, { arazzo: 1 })).rejects.toThrow("not an Arazzo");
  });
});

const HOSTILE =
  "*/ process.exit() /* ` ${process.exit()} \" ' \\ \u2028 \n // @ts-ignore </script> __proto__ {$inputs.a}";

describe("a hostile text in a workflow", () => {
  it("stays text in every position", async () => {
    const { modules, findings } = await found({
      summary: HOSTILE,
      description: HOSTILE,
      inputs: {
        type: "object",
        properties: {
          [HOSTILE]: { type: "string", description: HOSTILE },
          a: { type: "string", default: HOSTILE },
          ["__proto__"]: { type: "string" },
        },
      },
      steps: [
        {
          stepId: "one",
          description: HOSTILE,
          operationId: "listBooks",
          parameters: [
            { name: "q", in: "query", value: HOSTILE },
            { name: HOSTILE, in: "query", value: HOSTILE },
          ],
          successCriteria: [
            {
              condition: `$response.body#/total != '${HOSTILE.replace(/'/g, "''")}'`,
            },
            {
              context: "$response.body",
              type: "regex",
              condition: "^\\*/`\\$\\{x\\}\"'",
            },
          ],
          outputs: {
            [HOSTILE]: `$response.body#/${HOSTILE}`,
            b: '$response.header.x"];process.exit();["',
          },
        },
      ],
      outputs: {
        [HOSTILE]: `$steps.one.outputs.${HOSTILE}`,
        ["__proto__"]: "$steps.one.outputs.b",
      },
    });
    expect(findings.filter(({ severity }) => severity === "left-out")).toEqual(
      [],
    );
    expect(modules).toHaveLength(1);
    const { default: ts } = await import("typescript");
    const file = ts.createSourceFile(
      "m.ts",
      modules[0] ?? "",
      ts.ScriptTarget.Latest,
      true,
    );
    expect(
      file.statements
        .map(({ kind }) => ts.SyntaxKind[kind])
        .filter((kind) => kind !== "ImportDeclaration"),
    ).toEqual(["ExportAssignment"]);
    const names: string[] = [];
    const walk = (node: import("typescript").Node): void => {
      if (ts.isIdentifier(node)) names.push(node.text);
      ts.forEachChild(node, walk);
    };
    walk(file);
    expect(names).not.toContain("process");
    expect(names).not.toContain("exit");
  });

  it.each(["workflowId", "stepId", "operationId", HOSTILE])(
    "leaves a workflow out as its %s",
    async (place) => {
      const workflow =
        place === "workflowId"
          ? { workflowId: HOSTILE, ...step({}) }
          : step({ [place]: HOSTILE });
      const { modules } = await found(workflow);
      expect(modules).toEqual([]);
    },
  );
});

describe("regeneration of workflows", () => {
  it("keeps an edited handler, reports a changed operation, and leaves no drift", async () => {
    const made = project();
    const document = readFileSync(DOCUMENT, "utf8");
    const folder = temporaryFolder();
    const file = join(folder, "order.arazzo.yaml");
    const flow = readFileSync(FILE, "utf8").replace("type: openapi", "");
    writeFileSync(file, flow);
    const config = { workflows: [file], emit: ["tests"] } as const;
    await made.generate(document, { config });
    const path = "src/workflows/order-by-title.ts";
    const edit = [
      'progress("2 of 3: listReviews");',
      'progress("Are they good?");',
    ] as const;
    made.edit(path, edit);
    expect(await made.generate(document, { config })).toEqual([`kept ${path}`]);
    const same = await check(
      { ...config, out: made.out, allRoutesAsTools: true },
      { text: document },
    );
    expect(same).toMatchObject({ current: true, drifts: [], flaws: [] });
    writeFileSync(file, flow.replace("stars > 2", "stars > 3"));
    expect(await made.generate(document, { config })).toEqual([
      `merged ${path}`,
    ]);
    expect(made.read(path)).toContain(edit[1]);
    expect(made.read(path)).toContain("> 3");
    const changed = document.replace("name: minStars", "name: leastStars");
    expect(changed).not.toBe(document);
    const { outcomes } = await generate(
      { ...config, out: made.out, allRoutesAsTools: true },
      { text: changed },
    );
    expect(outcomes.find((one) => one.path === path)).toMatchObject({
      kind: "kept",
      contractChanged: true,
    });
    const gone = await made.generate(changed, { config: { emit: ["tests"] } });
    expect(gone).toContain(`orphaned ${path}`);
    expect(made.read("src/server.ts")).not.toContain("workflow");
  });

  it("appears in diff as new tools", async () => {
    const folder = temporaryFolder();
    const config = { ...CONFIG, out: join(folder, "out") };
    await generate({ ...config, workflows: [] });
    const changes = await diff(config);
    const tools = changes.filter(({ kind }) => kind === "tool");
    expect(tools.map(({ name }) => name)).toEqual(["orderByTitle", "present"]);
  });
});

/** Share of the values that are tried at one place, others at the next one; `npm run test:hostile` tries them all. */
const ONE_IN = process.env["TOOLWRIGHT_HOSTILE"] === "all" ? 1 : 4;

it("workflows accept any value in any place without a crash", async () => {
  const [file] = await readDocuments([FILE]);
  if (file === undefined) throw new Error("It is there.");
  const whole = file.parsed.value as object;
  const strange = [null, 7, true, "", "$", "$x", "$inputs.", "{$inputs.title}"];
  const values = [...strange, [], [null], {}, { reference: 1 }, "$steps.order"];
  let places = 0;
  let count = 0;
  const replace = (holder: object): void => {
    for (const [key, value] of Object.entries(holder) as [never, object][]) {
      places += 1;
      for (const [index, one] of values.entries()) {
        if ((index + places) % ONE_IN !== 0) continue;
        Object.assign(holder, { [key]: one });
        try {
          planned([file]);
        } catch (error) {
          expect(error).toBeInstanceOf(ToolwrightError);
        }
        count += 1;
      }
      Object.assign(holder, { [key]: value });
      if (typeof value === "object") replace(value);
    }
  };
  replace(whole);
  expect(count).toBeGreaterThan(500);
}, 60_000);

describe("suggested workflows", () => {
  const names = (made: object) =>
    (made as { workflows: { workflowId: string }[] }).workflows.map(
      ({ workflowId }) => workflowId,
    );

  it.each([
    [DOCUMENT, true],
    [DOCUMENT, false],
    ["samples/petstore/openapi.json", true],
  ])(
    "for %s become code that passes the strict type check (only tools: %s)",
    async (document, allRoutesAsTools) => {
      const made = await suggest({ document, allRoutesAsTools });
      const file = join(temporaryFolder(), "made.arazzo.json");
      writeFileSync(file, JSON.stringify(made));
      const config = { document, allRoutesAsTools, workflows: [file] };
      const folder = await emit(config);
      expect(await typeErrors(folder)).toEqual([]);
      const rows = await plan(config);
      const flows = rows.filter(({ kind }) => kind === "workflow");
      expect(flows.map(({ name }) => name).sort()).toEqual(names(made).sort());
    },
    60_000,
  );

  it("come from the document's links and from ids", async () => {
    const document = join(temporaryFolder(), "linked.json");
    const answer = (schema: object, links = {}) => ({
      responses: {
        200: {
          description: "",
          content: { "application/json": { schema } },
          links,
        },
      },
    });
    const type = "string";
    const args = (name: string, place: string) => ({
      parameters: [{ name, in: place, required: true, schema: { type } }],
    });
    const job = { type: "object", properties: { key: { type } } };
    const mode = { name: "mode", in: "query", required: true };
    const Mode = { type, enum: ["fast"] };
    const link = {
      operationId: "watch",
      parameters: { job: "$response.body#/key" },
    };
    writeFileSync(
      document,
      JSON.stringify({
        openapi: "3.1.0",
        info: { title: "t", version: "1" },
        components: { schemas: { Mode } },
        paths: {
          "/start": {
            post: {
              operationId: "start",
              parameters: [
                { ...mode, schema: { $ref: "#/components/schemas/Mode" } },
              ],
              requestBody: { required: true, content: { "image/png": {} } },
              ...answer(job, { link }),
            },
          },
          "/watch": {
            get: {
              operationId: "watch",
              ...args("job", "query"),
              ...answer({}),
            },
          },
        },
      }),
    );
    const made = await suggest({ document, allRoutesAsTools: true });
    expect(names(made)).toEqual(["startThenWatch"]);
    expect(JSON.stringify(made)).toContain("$steps.start.outputs.job");
    const base64 = { type: "string", contentEncoding: "base64" };
    expect(JSON.stringify(made)).toContain(JSON.stringify(base64));
    expect(JSON.stringify(made)).toContain(`"mode":${JSON.stringify(Mode)}`);
  });

  it.each([
    ["code", "/2fa_code"],
    ["code", "/meta.id"],
    ["code", "/a~1b/0/id"],
    ["answer", "/word"],
  ])("set %s from the field %s of a link", async (name, pointer) => {
    const document = join(temporaryFolder(), "fields.json");
    const parameters = { [name]: `$response.body#${pointer}` };
    const links = { next: { operationId: "watch", parameters } };
    const argument = { name, in: "query", required: true, schema: {} };
    const responses = { 204: { description: "" } };
    const start = {
      operationId: "start",
      responses: { 200: { description: "", links } },
    };
    const watch = { operationId: "watch", parameters: [argument], responses };
    writeFileSync(
      document,
      JSON.stringify({
        openapi: "3.1.0",
        info: { title: "A", version: "1" },
        paths: { "/start": { post: start }, "/watch": { get: watch } },
      }),
    );
    const { outputs } = (
      (await suggest({ document })) as {
        workflows: { steps: { outputs: Record<string, string> }[] }[];
      }
    ).workflows[0]?.steps[0] ?? { outputs: {} };
    expect(outputs).toEqual({ answer: "$response.body", ...parameters });
  });

  it("pass a body that is one argument as it is", async () => {
    const document = join(temporaryFolder(), "batch.json");
    const schema = { type: "array" };
    const content = { "application/json": { schema } };
    const requestBody = { required: true, content };
    const id = { type: "string" };
    const made = { type: "object", properties: { id } };
    const responses = {
      201: {
        description: "",
        content: { "application/json": { schema: made } },
      },
    };
    const parameters = [{ name: "id", in: "path", required: true, schema: id }];
    writeFileSync(
      document,
      JSON.stringify({
        openapi: "3.1.0",
        info: { title: "A", version: "1" },
        paths: {
          "/batches": { post: { requestBody, responses } },
          "/batches/{id}": { get: { parameters } },
        },
      }),
    );
    const text = JSON.stringify(await suggest({ document }));
    expect(text).toContain('"requestBody":{"payload":"$inputs.body"}');
  });

  it("are empty if no operation leads to another", async () => {
    const document = join(temporaryFolder(), "api.json");
    const get = { responses: { 204: { description: "" } } };
    writeFileSync(
      document,
      JSON.stringify({
        openapi: "3.1.0",
        info: { title: "A", version: "1" },
        paths: { "/a": { get }, "/b": { get } },
      }),
    );
    await expect(suggest({ document })).rejects.toMatchObject({
      code: "no-workflows",
    });
  });
});

it("a workflow calls operations of several APIs", async () => {
  const file = join(temporaryFolder(), "two.arazzo.json");
  const source = (name: string) => ({ name, url: `${name}.yaml` });
  writeFileSync(
    file,
    JSON.stringify({
      arazzo: "1.0.0",
      sourceDescriptions: [source("books"), source("pets")],
      workflows: [
        {
          workflowId: "both",
          steps: [
            {
              stepId: "shop",
              operationId: "$sourceDescriptions.books.getShop",
              onFailure: [{ name: "again", type: "retry" }],
              outputs: { name: "$response.body#/name" },
            },
            {
              stepId: "pets",
              operationId: "$sourceDescriptions.pets.findPetsByStatus",
              parameters: [
                { name: "status", in: "query", value: ["available"] },
              ],
              outputs: { id: "$response.body#/0/id" },
            },
          ],
          outputs: {
            name: "$steps.shop.outputs.name",
            id: "$steps.pets.outputs.id",
          },
        },
      ],
    }),
  );
  const folder = await emit({
    workflows: [file],
    sources: [
      { name: "books", document: DOCUMENT, allRoutesAsTools: true },
      { name: "pets", document: "samples/petstore/openapi.json" },
    ],
  });
  const text = readFileSync(join(folder, "src/workflows/both.ts"), "utf8");
  expect(text).toContain('from "../books/tools/get-shop.js"');
  expect(await typeErrors(folder)).toEqual([]);
}, 60_000);

it("a workflow is listed in skills, and in the report like an operation", async () => {
  const folder = await emit({ ...CONFIG, emit: ["skills"] });
  expect(
    readFileSync(join(folder, "skills/the-corner-bookshop/SKILL.md"), "utf8"),
  ).toContain(
    "`orderByTitle`: “Order a book by a word of its title”, calls `listBooks`, `listReviews` and `placeOrder`",
  );
  const file = join(temporaryFolder(), "bad.arazzo.json");
  const bad = { workflowId: "bad", steps: [{ stepId: "a", timeout: 5 }] };
  const source = { name: "shop", url: "openapi.yaml" };
  writeFileSync(
    file,
    JSON.stringify({
      arazzo: "1.1.0",
      sourceDescriptions: [source],
      workflows: [bad],
    }),
  );
  const { operations } = await reportOperations({
    ...CONFIG,
    workflows: [FILE, file],
  });
  const own = operations.filter((one) => one.operation.startsWith("workflow "));
  expect(own.map(({ operation, outcome }) => [operation, outcome])).toEqual([
    ["workflow orderByTitle", "served"],
    ["workflow present", "served"],
    ["workflow bad", "left-out"],
  ]);
  expect(own[2]?.reasons[0]?.message).toMatch(/timeout is not supported/);
  const page = await report(CONFIG);
  expect(page).toContain("orderByTitle");
}, 60_000);

it("a workflow has destructiveHint if one of its steps has it", async () => {
  const steps = [
    { stepId: "shop", operationId: "getShop" },
    {
      stepId: "gone",
      operationId: "removeBook",
      parameters: [{ name: "bookId", in: "path", value: 7 }],
    },
  ];
  const { modules } = await found({ steps });
  expect(modules[0]).toContain("destructiveHint: true");
  const { modules: reading } = await found({ steps: steps.slice(0, 1) });
  expect(reading[0]).toContain("readOnlyHint: true");
});

it("a workflow needs the scopes of the tools that it calls", async () => {
  const folder = await emit({ ...CONFIG, emit: [], auth: "jwt" });
  expect(
    readFileSync(join(folder, "src/workflows/present.ts"), "utf8"),
  ).toContain(
    "scopes: [getShop, listBooks, placeOrder].flatMap(({ scopes = [] }) => scopes)",
  );
  expect(await typeErrors(folder)).toEqual([]);
}, 60_000);

it("a workflow is listed beside a search", async () => {
  const folder = await emit({ ...CONFIG, emit: [], tools: "search" });
  writeFileSync(
    join(folder, "src", "flows.ts"),
    ENTRY.replaceAll("../src/", "./").replace(/^export .*dry-run.*\n/, ""),
  );
  const path = await bundleModules(folder, "src/flows.ts");
  const { service } = (await import(path)) as Flows;
  const listed = await service.handlers["tools/list"]?.({}, { headers: {} });
  const { tools = [] } = listed as { tools?: { name: string }[] };
  expect(tools.slice(4).map(({ name }) => name)).toEqual([
    "orderByTitle",
    "present",
  ]);
}, 60_000);
