import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import type { Config } from "../../generator/config/config.js";
import { planServer } from "../../generator/pipeline.js";
import { axiosTransport } from "../../runtime/features/transport/axios.js";
import { form } from "../../runtime/features/bodies/form.js";
import { jsonLines } from "../../runtime/features/bodies/json-lines.js";
import { jsonStrings } from "../../runtime/features/bodies/json-strings.js";
import { longIntegers } from "../../runtime/features/bodies/long-integers.js";
import { inlineSchemas } from "../../runtime/features/listing/inline-schemas.js";
import { structuredOutput } from "../../runtime/features/responses/output-schemas.js";
import { checks } from "../../runtime/features/checks/checks.js";
import { truncateSchemas } from "../../runtime/features/listing/truncate-schema.js";
import { refs } from "../../runtime/features/listing/refs.js";
import { streams } from "../../runtime/features/responses/streams.js";
import { strip } from "../../runtime/features/responses/strip.js";
import { binary } from "../../runtime/features/bodies/binary.js";
import { multipart } from "../../runtime/features/bodies/multipart.js";
import { createHttpClient, defineTool } from "../../runtime/index.js";
import type {
  ClientOptions,
  Feature,
  McpService,
  ApiDefinition,
} from "../../runtime/index.js";
import type { PlannedApi } from "../../generator/emit/planned-files.js";
import { createMcpServer } from "../../runtime/sdk.js";
import { openService, silent } from "../runtime/serving.js";

/** The tools of a document as its emitted server has them, without writing it. */
export async function plannedService(
  config: Config & { readonly text?: string },
  client: Omit<ClientOptions, "transport"> &
    Partial<Pick<ClientOptions, "transport">>,
  more: readonly Feature[] = [],
): Promise<McpService> {
  const { text, ...document } = config;
  const wanted = { allRoutesAsTools: true, ...document };
  const context = { lock: null, ...(text !== undefined && { text }) };
  return toService(await planServer(wanted, context), client, more);
}

/** The tools of a planned server as the emitted one has them. */
export function toService(
  { apis, features }: Awaited<ReturnType<typeof planServer>>,
  client: Parameters<typeof plannedService>[1],
  more: readonly Feature[] = [],
): McpService {
  return openService({
    name: "wire",
    version: "1.0.0",
    sources: apis.map((planned) => sourceOf(planned, client)),
    ...(features.some(({ name }) => name === "inline") && {
      listing: inlineSchemas,
    }),
    ...(features.some(({ name }) => name === "refs") && {
      listing: truncateSchemas(refs),
    }),
    features: [...more, structuredOutput()],
  });
}

/** Source with all features that send and read; an output may have fewer. */
function sourceOf(
  { truncations: leftOut, plan }: PlannedApi,
  client: Parameters<typeof plannedService>[1],
): ApiDefinition {
  return {
    components: plan.components.map(({ requestSpec: recipe, ...component }) =>
      defineTool({
        name: component.name,
        title: component.title,
        description: component.description ?? component.title,
        tags: [...component.operation.tags],
        ...(component.annotations && { annotations: component.annotations }),
        ...recipe,
        security: [], // credentials are proven elsewhere
        handler: (args, { send }) => send(args),
      }),
    ),
    schemas: { ...plan.sharedSchemas, leftOut },
    ...(plan.outputSchemas && { outputSchemas: plan.outputSchemas }),
    client: (context) =>
      createHttpClient(context, {
        transport: axiosTransport(),
        bodies: [binary(), form, jsonLines, multipart()],
        parseStrings: jsonStrings,
        stream: streams(),
        writeJson: longIntegers,
        ...client,
      }),
    responseFields: plan.responses,
    check: checks,
    strip,
  };
}

/** A client of the SDK, connected to a server of this service. */
export async function connectTo(service: McpService): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" });
  const [here, there] = InMemoryTransport.createLinkedPair();
  const server = createMcpServer(service, silent);
  await Promise.all([server.connect(there), client.connect(here)]);
  return client;
}
