import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { checks } from "../../runtime/features/checks/checks.js";
import { definePrompt } from "../../runtime/features/components/prompts/define.js";
import { prompts } from "../../runtime/features/components/prompts/prompts.js";
import { skills } from "../../runtime/features/components/skills/skills.js";
import { defineTool } from "../../runtime/index.js";
import type {
  Argument,
  JsonSchema,
  ApiDefinition,
} from "../../runtime/index.js";
import { temporaryFolder } from "../generator/temporary.js";
import { message } from "./ask.js";
import { collectGarbage } from "./features/http/listening.js";
import { ask, serviceOf, silent } from "./serving.js";
import { createHttpHandler } from "./alone.js";

const MB = 1024 * 1024;
/**
 * Selection of bodies: all take a minute, so by default one in eight is sent, to each kind of server in turn.
 * `npm run test:bounds` sends them all to both.
 */
const all = process.env["TOOLWRIGHT_BODIES"] === "all";
const sample = <Item>(items: readonly Item[], kind: number): Item[] =>
  items.filter((_, index) => all || index % 16 === kind * 8);
const text = { type: "string" };
const list = (items: JsonSchema, more: JsonSchema = {}): JsonSchema => ({
  type: "array",
  items,
  ...more,
});
const ref = (name: string) => ({ $ref: `#/$defs/${name}` });
const times = <Made>(count: number, make: (index: number) => Made): Made[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** A branch of a union that leads back to it. */
const branch = (name: string, more: JsonSchema): JsonSchema => ({
  type: "object",
  properties: { left: ref(name), right: ref(name), next: ref(name), ...more },
  required: Object.keys(more),
});

const $defs: Record<string, JsonSchema> = {
  Pet: {
    type: "object",
    properties: {
      name: text,
      age: { type: "integer", minimum: 0 },
      friend: ref("Pet"),
    },
    required: ["name"],
    additionalProperties: false,
  },
  Node: {
    anyOf: ["a", "b"].map((kind) => branch("Node", { kind: { const: kind } })),
  },
  Loose: {
    anyOf: ["x", "y", "z"].map((name) =>
      branch("Loose", { [name]: { type: "integer" } }),
    ),
  },
  Both: {
    allOf: times(2, () => ({ properties: { next: ref("Both") } })),
  },
  Loop: { allOf: [ref("Loop")] },
  Tree: list(ref("Tree")),
  Distinct: list(ref("Distinct"), { uniqueItems: true }),
  Wide: {
    anyOf: times(50, (index) => ({
      ...branch("Wide", { t: { const: `t${index}` } }),
    })),
  },
  Enum: { enum: times(1000, (index) => `value-${index}`) },
  Lists: { anyOf: times(50, () => list({ type: "boolean" })) },
  Consts: { anyOf: times(50, (index) => ({ const: { index } })) },
};

const properties: Record<string, JsonSchema> = {
  ints: list({ type: "integer" }),
  texts: list({ ...text, minLength: 2, maxLength: 9, pattern: "^[a-z]+$" }),
  pets: list(ref("Pet")),
  distinct: list({}, { uniqueItems: true }),
  distinctPets: list(ref("Pet"), { uniqueItems: true }),
  counted: list({}, { maxItems: 3 }),
  tuple: {
    type: "array",
    prefixItems: times(500, () => ({ type: "integer" })),
    items: { type: "boolean" },
  },
  wides: list(ref("Wide")),
  enums: list(ref("Enum")),
  enum: ref("Enum"),
  nodes: list(ref("Node")),
  any: {},
  text: { ...text, maxLength: 100, pattern: "^[a-z]*$" },
  open: { type: "object", additionalProperties: { type: "integer" } },
  closed: { type: "object", additionalProperties: false },
  needs: {
    type: "object",
    dependentRequired: Object.fromEntries(
      times(1000, (index) => [`k${index}`, [`m${index}`]]),
    ),
  },
  asks: list({
    anyOf: [{ required: times(1000, (index) => `r${index}`) }, {}],
  }),
  node: ref("Node"),
  loose: ref("Loose"),
  both: ref("Both"),
  loop: ref("Loop"),
  tree: ref("Tree"),
  deep: ref("Distinct"),
  lists: ref("Lists"),
  consts: ref("Consts"),
  constList: list(ref("Consts")),
};

/** Values of JSON text, about. */
const valuesOf = (json: string) => (json.match(/[,[{]/g)?.length ?? 0) + 1;

/** Number of times that a piece fits into one request. */
const most = (piece: string, values: number) =>
  Math.floor(
    Math.min(values / valuesOf(piece), (3.8 * MB) / (piece.length + 1)),
  );

/** Bodies as large as fits, once for as many values as a request over HTTP may have. */
const bodies = (values: number): [string, () => string][] => {
  const fill = (item: string) =>
    `[${`${item},`.repeat(most(item, values) - 1)}${item}]`;
  const fields = (make: (index: number) => string, limit = Infinity) =>
    times(Math.min(limit, most(make(100_000), values)), make).join(",");
  const nest = (levels: number, open: string, leaf: string, close = "}") =>
    open.repeat(levels) + leaf + close.repeat(levels);
  const quoted = JSON.stringify;
  const chain = (pairs: string, leaf: string, levels = 450) =>
    nest(levels, `{${pairs}"next":`, leaf);
  let pairs = '{"kind":"c"}';
  for (let level = 0; level < 13; level += 1)
    pairs = `{"kind":"b","left":${pairs},"right":${pairs}}`;
  return [
    // lists
    [
      "more objects than a request may have as one text",
      () => `"pets":${quoted(`[${"{},".repeat(1.2 * MB)}{}]`)}`,
    ],
    ["wrong numbers", () => `"ints":${fill('"x"')}`],
    ["numbers as texts", () => `"ints":${fill('"1"')}`],
    ["right numbers", () => `"ints":${fill("1")}`],
    ["nulls", () => `"ints":${fill("null")}`],
    ["a list as one text", () => `"ints":${quoted(fill("1"))}`],
    ["a list of texts as one text", () => `"ints":${quoted(fill('"1"'))}`],
    ["a text that is nearly a list", () => `"ints":"${"[".repeat(3.8 * MB)}"`],
    ["a text of blanks", () => `"ints":"${" ".repeat(3.8 * MB)}["`],
    ["short texts", () => `"texts":${fill('"a"')}`],
    ["right texts", () => `"texts":${fill('"ab"')}`],
    ["texts of another pattern", () => `"texts":${fill('"A1"')}`],
    ["long texts", () => `"texts":${fill(quoted("a".repeat(4000)))}`],
    ["empty objects", () => `"pets":${fill("{}")}`],
    ["unknown fields", () => `"pets":${fill('{"name":"a","x":1}')}`],
    ["right objects", () => `"pets":${fill('{"name":"a"}')}`],
    ["objects as texts", () => `"pets":${fill(quoted('{"name":"a"}'))}`],
    ["fields as texts", () => `"pets":${fill('{"name":"a","age":"1"}')}`],
    ["too many items", () => `"counted":${fill("1")}`],
    ["a tuple", () => `"tuple":${fill('"x"')}`],
    // equal ones
    ["distinct numbers", () => `"distinct":[${fields((index) => `${index}`)}]`],
    [
      "distinct objects",
      () => `"distinctPets":[${fields((index) => `{"name":"${index}"}`)}]`,
    ],
    ["equal objects", () => `"distinct":${fill("{}")}`],
    [
      "one large object",
      () => `"distinct":[{${fields((index) => `"k${index}":1`)}}]`,
    ],
    [
      "distinct at every level",
      () => `"deep":${nest(450, "[", fill("[]"), "]")}`,
    ],
    // allowed values
    ["none of many", () => `"enums":${fill('"x"')}`],
    ["the last of many", () => `"enums":${fill('"value-999"')}`],
    ["a large object that is none", () => `"enum":{"a":${fill("1")}}`],
    ["a large object that is no constant", () => `"consts":{"a":${fill("1")}}`],
    ["constants", () => `"constList":${fill('{"index":49}')}`],
    // objects
    ["unknown arguments", () => fields((index) => `"u${index}":1`)],
    [
      "50,000 unknown arguments",
      () => fields((index) => `"u${index}":1`, 50_000),
    ],
    ["unknown names", () => `"closed":{${fields((index) => `"u${index}":1`)}}`],
    ["wrong values", () => `"open":{${fields((index) => `"u${index}":"x"`)}}`],
    ["right values", () => `"open":{${fields((index) => `"u${index}":1`)}}`],
    [
      "values as texts",
      () => `"open":{${fields((index) => `"u${index}":"1"`)}}`,
    ],
    [
      "what needs more",
      () => `"needs":{${fields((index) => `"k${index}":1`)}}`,
    ],
    ["what asks for much", () => `"asks":${fill("{}")}`],
    [
      "nulls for parameters",
      () =>
        `${times(300, (index) => `"p${index}":null`).join()},"ints":${fill("1")}`,
    ],
    ["a long name", () => `"${"n".repeat(3.8 * MB)}":1`],
    [
      "long names",
      () => times(20, (index) => `"${index}${"n".repeat(150_000)}":1`).join(),
    ],
    [
      "names of Object's members",
      () => `"__proto__":{},"constructor":${fill("1")}`,
    ],
    // texts
    ["a long text", () => `"text":"${"a".repeat(3.8 * MB)}"`],
    ["a long text of pairs", () => `"text":"${"😀".repeat(0.9 * MB)}"`],
    ["a long text for anything", () => `"any":"${"é".repeat(1.8 * MB)}"`],
    ["a long number", () => `"p0":"${"1".repeat(3.8 * MB)}"`],
    // unions
    ["none of two", () => `"nodes":${fill('{"kind":"c"}')}`],
    ["the second of two", () => `"nodes":${fill('{"kind":"b"}')}`],
    ["none of fifty", () => `"wides":${fill('{"t":"x"}')}`],
    ["the last of fifty", () => `"wides":${fill('{"t":"t49"}')}`],
    ["scalars for fifty", () => `"wides":${fill("1")}`],
    ["a text for fifty lists", () => `"lists":${quoted(fill("1"))}`],
    ["a chain of none", () => `"node":${chain('"kind":"c",', "{}")}`],
    ["a chain of the second", () => `"node":${chain('"kind":"b",', "{}")}`],
    ["a tree of the second", () => `"node":${pairs}`],
    ["a chain without names", () => `"loose":${chain("", "{}")}`],
    ["a chain of the last", () => `"loose":${chain('"z":1,', '{"w":1}')}`],
    ["a chain of texts", () => `"loose":${chain('"z":"1",', '{"z":"x"}')}`],
    ["a chain of both", () => `"both":${chain("", "1")}`],
    // depth
    ["a schema that leads to itself", () => '"loop":1'],
    ["a deep tree", () => `"tree":${nest(450, "[", "", "]")}`],
    ["a deep tree as a text", () => `"tree":"${nest(100_000, "[", "", "]")}"`],
    ["a wide tree", () => `"tree":${fill("[]")}`],
    ["a wide tree as texts", () => `"tree":${fill('"[]"')}`],
  ];
};

let live = 0;
const integer: Argument = { in: "query", type: "integer" };

const serviceWith = (more: Partial<ApiDefinition>) =>
  serviceOf(
    [
      defineTool({
        name: "take",
        request: "POST /",
        arguments: Object.fromEntries(
          times(300, (index) => [`p${index}`, integer]),
        ),
        body: { properties },
        handler() {
          collectGarbage();
          live = process.memoryUsage().heapUsed;
          return "taken";
        },
      }),
    ],
    { source: { ...more, schemas: { $defs, arguments: {} } } },
  );

/**
 * Seconds of CPU time. A call takes half a second at most; quadratic work takes minutes, however idle the machine is.
 */
const SECONDS = 3;

/** The response, and the seconds of CPU and megabytes that it took. */
async function measure(run: () => Promise<string>) {
  collectGarbage();
  live = 0;
  const before = process.memoryUsage().heapUsed;
  const start = process.cpuUsage();
  const answer = await run();
  const { system, user } = process.cpuUsage(start);
  return {
    answer,
    seconds: (user + system) / 1e6,
    megabytes: live === 0 ? 0 : (live - before) / MB,
  };
}

const KINDS: readonly (readonly [string, Partial<ApiDefinition>, number])[] = [
  ["without the feature checks", {}, 0],
  ["with the feature checks", { check: checks }, 1],
];

describe.each(KINDS)(
  "calls over HTTP have short responses in bounded time, %s",
  (_name, more, kind) => {
    const handler = createHttpHandler(serviceWith(more), silent);

    test.each(sample(bodies(95_000), kind))("%s", async (_name, make) => {
      const args = `{${make()}}`;
      const body = message("tools/call", {
        name: "take",
        arguments: {},
      }).replace('"arguments":{}', () => `"arguments":${args}`);
      const headers = { "content-type": "application/json" };
      let status = 0;
      const { answer, megabytes, seconds } = await measure(async () => {
        const request = new Request("http://x/", {
          method: "POST",
          headers,
          body,
        });
        const response = await handler(request);
        status = response.status;
        return response.text();
      });
      expect(status).toBe(200);
      expect(answer).toMatch(/"(taken|Wrong arguments for take)/);
      expect(answer.length).toBeLessThan(10_000);
      expect(seconds).toBeLessThan(SECONDS);
      expect(megabytes).toBeLessThan(4 * 4);
    });
  },
);

describe.each(KINDS)(
  "calls on stdio have short responses in bounded time for larger messages, too, %s",
  (_name, more, kind) => {
    const service = serviceWith(more);
    const some =
      /^(right numbers|.* as texts?|distinct .*|constants|what asks .*|the last .*|a long name)$/;
    const large = bodies(1_000_000).filter(([name]) => some.test(name));
    test.each(sample(large, kind))("%s", async (_name, make) => {
      const args = `{${make()}}`;
      const params = {
        name: "take",
        arguments: JSON.parse(args) as Record<string, unknown>,
      };
      const { answer, seconds } = await measure(async () =>
        JSON.stringify(await ask(service, "tools/call", params)),
      );
      expect(answer).toMatch(/"(taken|Wrong arguments for take)/);
      expect(answer.length).toBeLessThan(10_000);
      expect(seconds).toBeLessThan(SECONDS);
    });
  },
);

test("unknown names are shortened in errors", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "skills", "one"), { recursive: true });
  const page = "---\nname: one\ndescription: One.\n---\n";
  writeFileSync(join(folder, "skills", "one", "SKILL.md"), page);
  const from = pathToFileURL(join(folder, "src", "server.ts")).href;
  const prompt = definePrompt({ name: "p", title: "P", text: "p" });
  const features = [prompts(), skills(from)];
  const service = serviceOf([prompt], { features });
  const long = "x".repeat(MB);
  for (const method of ["prompts/get", "skills/get", "resources/read"]) {
    const asked = ask(service, method, { name: long, uri: long });
    const error = await asked.catch((reason: unknown) => reason);
    const { data, message } = error as { data?: unknown; message: string };
    expect(`${message} ${JSON.stringify(data)}`.length).toBeLessThan(1_000);
  }
});
