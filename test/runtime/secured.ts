import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import type { RequestOptions } from "@modelcontextprotocol/sdk/shared/protocol.js";
import {
  createCatalog,
  createHttpClient,
  createLog,
  createMcpServer,
  defineTool,
} from "../../runtime/index.js";
import type { Catalog, ClientOptions } from "../../runtime/index.js";
import type { RequestRecipe, Tool } from "../../runtime/types.js";

/** A client of the MCP SDK, connected to a server of the catalog. `lines` is what the server logged. */
export async function connect(
  catalog: Catalog,
): Promise<{ client: Client; lines: string[] }> {
  const client = new Client({ name: "test", version: "1" });
  const lines: string[] = [];
  const log = createLog({
    level: "debug",
    mask: catalog.mask,
    write: (line) => lines.push(line),
  });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await createMcpServer(catalog, { log }).connect(theirs);
  await client.connect(ours);
  return { client, lines };
}

/** A tool that sends a request with these needs and takes no arguments. */
export function secured(
  name: string,
  security: RequestRecipe["security"] = [],
  request: Partial<RequestRecipe> = {},
): Tool {
  return defineTool({
    name,
    inputSchema: { type: "object" },
    request: { method: "GET", path: `/${name}`, security, ...request },
    async handler(args, { send }) {
      return send(args);
    },
  });
}

/** The text of the result of a tool; that of an error begins with `error: `. */
export type Call = (name: string, options?: RequestOptions) => Promise<string>;

/** Calls tools of an API through an MCP client. */
export async function callerOf(
  tools: readonly Tool[],
  client: ClientOptions,
): Promise<{ call: Call; lines: string[] }> {
  const catalog = createCatalog({
    name: "secured",
    version: "1",
    sources: [
      { tools, schemas: {}, answers: {}, client: createHttpClient(client) },
    ],
  });
  const connection = await connect(catalog);
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
