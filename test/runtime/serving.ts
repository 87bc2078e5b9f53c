import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import type { RequestOptions } from "@modelcontextprotocol/sdk/shared/protocol.js";
import { createLog } from "../../runtime/features/log.js";
import { defineServer } from "../../runtime/index.js";
import type {
  Args,
  Caller,
  Component,
  ServerDefinition,
  McpService,
  ApiDefinition,
  Tool,
} from "../../runtime/index.js";
import { createMcpServer } from "../../runtime/sdk.js";
import { clientOf, NO_SCHEMAS, toolOf } from "./upstream.js";
import type { Options } from "./upstream.js";

export const silent = createLog({ level: "silent" });

/** Parts of a test's server in addition to its components. */
export interface Serving extends Partial<Omit<ServerDefinition, "sources">> {
  readonly source?: Partial<Omit<ApiDefinition, "client">>;
  /** Default: an API at which no one listens. */
  readonly client?: Partial<Options>;
}

/** Service of these components. */
export function serviceOf(
  components: readonly Component[],
  { client, source, ...offer }: Serving = {},
): McpService {
  return defineServer({
    name: "test",
    version: "1",
    sources: [
      {
        components,
        schemas: NO_SCHEMAS,
        client: () => clientOf({ baseUrl: "http://127.0.0.1:9", ...client }),
        ...source,
      },
    ],
    ...offer,
  });
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
    redact: service.redact,
    write: (line) => lines.push(line),
  });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await service.start(log);
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
