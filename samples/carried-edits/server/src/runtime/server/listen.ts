import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { Catalog } from "../catalog.js";
import { listenOnHttp } from "../http/http.js";
import type { HttpOptions } from "../http/http.js";
import { createLog } from "./log.js";
import type { ServerOptions } from "./serve.js";
import { claimOutput, listenOnStdio } from "./stdio.js";

/** A new server for each connection. */
export type CreateServer = (options?: ServerOptions) => Server;

export interface RunOptions extends HttpOptions, ServerOptions {
  /** `stdio` (default) or `streamable-http`. */
  readonly transport?: string;
  /** What runs beside the server: started before it listens, ended after it has. */
  readonly beside?: Pick<Catalog, "start" | "close">;
}

/** A server that runs. */
export interface Running {
  /** Where it listens; none on stdio. */
  readonly url?: string;
  /** Lets calls under way end for a while, then aborts them. */
  readonly close: () => Promise<void>;
  /** Resolves when it has ended, whoever ended it. */
  readonly closed: Promise<void>;
}

/**
 * Serves on stdio or Streamable HTTP; resolves once it listens. SIGINT, SIGTERM, SIGHUP and, on stdio, the
 * end of the connection end the process. Throws where the options make no sense or the port is taken.
 */
export async function listen(
  createServer: CreateServer,
  options: RunOptions = {},
): Promise<Running> {
  const { beside, transport = "stdio", log } = options;
  const create: CreateServer = (own) =>
    createServer({ ...(log && { log }), ...own });
  switch (transport) {
    case "stdio": {
      const output = claimOutput();
      await beside?.start();
      const running = followedBy(options, await listenOnStdio(create, output));
      endOnSignals(running);
      void running.closed.then(() => process.exit());
      return running;
    }
    case "streamable-http": {
      await beside?.start();
      const http = { ...options, log: log ?? createLog() };
      const running = followedBy(options, await listenOnHttp(create, http));
      endOnSignals(running);
      return running;
    }
    default:
      throw new Error(
        `There is no transport "${transport}". Use stdio or streamable-http.`,
      );
  }
}

/** A server that has ended only when what runs beside it has, or has had the same grace. */
function followedBy(
  { beside, grace = 10 }: RunOptions,
  running: Running,
): Running {
  if (!beside) return running;
  const closed = running.closed.then(() => {
    const late = new Promise<void>((resolve) => {
      setTimeout(resolve, grace * 1000).unref();
    });
    return Promise.race([beside.close(), late]);
  });
  return {
    ...running,
    closed,
    close: () => running.close().then(() => closed),
  };
}

/** Keep-alive sockets and timers must not keep the process; a second signal ends it at once. */
function endOnSignals(running: Running): void {
  const end = () => void running.close().finally(() => process.exit());
  const signals = ["SIGHUP", "SIGINT", "SIGTERM"] as const;
  for (const signal of signals) process.once(signal, end);
  void running.closed.then(() => {
    for (const signal of signals) process.off(signal, end);
  });
}
