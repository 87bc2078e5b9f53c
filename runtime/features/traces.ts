import {
  context,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import type {
  Caller,
  ClientOptions,
  Feature,
  Handler,
  Service,
} from "../index.js";

/**
 * Each call and each read as a span of OpenTelemetry; set its SDK up with `node --import`.
 * https://github.com/open-telemetry/semantic-conventions-genai/blob/main/docs/gen-ai/mcp.md#server
 */
export const traces: Feature = (service) =>
  Object.fromEntries(
    ["tools/call", "resources/read"].flatMap((method) => {
      const handler = service.handlers[method];
      return handler ? [[method, traced(method, handler, service)]] : [];
    }),
  );

/** For `onRequest` of the client: tells the API of the trace. */
export const traceRequest: ClientOptions["onRequest"] & object = ({
  headers,
}) => {
  propagation.inject(context.active(), headers);
};

/** For `onResponse` of the client: tells the trace of the answer. */
export const traceResponse: ClientOptions["onResponse"] & object = ({
  status,
}) => {
  trace.getActiveSpan()?.setAttribute("http.response.status_code", status);
};

/** The trace of this process, else that of the caller: of its headers, or over stdio of the message. */
function parentOf({ _meta }: Parameters<Handler>[0], { headers }: Caller) {
  const active = context.active();
  const told = Object(_meta) as Record<string, unknown>;
  const carrier = "traceparent" in told ? told : headers;
  return trace.getActiveSpan() ? active : propagation.extract(active, carrier);
}

function traced(method: string, handler: Handler, service: Service): Handler {
  const tools = new Map(
    service.entries
      .filter(({ component }) => component.kind === "tool")
      .map((entry) => [entry.component.name, entry]),
  );
  return (params, caller) => {
    // Names that callers made up, and URIs, would be as many as there are calls.
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
    const parent = parentOf(params, caller);
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
