import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import type { RequestOptions } from "@modelcontextprotocol/sdk/shared/protocol.js";
import { createLog } from "../../runtime/features/observe/log.js";
import { createContext } from "../../runtime/features/start/open.js";
import {
  closeParts,
  createService,
  defineServer,
  startService,
} from "../../runtime/index.js";
import type {
  Args,
  Caller,
  Component,
  Environment,
  Log,
  ServerContext,
  ServerDefinition,
  McpService,
  ApiDefinition,
  Tool,
} from "../../runtime/index.js";
import { createMcpServer } from "../../runtime/sdk.js";
import { clientOf, NO_SCHEMAS, silent, toolOf } from "./upstream.js";
import type { Options } from "./upstream.js";

export { silent };

/** Parts of a test's server in addition to its components. */
export interface Serving extends Partial<Omit<ServerDefinition, "sources">> {
  readonly source?: Partial<Omit<ApiDefinition, "client">>;
  /** Default: an API at which no one listens. */
  readonly client?: Partial<Options>;
  /** Variables of the server. */
  readonly env?: Environment;
}

/** Logs to which services write, once they are started. */
const logs = new WeakMap<ServerContext, { log: Log }>();

/** Service of a server that is not started. */
export function openService(
  definition: ServerDefinition,
  env: Environment = {},
): McpService {
  const { log, target } = createForwardingLog();
  const context = createContext(definition.features ?? [], new Map(), {
    env,
    log,
  });
  logs.set(context, target);
  return createService(defineServer(definition), context);
}

/** A log that writes to another one, which may change. */
export function createForwardingLog() {
  const target = { log: silent };
  const forward =
    (level: keyof Log): Log["info"] =>
    (event, details) =>
      target.log[level](event, details);
  const log: Log = {
    debug: forward("debug"),
    info: forward("info"),
    warn: forward("warn"),
    error: forward("error"),
  };
  return { log, target };
}

/** Starts a service, which then writes to this log. */
export async function start(service: McpService, log: Log): Promise<void> {
  const target = logs.get(service.context);
  if (target) target.log = log;
  await startService(service);
}

export const close = ({ context }: McpService) => closeParts(context);

/** Service of these components. */
export function serviceOf(
  components: readonly Component[],
  { client, env, source, ...offer }: Serving = {},
): McpService {
  const definition: ServerDefinition = {
    name: "test",
    version: "1",
    sources: [
      {
        components,
        schemas: NO_SCHEMAS,
        client: (context) =>
          clientOf({ baseUrl: "http://127.0.0.1:9", ...client }, context),
        ...source,
      },
    ],
    ...offer,
  };
  return openService(definition, env);
}

/** Calls a method of a service as the SDK would. */
export async function ask(
  service: McpService,
  method: string,
  params: Args = {},
  caller: Partial<Caller> = {},
): Promise<object> {
  const handler = service.handlers[method];
  if (!handler) throw new Error(`There is no ${method}.`);
  return handler(params, {
    id: 1,
    signal: new AbortController().signal,
    progress: () => undefined,
    headers: {},
    log: silent,
    ...caller,
  });
}

/** A client of the MCP SDK, connected to a server. `lines` is what the server logged. */
export async function connect(
  service: McpService,
): Promise<{ client: Client; lines: string[] }> {
  const client = new Client({ name: "test", version: "1" });
  const lines: string[] = [];
  const log = createLog({
    level: "debug",
    redact: service.context.redact,
    write: (line) => lines.push(line),
  });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await start(service, log);
  await createMcpServer(service, log).connect(theirs);
  await client.connect(ours);
  return { client, lines };
}

/** A tool that sends `GET /<name>` with these needs. */
export function secured(
  name: string,
  security: Tool["security"] = [],
  more: Partial<Tool> = {},
): Tool {
  return toolOf({ name, request: `GET /${name}`, security, ...more });
}

/** The text of the result of a tool; that of an error begins with `error: `. */
export type Call = (name: string, options?: RequestOptions) => Promise<string>;

/** Calls tools of an API through an MCP client. */
export async function callerOf(
  tools: readonly Tool[],
  client: Partial<Options>,
): Promise<{ call: Call; lines: string[] }> {
  const connection = await connect(serviceOf(tools, { client }));
  return {
    lines: connection.lines,
    async call(name, options) {
      const result = await connection.client.callTool(
        { name },
        undefined,
        options,
      );
      const texts = (result.content as { text?: string }[]).map(
        ({ text }) => text,
      );
      return `${result.isError ? "error: " : ""}${texts.join("\n")}`;
    },
  };
}
