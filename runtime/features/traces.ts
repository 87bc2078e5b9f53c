import {
  context,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { collectTools } from "../index.js";
import type {
  Caller,
  Feature,
  MethodHandler,
  McpService,
  Transport,
} from "../index.js";

/**
 * Records each call and each read as a span of OpenTelemetry; set its SDK up with `node --import`.
 * https://github.com/open-telemetry/semantic-conventions-genai/blob/main/docs/gen-ai/mcp.md#server
 */
export const traces: Feature = (service) =>
  Object.fromEntries(
    ["tools/call", "resources/read"].flatMap((method) => {
      const handler = service.handlers[method];
      return handler ? [[method, traceHandler(method, handler, service)]] : [];
    }),
  );

/** Propagates the trace to the API, and records the status of the API's response. */
export function traceRequests(transport: Transport): Transport {
  const send: Transport = async (request, signal) => {
    propagation.inject(context.active(), request.headers);
    const response = await transport(request, signal);
    const { status } = response;
    trace.getActiveSpan()?.setAttribute("http.response.status_code", status);
    return response;
  };
  return Object.assign(send, transport);
}

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
  return trace.getActiveSpan() ? active : propagation.extract(active, carrier);
}

function traceHandler(
  method: string,
  handler: MethodHandler,
  service: McpService,
): MethodHandler {
  const tools = collectTools(service.entries);
  return (params, caller) => {
    // Only known tools become attributes: names that callers invent, and URIs, would be as many as calls.
    const tool = tools.get(String(params["name"]));
    const attributes = {
      "mcp.method.name": method,
      ...(tool && {
        "gen_ai.tool.name": tool.component.name,
        ...(tool.path && {
          "http.request.method": tool.method,
          "url.template": tool.path,
        }),
      }),
    };
    const name = [method, tool?.component.name].filter(Boolean).join(" ");
    const options = { kind: SpanKind.SERVER, attributes };
    const tracer = trace.getTracer("toolwright");
    const parent = selectParent(params, caller);
    return tracer.startActiveSpan(name, options, parent, async (span) => {
      const fail = (type: string) => {
        span.setAttribute("error.type", type);
        span.setStatus({ code: SpanStatusCode.ERROR });
      };
      try {
        const result = await handler(params, caller);
        if ("isError" in result && result.isError) fail("tool_error");
        return result;
      } catch (error) {
        fail(error instanceof Error ? error.name : "_OTHER");
        throw error;
      } finally {
        span.end();
      }
    });
  };
}
