import { metrics as openTelemetry } from "@opentelemetry/api";
import type { ObservableCallback } from "@opentelemetry/api";
import type {
  HttpMiddleware,
  HttpRequest,
  HttpResponse,
  McpService,
  MethodHandler,
  MethodHandlers,
  Middleware,
  ServerContext,
} from "../../index.js";
import { createDescriber, describeError, describeResult } from "./operation.js";
import type { Attributes } from "./operation.js";
import { isRefused } from "./refused.js";

const getMeter = () => openTelemetry.getMeter("toolwright");

/** Boundaries of the convention for MCP, in seconds. */
const OPERATION_SECONDS = [
  0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300,
];
/** Boundaries of the convention for HTTP, in seconds. */
const REQUEST_SECONDS = [
  0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
];

/**
 * Counter of refusals. The convention has no name for it, nor for requests in progress or problems, so these names are
 * our own.
 */
const getRefusals = () =>
  getMeter().createCounter("toolwright.server.refused_requests", {
    description: "Requests that were refused before a tool or resource ran.",
    unit: "{request}",
  });

/**
 * Measures each method.
 * https://github.com/open-telemetry/semantic-conventions-genai/blob/main/docs/gen-ai/mcp.md#metrics
 */
export function measureMethods(service: McpService): MethodHandlers {
  observeProblems(service.context);
  return Object.fromEntries(
    Object.entries(service.handlers).map(([method, handler]) => [
      method,
      measureHandler(method, handler, service),
    ]),
  );
}

/** Observes the number of reasons why a server is not ready, as long as it runs. */
function observeProblems({ lifecycles, problems }: ServerContext): void {
  const count = getMeter().createObservableGauge("toolwright.server.problems", {
    description: "Reasons why this server is not ready, as /readyz lists them.",
    unit: "{problem}",
  });
  const observe: ObservableCallback = (result) => result.observe(problems.size);
  lifecycles.add({
    start: () => count.addCallback(observe),
    close: () => count.removeCallback(observe),
  });
}

function measureHandler(
  method: string,
  handler: MethodHandler,
  service: McpService,
): MethodHandler {
  const duration = getMeter().createHistogram("mcp.server.operation.duration", {
    description: "Duration of MCP requests as the server observes them.",
    unit: "s",
    advice: { explicitBucketBoundaries: OPERATION_SECONDS },
  });
  const active = getMeter().createUpDownCounter(
    "toolwright.server.active_requests",
    { description: "MCP requests in progress.", unit: "{request}" },
  );
  const refusals = getRefusals();
  const describe = createDescriber(service, method);
  const methodOnly = { "mcp.method.name": method };
  return async (params, caller) => {
    const startTime = performance.now();
    active.add(1, methodOnly);
    let outcome: Attributes = {};
    try {
      const result = await handler(params, caller);
      outcome = describeResult(result);
      if (isRefused(result)) refusals.add(1, REFUSED_BY_LIMIT);
      return result;
    } catch (error) {
      outcome = describeError(error);
      if (isRefused(Object(error) as object)) refusals.add(1, REFUSED_BY_LIMIT);
      throw error;
    } finally {
      const seconds = (performance.now() - startTime) / 1000;
      active.add(-1, methodOnly);
      const attributes = await describe(params, caller);
      duration.record(seconds, { ...attributes, ...outcome });
    }
  };
}

const REFUSED_BY_LIMIT = { "error.type": "limit" };

/** Counts requests that are refused over HTTP: an unknown caller, host or origin, a body that can't be read. */
export function countRefusals(): HttpMiddleware {
  return (handler) => {
    const refusals = getRefusals();
    return async (request) => {
      const response = await handler(request);
      const { status } = response;
      if (status >= 400 && status < 500)
        refusals.add(1, { "error.type": String(status) });
      return response;
    };
  };
}

/** Error of Node or of an HTTP client: `ECONNREFUSED`. */
type SystemError = Error & { readonly code: unknown };

/** Methods that may be an attribute. https://opentelemetry.io/docs/specs/semconv/http/http-metrics/ */
const KNOWN_METHODS =
  /^(CONNECT|DELETE|GET|HEAD|OPTIONS|PATCH|POST|PUT|QUERY|TRACE)$/;

/** Measures each request to the API, until its response is read. */
export const measureRequests: Middleware = (transport) => {
  const duration = getMeter().createHistogram("http.client.request.duration", {
    description: "Duration of HTTP client requests.",
    unit: "s",
    advice: { explicitBucketBoundaries: REQUEST_SECONDS },
  });
  return async (request, signal) => {
    const startTime = performance.now();
    const record = (outcome: Attributes) =>
      duration.record((performance.now() - startTime) / 1000, {
        ...describeRequest(request),
        ...outcome,
      });
    try {
      const response = await transport(request, signal);
      const outcome = describeStatus(response.status);
      return { ...response, body: notifyEnd(response, () => record(outcome)) };
    } catch (error) {
      const { code, name = "_OTHER" } = Object(error) as Partial<SystemError>;
      record({ "error.type": typeof code === "string" ? code : name });
      throw error;
    }
  };
};

function describeRequest({ account, method, url }: HttpRequest): Attributes {
  const { hostname, port, protocol } = new URL(url);
  const defaultPort = protocol === "http:" ? 80 : 443;
  return {
    "http.request.method": KNOWN_METHODS.test(method) ? method : "_OTHER",
    "server.address": hostname,
    "server.port": Number(port) || defaultPort,
    // The convention has no name for it.
    ...(account && { "toolwright.api.account": account }),
  };
}

const describeStatus = (status: number): Attributes => ({
  "http.response.status_code": status,
  ...(status >= 400 && { "error.type": String(status) }),
});

/** Calls `onEnd` when a body has ended or its reader stops. */
async function* notifyEnd(
  { body }: HttpResponse,
  onEnd: () => void,
): HttpResponse["body"] {
  try {
    yield* body;
  } finally {
    onEnd();
  }
}
