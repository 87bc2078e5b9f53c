import assert from "node:assert/strict";
import { test } from "node:test";
import type { Args, Caller, HttpRequest, McpService, Tool } from "../index.js";
import { json, respondWith } from "./dry-run.js";
import { parseBody, recordRequest } from "./record-request.js";

/** What a tool has to send when it is called, by its request: `POST /pets`. */
export type Cases = Readonly<Record<string, Case>>;

interface Case {
  readonly args: Args;
  /** `POST https://api.example/pets?dryRun=true` */
  readonly sends: string;
  /** Those that must be there besides the usual ones; a boundary is written `boundary`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON as it is, other text as text, bytes in base64. */
  readonly body?: unknown;
  /** Answered by the API, and then by the tool. */
  readonly answer?: unknown;
}

/** One test for each case: its tool is called as a client calls it, and nothing leaves this machine. */
export function testTools(service: McpService, cases: Cases, env = {}): void {
  for (const name of Object.keys(process.env))
    if (/(^|_)API_/.test(name)) delete process.env[name];
  Object.assign(process.env, env);
  for (const [key, one] of Object.entries(cases)) {
    const tool = findTool(service, key);
    const title = tool ? `${tool.name}: ${key}` : key;
    void test(title, async () => {
      assert.ok(tool, `No tool sends ${key} any more.`);
      await tryOne(service, tool, one);
    });
  }
}

/** The tool that a case is of. Of one of several APIs, its key begins with the API's name: `shop POST /pets`. */
export function findTool(
  { entries }: McpService,
  key: string,
): Tool | undefined {
  const [source = "", rest = ""] = key.split(/ (.*)/s);
  const tools = entries.map(({ component }) => component as Tool); // others are passed over
  return tools.find(({ kind, request, tags = [] }) => {
    const isSource = tags.some((tag) => tag.split("/")[0] === source);
    const isSame = request === key || (request === rest && isSource);
    return kind === "tool" && isSame;
  });
}

async function tryOne(
  service: McpService,
  tool: Tool,
  one: Case,
): Promise<void> {
  const { answer, args, ...expected } = one;
  const requests: HttpRequest[] = [];
  respondWith((request) => {
    requests.push(request);
    return json(answer ?? {});
  });
  const call = service.handlers["tools/call"];
  // Answers as they are, also where the feature search would shorten them.
  const params = { name: tool.name, arguments: args, compact: false };
  const result = (await call?.(params, TEST_CALLER)) as TestResult | undefined;
  const [request] = requests;
  assert.ok(request, `Nothing was sent: ${resultText(result)}`);
  assert.deepEqual(
    recordRequest(request, Object.keys(one.headers ?? {})),
    expected,
    hintOf(tool, "sends"),
  );
  if (answer !== undefined)
    assert.deepEqual(
      parseBody(resultText(result)),
      answer,
      hintOf(tool, "answers"),
    );
}

export interface TestResult {
  readonly isError?: boolean;
  readonly content?: readonly { readonly text?: string }[];
}

export function resultText(result: TestResult | undefined): string {
  return result?.content?.[0]?.text ?? "";
}

/** Where to look in the document: https://www.rfc-editor.org/rfc/rfc6901#section-6 */
function hintOf({ name, request, title = name }: Tool, does: string): string {
  const [method = "", path = ""] = request.split(/ (.*)/s);
  const step = path.replaceAll("~", "~0").replaceAll("/", "~1");
  return `${name} ${does} something else than the document says at #/paths/${step}/${method.toLowerCase()} ("${title}"). If that is meant, change its case here.`;
}

const quiet = () => undefined;

/** Who calls in tests: says yes to all questions, and logs nothing. */
export const TEST_CALLER: Caller = {
  id: 1,
  headers: {},
  progress: quiet,
  elicit: async () => ({ action: "accept" }), // who runs this has said so
  signal: new AbortController().signal,
  log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
};
