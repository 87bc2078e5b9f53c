import { lazy, ProtocolError } from "../../index.js";
import type { Caller, McpService } from "../../index.js";

/** Attributes of spans and metrics, by the names of OpenTelemetry's convention. */
export type Attributes = Record<string, string | number>;

/** Member that names the target of a method, the attribute of that name, and the list that holds all names. */
const TARGETS: Readonly<
  Record<string, { attribute: string; list: string; member: string }>
> = {
  "tools/call": {
    attribute: "gen_ai.tool.name",
    list: "tools/list",
    member: "tools",
  },
  "prompts/get": {
    attribute: "gen_ai.prompt.name",
    list: "prompts/list",
    member: "prompts",
  },
};

/**
 * Creates the function that describes one operation. A tool or prompt that no list shows is `_OTHER`, since callers
 * invent names, and each would be one more time series. URIs and principals are left out for the same reason.
 * https://github.com/open-telemetry/semantic-conventions-genai/blob/main/docs/gen-ai/mcp.md
 */
export function createDescriber({ handlers }: McpService, method: string) {
  const target = Object.hasOwn(TARGETS, method) ? TARGETS[method] : undefined;
  const readNames = lazy(async (): Promise<ReadonlySet<unknown>> => {
    const { list = "", member = "" } = target ?? {};
    const result = await handlers[list]?.({}, LISTING_CALLER);
    const { [member]: items } = Object(result) as Record<string, unknown>;
    const names = [items ?? []].flat() as { readonly name: unknown }[];
    return new Set(names.map(({ name }) => name));
  });
  return async (
    params: Readonly<Record<string, unknown>>,
    { headers }: Caller,
  ): Promise<Attributes> => {
    const names = target && (await readNames());
    const { name } = params;
    return {
      "mcp.method.name": method,
      "network.transport": Object.keys(headers).length > 0 ? "tcp" : "pipe",
      ...(target && {
        [target.attribute]: names?.has(name) ? String(name) : "_OTHER",
      }),
      ...(method === "tools/call" && {
        "gen_ai.operation.name": "execute_tool",
      }),
    };
  };
}

const ignore = () => undefined;

/** Caller without a principal, who is shown every name. */
const LISTING_CALLER: Caller = {
  id: 0,
  signal: new AbortController().signal,
  progress: ignore,
  headers: {},
  log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
};

/** Attributes of a failed operation: the code of a JSON-RPC error, or the class of another one. */
export function describeError(error: unknown): Attributes {
  if (!(error instanceof ProtocolError))
    return { "error.type": error instanceof Error ? error.name : "_OTHER" };
  const code = String(error.code);
  return { "error.type": code, "rpc.response.status_code": code };
}

/** Attributes of a result: a tool's own error is `tool_error`. */
export function describeResult(result: object): Attributes {
  const isFailed = "isError" in result && result.isError === true;
  return isFailed ? { "error.type": "tool_error" } : {};
}
