/**
 * Server that a careful developer writes for `pets.yaml`: the SDK's McpServer, arguments validated by zod, one axios
 * instance with a timeout, calls that end when the client cancels, errors of the API shown to the model. Results are text alone,
 * or text and structured content with an `outputSchema`, which the SDK checks with zod.
 */
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import axios from "axios";
import type { AxiosInstance, AxiosResponse } from "axios";
import { z } from "zod";

const NEW_PET = {
  name: z.string(),
  kind: z.enum(["cat", "dog"]).optional(),
  age: z.number().int().optional(),
  tags: z.array(z.string()).optional(),
  owner: z
    .object({ name: z.string(), email: z.string().optional() })
    .optional(),
};

/** Response of one pet. It may have fields that the developer does not know, since a client rejects them otherwise. */
const PET = z.looseObject({
  ...NEW_PET,
  owner: z
    .looseObject({ name: z.string(), email: z.string().optional() })
    .optional(),
  id: z.number().int().optional(),
  notes: z.string().optional(),
});

export const clientOf = (baseURL: string) =>
  axios.create({ baseURL, timeout: 30_000 });

/** Creates a server with one tool for each operation. `isTyped`: with output schemas and structured content. */
export function byHand(api: AxiosInstance, isTyped = false): McpServer {
  const server = new McpServer({ name: "hand", version: "1.0.0" });
  const outputOf = <Schema>(outputSchema: Schema) =>
    isTyped ? { outputSchema } : {};
  const toResult = isTyped ? toTypedResult : toTextResult;
  server.registerTool(
    "getPet",
    {
      description: "Gets a pet.",
      inputSchema: {
        petId: z.number().int(),
        kind: z.string().optional(),
        tags: z.array(z.string()).optional(),
        verbose: z.boolean().optional(),
      },
      ...outputOf(PET),
    },
    ({ petId, ...params }, { signal }) =>
      toResult(api.get(`/pets/${petId}`, { params, signal })),
  );
  server.registerTool(
    "listPets",
    {
      description: "Lists all pets.",
      inputSchema: {},
      ...outputOf({ result: z.array(PET) }),
    },
    (_args, { signal }) => toResult(api.get("/pets", { signal })),
  );
  server.registerTool(
    "addPet",
    {
      description: "Adds a pet.",
      inputSchema: { dry_run: z.boolean().optional(), ...NEW_PET },
      ...outputOf(PET),
    },
    ({ dry_run, ...body }, { signal }) =>
      toResult(api.post("/pets", body, { params: { dry_run }, signal })),
  );
  return server;
}

async function toTextResult(
  response: Promise<AxiosResponse<unknown>>,
): Promise<CallToolResult> {
  try {
    const { data } = await response;
    return { content: [{ type: "text", text: JSON.stringify(data) }] };
  } catch (error) {
    if (!axios.isAxiosError(error)) throw error;
    const { message, response } = error;
    const text = `${message}\n${JSON.stringify(response?.data ?? "")}`;
    return { content: [{ type: "text", text }], isError: true };
  }
}

async function toTypedResult(
  response: Promise<AxiosResponse<unknown>>,
): Promise<CallToolResult> {
  const result = await toTextResult(response);
  if (result.isError) return result;
  const { data } = await response;
  const structuredContent = Array.isArray(data)
    ? { result: data }
    : (data as Record<string, unknown>); // the API answers with an object
  return { ...result, structuredContent };
}

/** Over HTTP as the SDK's examples do it, but without Express: a server for each request, or one for each session. */
export function serve(baseURL = "", port = "", mode = ""): void {
  const hasSessions = mode === "with sessions";
  const api = clientOf(baseURL);
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const openSession = async () => {
    const transport = new StreamableHTTPServerTransport({
      ...(hasSessions && { sessionIdGenerator: () => randomUUID() }),
      enableJsonResponse: !hasSessions, // within one, progress is reported as it comes
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    await byHand(api).connect(transport);
    return transport;
  };
  createServer((request, response) => {
    void (async () => {
      const message: unknown = JSON.parse(await text(request));
      const id = String(request.headers["mcp-session-id"]);
      const transport = sessions.get(id) ?? (await openSession());
      if (!hasSessions) response.once("close", () => void transport.close());
      await transport.handleRequest(request, response, message);
    })();
  }).listen(Number(port), "127.0.0.1");
}
