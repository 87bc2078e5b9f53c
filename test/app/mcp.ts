import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { onTestFinished } from "vitest";
import {
  createCatalog,
  createHttpClient,
  createLog,
  createMcpServer,
} from "../../runtime/index.js";
import type { ClientOptions, Tool, Transport } from "../../runtime/index.js";

/** An MCP client of a server that offers these tools of an application in process. */
export async function connectTo(
  transport: Transport,
  tools: readonly Tool[],
  options: Partial<ClientOptions> = {},
) {
  const catalog = createCatalog({
    name: "App",
    version: "1.0.0",
    sources: [
      {
        tools,
        schemas: {},
        answers: {},
        client: createHttpClient({
          baseUrl: "http://app.local",
          transport,
          ...options,
        }),
      },
    ],
  });
  const client = new Client({ name: "test", version: "1.0.0" });
  const [near, far] = InMemoryTransport.createLinkedPair();
  const log = createLog({ level: "silent" });
  await createMcpServer(catalog, { log }).connect(far);
  await client.connect(near);
  onTestFinished(() => client.close());
  return { client, catalog };
}
