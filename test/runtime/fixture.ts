import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { completions } from "../../runtime/features/components/completions.js";
import { inlineSchemas } from "../../runtime/features/listing/inline-schemas.js";
import {
  defineResource,
  defineTemplate,
} from "../../runtime/features/components/define-resource.js";
import { resources } from "../../runtime/features/components/resources.js";
import { defineTool } from "../../runtime/index.js";
import type { Argument, McpService } from "../../runtime/index.js";
import { serviceOf } from "./serving.js";
import type { Serving } from "./serving.js";

/** An HTTP server on a free port of this machine. */
export async function serveHttp(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer(answer);
  // A connection that is closed while it is used again would fail a test under load.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // it listens on TCP
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, close };
}

/** Says what it was asked; `/fail` fails and `/slow` never responds. */
export function echo(request: IncomingMessage, response: ServerResponse): void {
  if (request.url?.startsWith("/slow")) return;
  const status = request.url?.startsWith("/fail") ? 503 : 200;
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    response.writeHead(status, { "content-type": "application/json" }).end(
      JSON.stringify({
        method: request.method,
        url: request.url,
        body: Buffer.concat(chunks).toString(),
      }),
    );
  });
}

const text = { type: "string" };
const limit: Argument = { in: "query", type: "integer" };
const tags: Argument = { in: "query", type: "array", items: text };

export const addPet = defineTool({
  name: "addPet",
  title: "Add a pet",
  description: "Adds a pet.",
  annotations: { destructiveHint: false },
  request: "POST /pets",
  arguments: { dry_run: { in: "query", type: "boolean" } },
  body: { $ref: "#/$defs/NewPet" },
  example: { name: "Rex" },
  async handler(args, { send }) {
    return send(args);
  },
});

export const fail = defineTool({
  name: "fail",
  request: "GET /fail",
  async handler(args, { send }) {
    return send(args);
  },
});

export const slow = defineTool({
  name: "slow",
  request: "GET /slow",
  async handler(args, { send, progress }) {
    progress("waiting");
    return send(args);
  },
});

export const steps = defineTool({
  name: "steps",
  request: "GET /steps",
  async handler(_args, { progress, headers }) {
    for (const step of ["one", "two", "three"]) progress(step);
    return { headers };
  },
});

export const broken = defineTool({
  name: "broken",
  request: "GET /broken",
  handler() {
    throw new Error("/home/me/private.ts: password hunter22");
  },
});

export const allPets = defineResource({
  name: "allPets",
  uri: "resource://pets",
  uriTemplate: "resource://pets{?limit,tags}",
  mimeType: "application/json",
  request: "GET /pets",
  arguments: { limit, tags },
  async handler(args, { send }) {
    return send(args);
  },
});

export const onePet = defineTemplate({
  name: "onePet",
  title: "One pet",
  uriTemplate: "pets://{petId}{?kind,tags}",
  mimeType: "application/json",
  request: "GET /pets/{petId}",
  arguments: {
    petId: { in: "path", type: "integer" },
    kind: { in: "query", type: "string", enum: ["cat", "cow", "dog"] },
    tags,
  },
  async handler(args, { send }) {
    return send(args);
  },
});

export const myPet = defineTemplate({
  name: "myPet",
  uriTemplate: "pets://mine{?kind}",
  request: "GET /fail",
  arguments: { kind: { in: "query", ...text } },
  async handler(args, { call, progress }) {
    progress("asking");
    return call(allPets, args);
  },
});

const pets = [steps, slow, fail, broken, addPet, allPets, onePet, myPet];

/** A server of the components above, whose API is at `baseUrl`. */
export function petService(
  baseUrl: string,
  { client, source, ...offer }: Serving = {},
  components: Parameters<typeof serviceOf>[0] = pets,
): McpService {
  return serviceOf(components, {
    name: "pets",
    version: "1.0.0",
    listing: inlineSchemas,
    features: [completions(), resources()],
    client: { baseUrl, ...client },
    source: {
      schemas: {
        $defs: {
          NewPet: {
            type: "object",
            properties: { name: text, friend: { $ref: "#/$defs/NewPet" } },
            required: ["name"],
          },
        },
        arguments: {},
      },
      ...source,
    },
    ...offer,
  });
}
