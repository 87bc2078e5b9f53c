import { Console } from "node:console";
import { finished, PassThrough, Writable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { inspect } from "node:util";
import type { Handler, Log, Sdk, Service } from "../index.js";
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
      ? await listenOnStdio(service, sdk, log, output, options)
      : await listenOnHttp(service, sdk, log, options),
    options,
  );
  endOnSignals(running);
  surviveRejections(running, log);
  const written = () => new Promise<void>((end) => void output?.end(end));
  if (output)
    void running.closed
      .then(() => Promise.race([written(), graceOf(options)]))
      .then(() => process.exit());
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

/** Serves one client, until the output breaks, or the input ends and what was asked is answered: a shell that hands requests over ends it at once. */
async function listenOnStdio(
  service: Service,
  sdk: Sdk,
  log: Log,
  output: Writable,
  options: RunOptions,
): Promise<Running> {
  const calls = new Set<object>();
  const input = process.stdin.pipe(new PassThrough(), { end: false });
  const counted = withCalls(service, calls);
  const connection = await sdk.connectStdio(counted, log, { input, output });
  const end = () => void connection.close();
  for (const stream of [process.stdout, output]) stream.on("error", end);
  const answered = async () => {
    do await delay(20);
    while (calls.size > 0);
  };
  finished(process.stdin, () => {
    void Promise.race([answered(), graceOf(options)]).then(end);
  });
  return connection;
}

/** The same service, whose calls under way are in a set. */
function withCalls(service: Service, calls: Set<object>): Service {
  const counted =
    (handler: Handler): Handler =>
    async (...call) => {
      calls.add(call);
      try {
        return await handler(...call);
      } finally {
        calls.delete(call);
      }
    };
  const all = Object.entries(service.handlers);
  return {
    ...service,
    handlers: Object.fromEntries(
      all.map(([name, one]) => [name, counted(one)]),
    ),
  };
}

/** A server that has ended only when its service has, or has had the same grace. */
function followedBy(
  service: Service,
  running: Running,
  options: RunOptions,
): Running {
  const closed = running.closed.then(() =>
    Promise.race([service.close(), graceOf(options)]),
  );
  return {
    ...running,
    closed,
    close: () => running.close().then(() => closed),
  };
}

const graceOf = ({ grace = 10 }: RunOptions) =>
  delay(grace * 1000, undefined, { ref: false });

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
