import assert from "node:assert/strict";
import { test } from "node:test";
import { lazy } from "../../index.js";
import type {
  Args,
  Caller,
  Environment,
  HttpRequest,
  McpService,
  Server,
  Tool,
} from "../../index.js";
import { openServer } from "../start/open.js";
import { json } from "../transport/dry-run.js";
import { parseBody, recordRequest } from "../transport/record-request.js";

/** Expected requests of tools, by operation, or by name for tools of your own: `POST /pets`, `comparePets`. */
export type Cases = Readonly<Record<string, Case>>;

type Case = {
  readonly args: Args;
  /** Result of the tool. With one request, the API responds with it as well. */
  readonly answer?: unknown;
} & (ExpectedRequest | { readonly requests: readonly Exchange[] });

interface ExpectedRequest {
  /** Method, and URL below the base URL: `POST /pets?dryRun=true`. A URL of another host is absolute. */
  readonly sends: string;
  /** Headers to expect in addition to the usual ones. A boundary is written as `boundary`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON as a value, other text as text, bytes in base64. */
  readonly body?: unknown;
}

/** Request among all that a handler sends, and the response to it. */
interface Exchange extends ExpectedRequest {
  /** Response of the API. Default: an empty object. */
  readonly answer?: unknown;
  /** Status of the response. Default: 200. */
  readonly status?: number;
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

/**
 * Finds the tool of a case. With several APIs, the key begins with the API's name: `shop POST /pets`. A tool of your own
 * is found by its name.
 */
export function findTool(
  { sources }: Pick<Server, "sources">,
  key: string,
): Tool | undefined {
  const [source = "", requestKey = ""] = key.split(/ (.*)/s);
  const components = sources.flatMap((source) => source.components);
  const tools = components.map((component) => component as Tool); // other kinds are skipped below
  return tools.find(({ kind, name, request, tags = [] }) => {
    const isSource = tags.some((tag) => tag.split("/")[0] === source);
    const isSame = request === key || (request === requestKey && isSource);
    return kind === "tool" && (isSame || name === key);
  });
}

async function runCase(
  service: McpService,
  tool: Tool,
  testCase: Case,
): Promise<void> {
  const { answer: expectedResult, args } = testCase;
  const { respond, requests } = createApi(
    testCase,
    listBaseUrls(service, tool),
  );
  service.context.responder = respond;
  const call = service.handlers["tools/call"];
  // Results are complete, also if the feature `search` would shorten them.
  const params = { name: tool.name, arguments: args, compact: false };
  const result = (await call?.(params, TEST_CALLER)) as TestResult | undefined;
  const { actual, expected } = requests();
  assert.ok(
    actual.length > 0 || expected.length === 0,
    `Nothing was sent: ${resultText(result)}`,
  );
  assert.deepEqual(actual, expected, writeHint(tool, "sends"));
  if (expectedResult !== undefined)
    assert.deepEqual(
      parseBody(resultText(result)),
      expectedResult,
      writeHint(tool, "answers"),
    );
}

/** Base URLs of the APIs, that of the tool first. */
function listBaseUrls({ entries }: McpService, tool: Tool): string[] {
  const sources = [...new Set(entries.map(({ source }) => source))];
  const ownSource = entries.find(({ component }) => component === tool)?.source;
  return [ownSource, ...sources].flatMap(
    (source) => source?.client().baseUrl ?? [],
  );
}

/** An API that responds as a case says, and the requests that it received and expected. */
function createApi(testCase: Case, baseUrls: readonly string[]) {
  const isComplete = "requests" in testCase;
  const exchanges: readonly Exchange[] = isComplete
    ? testCase.requests
    : [testCase];
  const received: { readonly index: number; readonly request: HttpRequest }[] =
    [];
  const record = (request: HttpRequest, exchange: Exchange | undefined) =>
    recordRequest(
      request,
      Object.keys(exchange?.headers ?? {}),
      // A URL that a case has whole is compared as a whole.
      /^\S+ https?:/.test(exchange?.sends ?? "") ? [] : baseUrls,
    );
  return {
    respond: (request: HttpRequest) => {
      const openIndices = [...exchanges.keys()].filter(
        (index) =>
          !received.some(({ index: receivedIndex }) => receivedIndex === index),
      );
      // Requests of one moment may arrive in any order.
      const sameIndex = openIndices.find(
        (index) =>
          record(request, exchanges[index]).sends === exchanges[index]?.sends,
      );
      const index = sameIndex ?? openIndices[0] ?? exchanges.length;
      received.push({ index, request });
      const exchange =
        exchanges[index] ?? (isComplete ? undefined : exchanges[0]);
      return json(exchange?.answer ?? {}, exchange?.status);
    },
    /** Only the first request is compared if the case has one. */
    requests: () => ({
      actual: received
        .slice(0, isComplete ? Infinity : 1)
        .sort((a, b) => a.index - b.index)
        .map(({ index, request }) => record(request, exchanges[index])),
      expected: exchanges.map(toExpectedRequest),
    }),
  };
}

/** The parts of a request that a case names. */
const toExpectedRequest = ({ body, headers, sends }: ExpectedRequest) => ({
  sends,
  ...(headers && { headers }),
  ...(body !== undefined && { body }),
});

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
