import { once } from "../once.js";
import { valueAt } from "../pointer.js";
import type { Component } from "../types.js";

/** How a call ended: the API's status, and what was thrown or is the result. */
interface Ending {
  readonly status: number | undefined;
  readonly error?: unknown;
  readonly result?: unknown;
}

/**
 * Runs a call within a span of its own where `@opentelemetry/api` is installed beside this server, else just so.
 * `run` is given the headers by which the API continues the trace; it must not reject.
 * https://github.com/open-telemetry/semantic-conventions-genai/blob/main/docs/gen-ai/mcp.md#server
 */
export async function traced<Ended extends Ending>(
  { kind, name, request }: Component,
  run: (headers: Readonly<Record<string, string>>) => Promise<Ended>,
): Promise<Ended> {
  const api = await load();
  if (!api) return run({});
  const { context, propagation, trace } = api;
  const method = kind === "tool" ? "tools/call" : "resources/read";
  const attributes = {
    "mcp.method.name": method,
    ...(kind === "tool" && { "gen_ai.tool.name": name }),
    "http.request.method": request.method,
    "url.template": request.path,
  };
  const options = { kind: SERVER, attributes };
  const tracer = trace.getTracer("toolwright");
  return tracer.startActiveSpan(`${method} ${name}`, options, async (span) => {
    const headers: Record<string, string> = {};
    propagation.inject(trace.setSpan(context.active(), span), headers);
    const ended = await run(headers);
    if (ended.status !== undefined)
      span.setAttribute("http.response.status_code", ended.status);
    const error = errorType(ended);
    if (error !== undefined) {
      span.setAttribute("error.type", error);
      span.setStatus({ code: ERROR });
    }
    span.end();
    return ended;
  });
}

/** `SpanKind` and `SpanStatusCode` of the package. */
const SERVER = 1;
const ERROR = 2;

/** Looked for once, on the first call. Put together so that neither compilers nor bundlers look for it. */
const load = once(async () => {
  const name = ["@opentelemetry", "api"].join("/");
  const found: unknown = await import(name).catch(() => undefined);
  return found as OpenTelemetry | undefined; // what the package of this name exports
});

/** The part of the package that is used; it is not there to take types from. */
interface OpenTelemetry {
  readonly context: { active(): object };
  readonly propagation: {
    inject(context: object, headers: Record<string, string>): void;
  };
  readonly trace: {
    setSpan(context: object, span: Span): object;
    getTracer(name: string): {
      startActiveSpan<Result>(
        name: string,
        options: object,
        run: (span: Span) => Result,
      ): Result;
    };
  };
}

interface Span {
  setAttribute(name: string, value: string | number): void;
  setStatus(status: { readonly code: number }): void;
  end(): void;
}

/** The class of an error and never its message, which may hold anything. */
function errorType({ error, result }: Ending): string | undefined {
  if (error instanceof Error) return error.name;
  if (error !== undefined) return "_OTHER";
  return valueAt(result, "/isError") === true ? "tool_error" : undefined;
}
