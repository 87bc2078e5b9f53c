import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import type { Config } from "../../generator/config/config.js";
import { settle } from "../../generator/config/settle.js";
import { outline } from "../../generator/pipeline.js";
import {
  createCatalog,
  createHttpClient,
  createLog,
  createMcpServer,
  defineTool,
} from "../../runtime/index.js";
import type { Catalog, ClientOptions } from "../../runtime/index.js";

/** The tools of a document as its emitted server has them, without writing it. */
export async function catalogOf(
  config: Config & { readonly text?: string },
  client: ClientOptions,
): Promise<Catalog> {
  const { text, ...document } = config;
  const settings = settle({ allRoutesAsTools: true, ...document });
  const context = { lock: null, ...(text !== undefined && { text }) };
  const { plan } = await outline(document, settings, context);
  return createCatalog({
    name: "wire",
    version: "1.0.0",
    sources: [
      {
        tools: plan.components.map((component) =>
          defineTool({
            name: component.name,
            inputSchema: component.inputSchema,
            ...(component.outputSchema && {
              outputSchema: component.outputSchema,
            }),
            ...(component.answer.shape && { answer: component.answer.shape }),
            request: { ...component.request, security: [] }, // credentials are proven elsewhere
            handler: (args, { send }) => send(args),
          }),
        ),
        schemas: Object.fromEntries(plan.schemas),
        answers: Object.fromEntries(plan.answers),
        outputs: Object.fromEntries(plan.outputs ?? []),
        client: createHttpClient(client),
      },
    ],
  });
}

/** A client of the SDK, connected to a server with this catalog. */
export async function connectTo(catalog: Catalog): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" });
  const [here, there] = InMemoryTransport.createLinkedPair();
  const server = createMcpServer(catalog, {
    log: createLog({ level: "silent" }),
  });
  await Promise.all([server.connect(there), client.connect(here)]);
  return client;
}
