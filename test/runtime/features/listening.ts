import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { onTestFinished } from "vitest";
import { listen } from "../../../runtime/features/listen.js";
import type { RunOptions } from "../../../runtime/features/listen.js";
import type { McpService } from "../../../runtime/index.js";
import { silent } from "../serving.js";

/** Serves over HTTP on a free port of this machine until the test ends, on which calls have 0.2 seconds. */
export async function listenOnHttp(
  service: McpService,
  options: RunOptions = {},
) {
  const running = await listen(service, {
    transport: "streamable-http",
    port: 0,
    grace: 0.2,
    log: silent,
    ...options,
  });
  onTestFinished(() => running.close());
  return { ...running, url: running.url ?? "" };
}

export function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)(); // as the flag says
}
