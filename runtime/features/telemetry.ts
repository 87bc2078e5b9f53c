import { metrics as openTelemetry, trace } from "@opentelemetry/api";
import type { Feature, Transport } from "../index.js";
import { measureRequests, metrics } from "./metrics.js";
import { traceRequests, traces } from "./traces.js";

/** Makes traces and metrics of OpenTelemetry; `telemetry-setup.ts` sets its SDK up. */
export const telemetry: Feature = (service) => {
  const handlers = Object.assign({}, service.handlers, traces(service));
  return metrics({ ...service, handlers });
};

/** Traces and measures the requests to the API. Exports what is recorded when the server closes. */
export function observeRequests(transport: Transport): Transport {
  const send = measureRequests(traceRequests(transport));
  return Object.assign(send, {
    async close() {
      await transport.close?.();
      await Promise.allSettled([
        flush(trace.getTracerProvider()),
        flush(openTelemetry.getMeterProvider()),
      ]);
    },
  });
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
