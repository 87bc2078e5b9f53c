import { metrics as openTelemetry, trace } from "@opentelemetry/api";
import type { Feature, Middleware } from "../../index.js";
import { measureMethods, measureRequests } from "./metrics.js";
import { traceMethods, traceRequests } from "./traces.js";

/** Makes traces and metrics of OpenTelemetry; `telemetry-setup.ts` sets its SDK up. */
export function telemetry(): Feature {
  return {
    name: "telemetry",
    stage: "connection",
    below: ["input-required", "list-pages"],
    hooks({ context: { lifecycles } }) {
      // Exports what is recorded when everything else has ended.
      lifecycles.add({
        async close() {
          await Promise.allSettled([
            flush(trace.getTracerProvider()),
            flush(openTelemetry.getMeterProvider()),
          ]);
        },
      });
      return {};
    },
    methods(service) {
      const handlers = { ...service.handlers, ...traceMethods(service) };
      return measureMethods({ ...service, handlers });
    },
  };
}

/** Traces and measures the requests to the API. */
export function observeRequests(): Middleware {
  return (transport, context) =>
    measureRequests(traceRequests(transport, context), context);
}

/** Part of the SDK's providers that the API does not declare. */
interface Flushable {
  getDelegate?(): object;
  forceFlush?(): Promise<void>;
}

async function flush(provider: object): Promise<void> {
  const proxy: Flushable = provider;
  const target: Flushable = proxy.getDelegate?.() ?? proxy;
  await target.forceFlush?.();
}
