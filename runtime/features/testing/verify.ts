import { readFileSync } from "node:fs";
import { defineServer, getOwn } from "../../index.js";
import type {
  Caller,
  Environment,
  Feature,
  McpService,
  Server,
  Tool,
} from "../../index.js";
import { validateDeep } from "../checks/checks.js";
import type { MockedOperation } from "../transport/mock.js";
import { findTool, openForTests, TEST_CALLER } from "./testing.js";
import type { Cases } from "./testing.js";
import { escapeInvisible } from "../text/escape-invisible.js";

/**
 * Calls each read-only tool once, with the arguments of its case, and prints a line with status, time, and differences
 * between response and document. Calls tools that write only if they are named. Returns the exit code: 0; 1 if
 * something differs or fails; 2 if nothing was called.
 */
export async function verifyAll(
  server: Server,
  cases: Cases,
  {
    addresses,
    env,
    files,
    named: toolNames,
  }: {
    /** Variables with the base URLs of the APIs; no other address is requested. */
    readonly addresses: readonly string[];
    readonly env: Environment;
    /** Files with the mocks. */
    readonly files: readonly URL[];
    /** Names of tools to call. Empty: all that only read. */
    readonly named: readonly string[];
  },
): Promise<0 | 1 | 2> {
  const tools = Object.entries(cases).flatMap(([route, { args }]) => {
    const tool = findTool(server, route);
    return tool ? [{ args, tool }] : [];
  });
  const selectedTools = tools.filter(({ tool: { annotations, name } }) =>
    toolNames.length > 0 ? toolNames.includes(name) : annotations?.readOnlyHint,
  );
  const names = tools.map(({ tool }) => tool.name);
  const [unknownName] = toolNames.filter((name) => !names.includes(name));
  const refuseRun = (problem: string) => {
    process.stderr.write(`${escapeInvisible(problem)}\n`);
    return 2 as const;
  };
  if (addresses.some((name) => !env[name]))
    return refuseRun(
      `Set the URL of the API to call: ${addresses.map((name) => `${name}=https://staging.example.com `).join("")}npm run verify`,
    );
  if (unknownName !== undefined)
    return refuseRun(
      `No case in test/ calls a tool ${unknownName}. Similar names: ${findNearest(unknownName, names).join(", ")}.`,
    );
  if (selectedTools.length === 0)
    return refuseRun(
      "None of the tools only reads. Name the tools to call: npm run verify -- createPet",
    );
  const features = [captureResponses, ...(server.features ?? [])];
  const capturing = await openForTests(
    defineServer({ ...server, features }),
    env,
  );
  const mocks = files.map(
    (file) => JSON.parse(readFileSync(file, "utf8")) as MockedOperation,
  ); // as it was generated
  let exitCode: 0 | 1 = 0;
  for (const { args, tool } of selectedTools) {
    const line = await verifyOne(capturing, tool, args, mocks);
    if (!line.isFine) exitCode = 1;
    process.stdout.write(`${line.text}\n`);
  }
  return exitCode;
}

/** Finds the names that share the most pairs of letters with a name. */
function findNearest(name: string, names: readonly string[]): string[] {
  const pairs = name.toLowerCase().match(/.(?=(.))/g) ?? [];
  const countSharedPairs = (candidate: string) =>
    pairs.filter((_, at) =>
      candidate.toLowerCase().includes(name.toLowerCase().slice(at, at + 2)),
    ).length;
  return names
    .toSorted((a, b) => countSharedPairs(b) - countSharedPairs(a))
    .slice(0, 3);
}

async function verifyOne(
  service: McpService,
  tool: Tool,
  args: object,
  mocks: readonly MockedOperation[],
) {
  const callInfo = { status: 0, ms: 0 };
  const recordCall = (event: string, details: object = {}) => {
    if (event === "call") Object.assign(callInfo, details);
  };
  const log = {
    ...TEST_CALLER.log,
    info: recordCall,
    warn: recordCall,
    error: recordCall,
  };
  let responseData: unknown;
  const params = { name: tool.name, arguments: args };
  const caller: CapturingCaller = {
    ...TEST_CALLER,
    log,
    [CAPTURE]: (data) => void (responseData = data),
  };
  const result = await service.handlers["tools/call"]?.(params, caller);
  const { content, isError } = result as {
    content?: { text?: string }[];
    isError?: boolean;
  };
  const problem = isError
    ? (content?.[0]?.text ?? "failed")
    : describeDifference(tool, callInfo.status, responseData, mocks);
  const text = [
    String(callInfo.status || "-").padEnd(4),
    `${callInfo.ms} ms`.padStart(9),
    tool.name,
    problem,
  ].join("  ");
  // Texts of the API stay on one line, and cannot be commands to a terminal or CI runner.
  return { isFine: problem === "", text: escapeInvisible(text.trimEnd()) };
}

/** Key of the function that receives the data of responses, in the caller. */
const CAPTURE = Symbol("capture");

/** A caller that receives the data of responses. */
interface CapturingCaller extends Caller {
  readonly [CAPTURE]?: (data: unknown) => void;
}

const captureResponses: Feature = {
  name: "capture-responses",
  hooks: () => ({
    context: (base, { caller }) => ({
      ...base,
      async send(args) {
        const response = await base.send(args);
        (caller as CapturingCaller)[CAPTURE]?.(response.data); // set by `verifyOne`
        return response;
      },
    }),
  }),
};

/** Describes the differences between a response and its schema. Empty if there are none, or if no schema is known. */
function describeDifference(
  { request }: Tool,
  status: number,
  responseData: unknown,
  mocks: readonly MockedOperation[],
): string {
  for (const { $defs, operations } of mocks) {
    const responses = getOwn(operations, request) ?? {};
    const { schema } =
      getOwn(responses, `${status}`) ??
      getOwn(responses, `${Math.floor(status / 100)}XX`) ??
      getOwn(responses, "default") ??
      {};
    if (schema === undefined) continue;
    const wrapperSchema = { type: "object", properties: { answer: schema } };
    try {
      validateDeep(
        { answer: responseData },
        { $defs, name: "The answer", schema: wrapperSchema },
      );
    } catch (error) {
      const [, ...lines] = String(error).split("\n");
      return lines.join("; ").replaceAll("/answer", "");
    }
  }
  return "";
}
