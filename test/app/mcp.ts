import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { onTestFinished } from "vitest";
import type { McpService, Tool, Transport } from "../../runtime/index.js";
import { createMcpServer } from "../../runtime/sdk.js";
import { serviceOf, silent } from "../runtime/serving.js";
import type { Options } from "../runtime/upstream.js";

/** An MCP client of a server that offers these tools of an application in process. */
export function connectTo(
  transport: Transport,
  tools: readonly Tool[],
  options: Partial<Options> = {},
): Promise<Client> {
  const client = { baseUrl: "http://app.local", transport, ...options };
  return clientOf(serviceOf(tools, { client }));
}

/** An MCP client of a service that no one started; closed after the test. */
export async function clientOf(service: McpService): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await createMcpServer(service, silent).connect(far);
  await client.connect(near);
  onTestFinished(() => client.close());
  return client;
}
