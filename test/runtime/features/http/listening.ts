import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { onTestFinished } from "vitest";
import { listen } from "../../../../runtime/features/http/listen.js";
import type { RunOptions } from "../../../../runtime/features/http/listen.js";
import { defineServer } from "../../../../runtime/index.js";
import type {
  McpService,
  ServerDefinition,
} from "../../../../runtime/index.js";
import { silent } from "../../serving.js";

/** Serves over HTTP on a free port of this machine until the test ends, on which calls have 0.2 seconds. */
export async function listenOnHttp(
  { definition }: McpService,
  {
    auth,
    endpoint,
    http,
    ...options
  }: Partial<RunOptions> &
    Pick<ServerDefinition, "auth" | "http"> & {
      readonly endpoint?: ServerDefinition["sessions"];
    } = {},
) {
  const server = defineServer({
    ...definition,
    ...(auth && { auth }),
    ...(http && { http }),
    ...(endpoint && { sessions: endpoint }),
  });
  const running = await listen(server, {
    env: {},
    transport: "streamable-http",
    port: 0,
    grace: 0.2,
    log: silent,
    sessions: endpoint !== undefined,
    ...options,
  });
  onTestFinished(() => running.close());
  return { ...running, url: running.url ?? "" };
}

export function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)(); // as the flag says
}
