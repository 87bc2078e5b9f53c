/**
 * Cost of responses for a model: the examples of a document's GET operations as tools of an emitted server return them,
 * whole, compact, and narrowed to four fields; and each list a hundred times over against the limit of a response.
 *
 *     npx tsx bench/answers.ts ../shared/corpus/github-api.json
 *
 * Tokens are bytes ÷ 4, notes included.
 */
import { readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { planServer } from "../generator/pipeline.js";
import { shortenResponses } from "../runtime/features/responses/shorten-responses/shorten-responses.js";
import { findWrapped } from "../runtime/features/responses/shorten-responses/field-paths.js";
import { createLog } from "../runtime/features/observe/log.js";
import { createHttpClient, defineTool } from "../runtime/index.js";
import type { McpService } from "../runtime/index.js";
import { openService } from "../test/runtime/serving.js";

type Json = Readonly<Record<string, unknown>>;

interface Example {
  readonly request: string;
  readonly data: unknown;
}

const [document = ""] = process.argv.slice(2);
const examples = examplesOf(
  JSON.parse(readFileSync(document, "utf8")) as Json, // a document in JSON
);
const shapes = await shapesOf();
const tokensByWay = {
  whole: examples.map((item) => ask(item, {})),
  compact: examples.map((item) => ask(item, { compact: true })),
  "four fields": examples.map((item) =>
    ask(item, { fields: fourOf(item.data) }),
  ),
};
const wholeTokens = await Promise.all(tokensByWay.whole);
print(`${basename(document)}: ${examples.length} examples`);
for (const [way, requests] of Object.entries(tokensByWay)) {
  const tokens = await Promise.all(requests);
  const saved = tokens.map(
    (count, at) => 100 - (100 * count) / (wholeTokens[at] ?? count),
  );
  const share = 100 - (100 * sum(tokens)) / sum(wholeTokens);
  print(
    `${way}: ${sum(tokens)} tokens, ${share.toFixed(1)} % less; of one, median ${middle(tokens)} tokens, ${middle(saved).toFixed(1)} % less`,
  );
}
const many = await Promise.all(
  examples.map(({ data, request }) => ask({ data: grown(data), request }, {})),
);
print(`lists of 100 times as many: at most ${Math.max(...many)} tokens`);

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Declared schemas of the responses. */
async function shapesOf() {
  const config = { document: resolve(document), allRoutesAsTools: true };
  const { apis } = await planServer(config, { lock: null });
  const plans = apis.map(({ plan }) => plan);
  const [only] = plans; // of one document
  const any = plans.flatMap(({ components }) =>
    components.map(({ requestSpec: recipe }) => [recipe.request, {}] as const),
  );
  const { $defs = {}, operations = {} } = only?.responses ?? {};
  return { $defs, operations: { ...Object.fromEntries(any), ...operations } };
}

/** Tokens of the result of a call that is answered so. */
async function ask(
  { data, request }: Example,
  requestedFields: Json,
): Promise<number> {
  const answer = { status: 200, headers: {}, contentType: "application/json" };
  const tool = defineTool({
    name: "tool",
    request,
    handler: () => ({ ...answer, data }),
  });
  const { handlers }: McpService = openService({
    name: "answers",
    version: "1",
    sources: [
      {
        components: [tool],
        schemas: { $defs: {}, arguments: {} },
        client: (context) =>
          createHttpClient(context, {
            baseUrl: "http://api.invalid",
            transport: () => Promise.reject(new Error("Nothing is sent.")),
          }),
        responseFields: shapes,
      },
    ],
    features: [shortenResponses()],
  });
  const params = { name: "tool", ...requestedFields };
  const result = await handlers["tools/call"]?.(params, {
    id: 1,
    signal: new AbortController().signal,
    progress: () => undefined,
    headers: {},
    log: createLog({ level: "silent" }),
  });
  const { content } = result as { content: { text: string }[] }; // a tool's
  return Math.ceil(
    Buffer.byteLength(content.map(({ text }) => text).join("\n")) / 4,
  );
}

/**
 * The first four texts and numbers that a model might ask for, without links; those of its objects if it has too few.
 */
function fourOf(data: unknown): string {
  return leavesOf(itemOf(data), "").slice(0, 4).join();
}

function leavesOf(item: unknown, prefix: string): string[] {
  const fields = Object.entries(Object(item) as object).filter(
    ([name]) => !/url$|^node_id$|^_links$/.test(name),
  );
  return [
    ...fields.flatMap(([name, value]) =>
      typeof value === "object" ? [] : [prefix + name],
    ),
    ...fields.flatMap(([name, value]) =>
      prefix === "" && typeof value === "object"
        ? leavesOf(itemOf(value), `${name}.`)
        : [],
    ),
  ];
}

/** The first item of a list, or of the one list of objects in a wrapper. */
function itemOf(data: unknown): unknown {
  if (Array.isArray(data)) return data[0] as unknown;
  const [, content] = findWrapped(data) ?? [];
  const isWrapper = Object.keys(Object(data) as object).length <= 4;
  return isWrapper && Array.isArray(content) ? content[0] : data;
}

function grown(data: unknown): unknown {
  if (Array.isArray(data))
    return Array.from({ length: 100 }, () => data as unknown[]).flat();
  if (typeof data !== "object" || data === null) return data;
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      Array.isArray(value) ? grown(value) : (value as unknown),
    ]),
  );
}

function examplesOf(root: Json): Example[] {
  const at = (value: unknown, ...names: string[]): unknown =>
    names.reduce<unknown>(
      (parent, name) => follow((parent as Json | undefined)?.[name]),
      value,
    );
  /** Target of a reference, or the value itself. */
  function follow(value: unknown): unknown {
    const { $ref } = Object(value) as { $ref?: unknown };
    return typeof $ref === "string"
      ? at(
          root,
          ...$ref
            .slice(2)
            .split("/")
            .map((step) => step.replaceAll("~1", "/")),
        )
      : value;
  }
  return Object.keys(at(root, "paths") as Json).flatMap((path) => {
    const media = at(
      root,
      "paths",
      path,
      "get",
      "responses",
      "200",
      "content",
      "application/json",
    );
    const { example, examples = {} } = Object(media) as {
      example?: unknown;
      examples?: Json;
    };
    const namedExamples = Object.keys(examples).map((name) =>
      at(media, "examples", name, "value"),
    );
    return [...namedExamples, example]
      .filter((data) => data !== undefined)
      .map((data) => ({ request: `GET ${path}`, data }));
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function middle(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;
}
