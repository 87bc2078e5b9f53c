import {
  CallError,
  defineServer,
  dispatch,
  isSchema,
  isToolResult,
  lazy,
} from "../../index.js";
import { toApiResponse } from "../../index.js";
import type {
  ApiDefinition,
  ApiResponse,
  Args,
  Caller,
  Feature,
  HandlerResult,
} from "../../index.js";
import type { OperationTypes, Server, Tool } from "../../index.js";
import type { ToolResult, Typed } from "../../index.js";
import { openServer } from "../start/open.js";
import type { OpenOptions } from "../start/open.js";

/** Tools as functions. `confirm` repeats an argument if a tool requires it. */
export type ScriptClient<Tools> = {
  readonly [Name in keyof Tools]: Tools[Name] extends Typed<
    infer Operation extends OperationTypes
  >
    ? ToolFunction<Operation["arguments"] & Confirmed, Operation["response"]>
    : Tools[Name] extends Typed<{ own: infer OwnTypes extends OperationTypes }>
      ? ToolFunction<OwnTypes["arguments"], ResponseData<OwnTypes["response"]>>
      : never;
};

/** Data of a custom handler's return type, without the response around it. */
type ResponseData<Output> =
  Output extends ApiResponse<infer Data>
    ? Data
    : Output extends ToolResult
      ? unknown
      : Output;

type Confirmed = { readonly confirm?: unknown };

type ToolFunction<Input, Output> = (
  ...args: Record<never, never> extends Input ? [args?: Input] : [args: Input]
) => Promise<Output>;

/**
 * Creates functions for tools that take the same path as a client's calls, in this process: the same credentials,
 * handlers, checks and limits. They return the whole data of the response, and reject with the text that a model would
 * get.
 */
export function createScriptClient<
  Tools extends Readonly<Record<string, Tool>>,
>(server: Server, tools: Tools, options: OpenOptions): ScriptClient<Tools> {
  const { callTool } = createToolCaller(withWholeResponses(server), options);
  const functions = Object.entries(tools).map(([name, tool]) => [
    name,
    async (args: Args = {}) => {
      const { result, value } = await callTool(tool.name, args);
      if (result.isError) throw new CallError(readText(result));
      if (isToolResult(value))
        return value.structuredContent ?? readText(value);
      const { data, note = "" } = toApiResponse(value);
      // A script relies on complete data, and sees no note.
      if (CUT_NOTE.test(note)) throw new CallError(note);
      return data;
    },
  ]);
  return Object.fromEntries(functions) as ScriptClient<Tools>; // one function per tool
}

/** Matches the note of a response beyond `maxResponseBytes`. */
const CUT_NOTE = / was cut after /;

/** Server that returns whole responses, as their types say, whichever fields a module names for callers. */
function withWholeResponses(server: Server): Server {
  const keepWhole: Required<ApiDefinition>["pick"] = (value) => value;
  const sources = server.sources.map((source) => ({
    ...source,
    pick: keepWhole,
  }));
  return { ...server, sources };
}

/** Prints the text that a model would get for one call. Returns false for an error. */
export async function printCall(
  server: Server,
  options: OpenOptions,
  name = "",
  json = "{}",
): Promise<boolean> {
  const args = parseJson(json);
  if (!isSchema(args))
    throw new Error(
      `Pass the arguments as one JSON object: call ${name} '{"limit":5}'`,
    );
  const { callTool, close } = createToolCaller(server, options);
  const { result } = await callTool(name, args);
  const { isError = false } = result;
  process[isError ? "stderr" : "stdout"].write(`${readText(result)}\n`);
  await close();
  return !isError;
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Creates a function that calls tools like a client on stdio. Rejections are not logged, unless `LOG_LEVEL` is set. */
function createToolCaller(server: Server, options: OpenOptions) {
  const features = [captureValues, ...(server.features ?? [])];
  const capturing = defineServer({ ...server, features });
  const level = options.env["LOG_LEVEL"] ?? "error";
  const opening = lazy(() =>
    openServer(capturing, { ...options, logOptions: { level } }),
  );
  const callTool = async (name: string, args: Args) => {
    const { log, service } = await opening();
    let value: HandlerResult;
    const caller: CapturingCaller = {
      id: 0,
      headers: {},
      log,
      progress: () => undefined,
      signal: new AbortController().signal,
      [CAPTURE]: (handlerResult) => void (value = handlerResult),
    };
    // The search would omit fields that models seldom need.
    const params = { name, arguments: args, compact: false };
    const message = { method: "tools/call", params };
    const result = (await dispatch(service, message, caller)) as object;
    return { result: result as ToolResult, value };
  };
  return { callTool, close: async () => (await opening()).close() };
}

/** Key of the function that receives a handler's value, in the caller. */
const CAPTURE = Symbol("capture");

/** A caller that receives the values of handlers, before features change them. */
interface CapturingCaller extends Caller {
  readonly [CAPTURE]?: (value: HandlerResult) => void;
}

const captureValues: Feature = {
  name: "capture-values",
  hooks: () => ({
    result(value, { caller }) {
      (caller as CapturingCaller)[CAPTURE]?.(value); // set by `createToolCaller`
      return value;
    },
  }),
};

const readText = ({ content }: ToolResult) =>
  content
    .map((block) => ("text" in block ? block.text : JSON.stringify(block)))
    .join("\n");
