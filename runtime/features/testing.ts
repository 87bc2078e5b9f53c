import assert from "node:assert/strict";
import { test } from "node:test";
import { lazy } from "../index.js";
import type {
  Args,
  Caller,
  Environment,
  HttpRequest,
  McpService,
  Server,
  Tool,
} from "../index.js";
import { openServer } from "./open.js";
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

/** Runs one test per case: calls its tool as a client does. Nothing leaves this machine. `env`: variables of the tests. */
export function testTools(
  server: Server,
  cases: Cases,
  env: Environment = {},
): void {
  const opening = lazy(() => openForTests(server, env));
  for (const [key, testCase] of Object.entries(cases)) {
    const tool = findTool(server, key);
    const title = tool ? `${tool.name}: ${key}` : key;
    void test(title, async () => {
      assert.ok(tool, `No tool sends ${key} anymore.`);
      await runCase(await opening(), tool, testCase);
    });
  }
}

/** Opens a server whose log is silent. Its first test pays for it, and the process ends without closing it. */
export async function openForTests(
  server: Server,
  env: Environment,
): Promise<McpService> {
  const { log } = TEST_CALLER;
  return (await openServer(server, { env, log })).service;
}

/** Finds the tool of a case. With several APIs, the key begins with the API's name: `shop POST /pets`. */
export function findTool(
  { sources }: Pick<Server, "sources">,
  key: string,
): Tool | undefined {
  const [source = "", requestKey = ""] = key.split(/ (.*)/s);
  const components = sources.flatMap((source) => source.components);
  const tools = components.map((component) => component as Tool); // other kinds are skipped below
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
