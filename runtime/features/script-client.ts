import { CallError, isSchema, isToolResult, lazy, dispatch } from "../index.js";
import { toApiResponse } from "../index.js";
import type { ApiResponse, Args, Caller, HandlerResult } from "../index.js";
import type { OperationTypes, McpService, Tool } from "../index.js";
import type { ToolResult, Typed } from "../index.js";
import { createLog } from "./log.js";

/** Tools as functions. `confirm` repeats an argument where a tool asks for it. */
export type ScriptClient<Tools> = {
  readonly [Name in keyof Tools]: Tools[Name] extends Typed<
    infer Operation extends OperationTypes
  >
    ? Call<Operation["arguments"] & Confirmed, Operation["response"]>
    : Tools[Name] extends Typed<{ own: infer Own extends OperationTypes }>
      ? Call<Own["arguments"], DataOf<Own["response"]>>
      : never;
};

/** What a handler of one's own gives, without what stands around it. */
type DataOf<Given> =
  Given extends ApiResponse<infer Data>
    ? Data
    : Given extends ToolResult
      ? unknown
      : Given;

type Confirmed = { readonly confirm?: unknown };

type Call<Given, Gives> = (
  ...given: Record<never, never> extends Given ? [args?: Given] : [args: Given]
) => Promise<Gives>;

/**
 * Tools as functions that go the way of every call of a client, in this process: the same credentials, handlers, checks
 * and limits. They give the answer's data whole, and reject with what a model would be told.
 */
export function createScriptClient<
  Tools extends Readonly<Record<string, Tool>>,
>(service: McpService, tools: Tools): ScriptClient<Tools> {
  const call = caller(service);
  const all = Object.entries(tools).map(([name, tool]) => [
    name,
    async (args: Args = {}) => {
      const { result, value } = await call(tool.name, args);
      if (result.isError) throw new CallError(textOf(result));
      if (isToolResult(value)) return value.structuredContent ?? textOf(value);
      const { data, note = "" } = toApiResponse(value);
      // A script counts on what it gets, and is shown no note.
      if (CUT.test(note)) throw new CallError(note);
      return data;
    },
  ]);
  return Object.fromEntries(all) as ScriptClient<Tools>; // one of each
}

/** What an answer beyond `maxResponseBytes` says of itself. */
const CUT = / was cut after /;

/** Prints what a model would be told of one call; false: an error. */
export async function printCall(
  service: McpService,
  name: string,
  json = "{}",
): Promise<boolean> {
  const args = parsed(json);
  if (!isSchema(args))
    throw new Error(
      `The arguments must be one JSON object: call ${name} '{"limit":5}'`,
    );
  const { result } = await caller(service)(name, args);
  const { isError = false } = result;
  process[isError ? "stderr" : "stdout"].write(`${textOf(result)}\n`);
  await service.close();
  return !isError;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Calls tools as a client on stdio does. What it rejects with is not logged as well, but where `LOG_LEVEL` says so. */
function caller(service: McpService) {
  const level = process.env["LOG_LEVEL"] ? {} : { level: "error" as const };
  const log = createLog({ redact: service.redact, ...level });
  const start = lazy(() => service.start(log));
  return async (name: string, args: Args) => {
    await start();
    let value: HandlerResult;
    const from: Caller = {
      id: 0,
      headers: {},
      log,
      progress: () => undefined,
      signal: new AbortController().signal,
      result: (given) => (value = given),
    };
    // A search would leave out what models seldom need.
    const params = { name, arguments: args, compact: false };
    const message = { method: "tools/call", params };
    const result = (await dispatch(service, message, from)) as object;
    return { result: result as ToolResult, value };
  };
}

const textOf = ({ content }: ToolResult) =>
  content
    .map((one) => ("text" in one ? one.text : JSON.stringify(one)))
    .join("\n");
