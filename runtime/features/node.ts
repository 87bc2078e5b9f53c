import { Console } from "node:console";
import { Writable } from "node:stream";
import { inspect } from "node:util";
import type { Log, Sdk, Service } from "../index.js";
import { createLog } from "./log.js";
import { listenOnHttp } from "./node-http.js";
import type { ListenOptions, Running } from "./node-http.js";

export interface RunOptions extends ListenOptions {
  /** `stdio` (default) or `streamable-http`. */
  readonly transport?: string;
  /** Default: JSON lines on standard error. */
  readonly log?: Log;
}

/**
 * Serves on stdio or Streamable HTTP; resolves once it listens. SIGINT, SIGTERM, SIGHUP and, on stdio, the
 * end of the connection end the process. Throws where the options make no sense or the port is taken.
 */
export async function listen(
  service: Service,
  sdk: Sdk,
  options: RunOptions = {},
): Promise<Running> {
  const { transport = "stdio" } = options;
  const log = options.log ?? createLog({ mask: service.mask });
  const output = transport === "stdio" ? claimOutput() : undefined;
  const isKnown = output !== undefined || transport === "streamable-http";
  if (!isKnown)
    throw new Error(
      `There is no transport "${transport}". Use stdio or streamable-http.`,
    );
  await service.start(log);
  const running = followedBy(
    service,
    output
      ? await listenOnStdio(service, sdk, log, output)
      : await listenOnHttp(service, sdk, log, options),
    options,
  );
  endOnSignals(running);
  surviveRejections(running, log);
  if (output) void running.closed.then(() => process.exit());
  return running;
}

/**
 * Standard output for the protocol alone: one forgotten console.log would end the connection. What anything else
 * in this process writes there goes to standard error from now on.
 */
function claimOutput(): Writable {
  const { stderr, stdout } = process;
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr);
  globalThis.console = new Console(stderr, stderr);
  return new Writable({
    write: (chunk: Buffer, _encoding, done) => void write(chunk, done),
  });
}

/** Serves one client, until the input ends or the output breaks. */
async function listenOnStdio(
  service: Service,
  sdk: Sdk,
  log: Log,
  output: Writable,
): Promise<Running> {
  const input = process.stdin;
  const connection = await sdk.connectStdio(service, log, { input, output });
  const end = () => void connection.close();
  input.once("end", end); // the SDK's transport does not listen for it
  input.once("close", end);
  process.stdout.once("error", end);
  return connection;
}

/** A server that has ended only when its service has, or has had the same grace. */
function followedBy(
  service: Service,
  running: Running,
  { grace = 10 }: RunOptions,
): Running {
  const closed = running.closed.then(() => {
    const late = new Promise<void>((resolve) => {
      setTimeout(resolve, grace * 1000).unref();
    });
    return Promise.race([service.close(), late]);
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

/** One call that forgets to wait for a promise must not end those of all others. */
function surviveRejections(running: Running, log: Log): void {
  const tell = (reason: unknown) => {
    const error = reason instanceof Error ? reason : inspect(reason);
    log.error("rejection", { error });
  };
  process.on("unhandledRejection", tell);
  void running.closed.then(() => process.off("unhandledRejection", tell));
}
