// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
import {
  closeParts,
  createService,
  startService,
  takeVariable,
} from "../../index.js";
import type {
  Environment,
  Feature,
  Flags,
  Log,
  McpService,
  OpenedServer,
  Server,
  ServerContext,
} from "../../index.js";
import { createMcpServer } from "../../sdk.js";
import { createLog } from "../observe/log.js";
import type { LogOptions } from "../observe/log.js";
import { createRedactor } from "../observe/redact.js";

export interface StartOptions {
  /** Variables of the server: `process.env`. */
  readonly env: Environment;
  /** Log of the server. Default: JSON lines on standard error, from the level of `LOG_LEVEL` on. */
  readonly log?: Log;
}

export interface OpenOptions extends StartOptions {
  /** Flags of the start, for features that select what is served. */
  readonly flags?: Flags;
  /** Options of the default log. */
  readonly logOptions?: LogOptions;
}

/** A server for one of its users. */
export interface OpenServer {
  readonly service: McpService;
  readonly log: Log;
  /** Ends this use. The last use of one environment closes the server's parts. */
  close(this: void): Promise<void>;
}

/** A `Server` of the MCP SDK, for whose own type the compiler takes longer than for a thousand tools. */
export interface McpServer {
  /** Serves on a transport of the SDK, and ends with it. */
  connect(transport: object): Promise<void>;
  close(): Promise<void>;
}

/** Opens a server and connects it to no transport: that is its caller's, who uses a transport of the MCP SDK. */
export async function openMcpServer(
  server: Server,
  options: StartOptions,
): Promise<McpServer> {
  const { close, log, service } = await openServer(server, options);
  const connection = createMcpServer(service, log) as unknown as McpServer & {
    onclose: () => void;
  };
  const closeConnection = connection.close.bind(connection);
  let closing: Promise<void> | undefined;
  const closeOnce = () => (closing ??= close());
  connection.onclose = () => void closeOnce();
  connection.close = async () => {
    await closeConnection();
    await closeOnce();
  };
  return connection;
}

/**
 * Opens a server in an environment, or uses what is open of it there: all that use one environment share one context.
 * Rejects if a part fails to start.
 */
export async function openServer(
  server: Server,
  options: OpenOptions,
): Promise<OpenServer> {
  const { env, flags = {} } = options;
  const opened: OpenedServer = server.opened.get(env) ?? {
    removedVariables: new Map(),
    services: new Map(),
  };
  server.opened.set(env, opened);
  const key = JSON.stringify(flags);
  const entry = opened.services.get(key) ?? {
    service: startServer(server, opened, options),
    users: 0,
  };
  opened.services.set(key, entry);
  entry.users += 1;
  const release = () => {
    entry.users -= 1;
    if (entry.users === 0) opened.services.delete(key);
    return entry.users === 0;
  };
  try {
    const service = await entry.service;
    const { context } = service;
    return {
      service,
      log: options.log ?? context.log,
      close: async () => void (release() && (await closeParts(context))),
    };
  } catch (error) {
    release();
    throw error;
  }
}

async function startServer(
  server: Server,
  { removedVariables }: OpenedServer,
  options: OpenOptions,
): Promise<McpService> {
  const { features = [] } = server;
  const context = createContext(features, removedVariables, options);
  const definition = features.reduce(
    (selected, { select }) =>
      select?.(selected, options.flags ?? {}, context) ?? selected,
    server as Omit<Server, "opened">,
  );
  const service = createService(definition, context);
  await startService(service);
  return service;
}

/** Creates the context of a server, with the parts that its features provide. */
export function createContext(
  features: readonly Feature[],
  removedVariables: ServerContext["removedVariables"],
  { env, log, logOptions }: OpenOptions,
): ServerContext {
  const secrets: ServerContext["secrets"] = new Set();
  const redact = createRedactor(() =>
    [...secrets].flatMap((listSecrets) => listSecrets()),
  );
  const level = env["LOG_LEVEL"];
  const context: ServerContext = {
    env,
    removedVariables,
    log: log ?? createLog({ level, redact, ...logOptions }),
    secrets,
    redact,
    problems: new Set(),
    authNeeds: new Set(),
    lifecycles: new Set(),
  };
  const parts = features.flatMap(({ provide }) =>
    Object.entries(provide ?? {}),
  );
  const isEnv = ([name]: (typeof parts)[number]) => name === "env";
  for (const [name, create] of [
    ...parts.filter(isEnv),
    ...parts.filter((part) => !isEnv(part)),
  ])
    Object.assign(context, { [name]: create(context) });
  // No handler may read the tokens of callers, also on stdio.
  takeVariable(context, "MCP_TOKENS");
  return context;
}
