import {
  context,
  isSpanContextValid,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import type { Span } from "@opentelemetry/api";
import { collectTools } from "../../index.js";
import type {
  Caller,
  Log,
  MethodHandler,
  MethodHandlers,
  McpService,
  Middleware,
} from "../../index.js";
import { createDescriber, describeError, describeResult } from "./operation.js";
import type { Attributes } from "./operation.js";

/**
 * Records calls, reads and prompts as spans, and adds the ids of the span to lines of the log.
 * https://github.com/open-telemetry/semantic-conventions-genai/blob/main/docs/gen-ai/mcp.md#server
 */
export function traceMethods(service: McpService): MethodHandlers {
  return Object.fromEntries(
    ["tools/call", "resources/read", "prompts/get"].flatMap((method) => {
      const handler = service.handlers[method];
      return handler ? [[method, traceHandler(method, handler, service)]] : [];
    }),
  );
}

/** Propagates the trace to the API, and records the status of the API's response. */
export const traceRequests: Middleware =
  (transport) => async (request, signal) => {
    propagation.inject(context.active(), request.headers);
    const response = await transport(request, signal);
    const { status } = response;
    trace.getActiveSpan()?.setAttribute("http.response.status_code", status);
    return response;
  };

/**
 * Selects the parent of a span: the trace of this process, or the caller's, from its headers or, on stdio, from the
 * message.
 */
function selectParent(
  { _meta }: Parameters<MethodHandler>[0],
  { headers }: Caller,
) {
  const active = context.active();
  const metadata = Object(_meta) as Record<string, unknown>;
  const carrier = "traceparent" in metadata ? metadata : headers;
  if (trace.getActiveSpan()) return active;
  // Services read user and tenant from baggage, which the caller chose.
  return propagation.deleteBaggage(propagation.extract(active, carrier));
}

/** Adds the ids of a span to each line of a log; returns the log unchanged if nothing records the span. */
function addSpanIds(log: Log, span: Span): Log {
  const { spanId, traceId } = span.spanContext();
  if (!isSpanContextValid(span.spanContext())) return log;
  const addIds =
    (write: Log["info"]): Log["info"] =>
    (event, details) =>
      write(event, { ...details, trace_id: traceId, span_id: spanId });
  return {
    debug: addIds(log.debug),
    info: addIds(log.info),
    warn: addIds(log.warn),
    error: addIds(log.error),
  };
}

function traceHandler(
  method: string,
  handler: MethodHandler,
  service: McpService,
): MethodHandler {
  const tools = collectTools(service.entries);
  const describe = createDescriber(service, method);
  return async (params, caller) => {
    const attributes = await describe(params, caller);
    const target =
      attributes["gen_ai.tool.name"] ?? attributes["gen_ai.prompt.name"];
    const tool = tools.get(String(target));
    const isNamed = target !== undefined && target !== "_OTHER";
    const options = {
      kind: SpanKind.SERVER,
      attributes: {
        ...attributes,
        ...(tool?.path && {
          "http.request.method": tool.method,
          "url.template": tool.path,
        }),
      },
    };
    const name = isNamed ? `${method} ${target}` : method;
    const tracer = trace.getTracer("toolwright");
    const parent = selectParent(params, caller);
    return tracer.startActiveSpan(name, options, parent, async (span) => {
      const setOutcome = (outcome: Attributes) => {
        span.setAttributes(outcome);
        if ("error.type" in outcome)
          span.setStatus({ code: SpanStatusCode.ERROR });
      };
      try {
        const log = addSpanIds(caller.log, span);
        const result = await handler(params, { ...caller, log });
        setOutcome(describeResult(result));
        return result;
      } catch (error) {
        setOutcome(describeError(error));
        throw error;
      } finally {
        span.end();
      }
    });
  };
}
