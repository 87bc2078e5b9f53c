import assert from "node:assert/strict";
import { test } from "node:test";
import type { Args, Caller, HttpRequest, McpService, Tool } from "../index.js";
import { json, respondWith } from "./dry-run.js";
import { parseBody, recordRequest } from "./record-request.js";

/** Expected requests of tools, by operation: `POST /pets`. */
export type Cases = Readonly<Record<string, Case>>;

interface Case {
  readonly args: Args;
  /** Method and URL of the request: `POST https://api.example/pets?dryRun=true`. */
  readonly sends: string;
  /** Headers to expect in addition to the usual ones. A boundary is written as `boundary`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON as a value, other text as text, bytes in base64. */
  readonly body?: unknown;
  /** Response of the API, and result of the tool. */
  readonly answer?: unknown;
}

/** Runs one test per case: calls its tool as a client does. Nothing leaves this machine. */
export function testTools(service: McpService, cases: Cases, env = {}): void {
  for (const name of Object.keys(process.env))
    if (/(^|_)API_/.test(name)) delete process.env[name];
  Object.assign(process.env, env);
  for (const [key, testCase] of Object.entries(cases)) {
    const tool = findTool(service, key);
    const title = tool ? `${tool.name}: ${key}` : key;
    void test(title, async () => {
      assert.ok(tool, `No tool sends ${key} anymore.`);
      await runCase(service, tool, testCase);
    });
  }
}

/** Finds the tool of a case. With several APIs, the key begins with the API's name: `shop POST /pets`. */
export function findTool(
  { entries }: McpService,
  key: string,
): Tool | undefined {
  const [source = "", requestKey = ""] = key.split(/ (.*)/s);
  const tools = entries.map(({ component }) => component as Tool); // other kinds are skipped below
  return tools.find(({ kind, request, tags = [] }) => {
    const isSource = tags.some((tag) => tag.split("/")[0] === source);
    const isSame = request === key || (request === requestKey && isSource);
    return kind === "tool" && isSame;
  });
}

async function runCase(
  service: McpService,
  tool: Tool,
  testCase: Case,
): Promise<void> {
  const { answer: expectedResponse, args, ...expected } = testCase;
  const requests: HttpRequest[] = [];
  respondWith((request) => {
    requests.push(request);
    return json(expectedResponse ?? {});
  });
  const call = service.handlers["tools/call"];
  // Results are complete, also if the feature `search` would shorten them.
  const params = { name: tool.name, arguments: args, compact: false };
  const result = (await call?.(params, TEST_CALLER)) as TestResult | undefined;
  const [request] = requests;
  assert.ok(request, `Nothing was sent: ${resultText(result)}`);
  assert.deepEqual(
    recordRequest(request, Object.keys(testCase.headers ?? {})),
    expected,
    writeHint(tool, "sends"),
  );
  if (expectedResponse !== undefined)
    assert.deepEqual(
      parseBody(resultText(result)),
      expectedResponse,
      writeHint(tool, "answers"),
    );
}

export interface TestResult {
  readonly isError?: boolean;
  readonly content?: readonly { readonly text?: string }[];
}

export function resultText(result: TestResult | undefined): string {
  return result?.content?.[0]?.text ?? "";
}

/** Writes a hint that names the place in the document: https://www.rfc-editor.org/rfc/rfc6901#section-6 */
function writeHint(
  { name, request, title = name }: Tool,
  verb: string,
): string {
  const [method = "", path = ""] = request.split(/ (.*)/s);
  const pathToken = path.replaceAll("~", "~0").replaceAll("/", "~1");
  return `${name} ${verb} something different from the document at #/paths/${pathToken}/${method.toLowerCase()} ("${title}"). If that is intended, change its case here.`;
}

const logNothing = () => undefined;

/** Caller for tests. Accepts all requests for confirmation, and logs nothing. */
export const TEST_CALLER: Caller = {
  id: 1,
  headers: {},
  progress: logNothing,
  elicit: async () => ({ action: "accept" }), // running the tests is the consent
  signal: new AbortController().signal,
  log: {
    debug: logNothing,
    info: logNothing,
    warn: logNothing,
    error: logNothing,
  },
};
