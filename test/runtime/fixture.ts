import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  createCatalog,
  createHttpClient,
  defineResource,
  defineTemplate,
  defineTool,
} from "../../runtime/index.js";
import type { CatalogOptions, Component } from "../../runtime/index.js";
import type { ClientOptions } from "../../runtime/client.js";

/** An HTTP server on a free port of this machine. */
export async function serveHttp(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // it listens on TCP
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, close };
}

/** Says what it was asked; `/fail` fails and `/slow` never answers. */
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

export const addPet = defineTool({
  name: "addPet",
  title: "Add a pet",
  description: "Adds a pet.",
  annotations: { readOnlyHint: false },
  inputSchema: {
    type: "object",
    properties: { dry_run: { type: "boolean" } },
    allOf: [{ $ref: "#/$defs/NewPet" }],
  },
  request: {
    method: "POST",
    path: "/pets",
    parameters: { dry_run: "query" },
    body: { contentType: "application/json", required: true },
  },
  async handler(args, { send }) {
    return send(args);
  },
});

export const fail = defineTool({
  name: "fail",
  inputSchema: { type: "object" },
  request: { method: "GET", path: "/fail" },
  async handler(args, { send }) {
    return send(args);
  },
});

export const slow = defineTool({
  name: "slow",
  inputSchema: { type: "object" },
  request: { method: "GET", path: "/slow" },
  async handler(args, { send, progress }) {
    progress("waiting");
    return send(args);
  },
});

export const steps = defineTool({
  name: "steps",
  inputSchema: { type: "object" },
  request: { method: "GET", path: "/steps" },
  async handler(_args, { progress, headers }) {
    for (const step of ["one", "two", "three"]) progress(step);
    return { headers };
  },
});

export const broken = defineTool({
  name: "broken",
  inputSchema: { type: "object" },
  request: { method: "GET", path: "/broken" },
  handler() {
    throw new Error("/home/me/private.ts: password hunter22");
  },
});

export const allPets = defineResource({
  name: "allPets",
  uri: "resource://pets",
  uriTemplate: "resource://pets{?limit,tags}",
  mimeType: "application/json",
  inputSchema: {
    type: "object",
    properties: {
      limit: { type: "integer" },
      tags: { type: "array", items: text },
    },
  },
  request: {
    method: "GET",
    path: "/pets",
    parameters: { limit: "query", tags: "query" },
  },
  async handler(args, { send }) {
    return send(args);
  },
});

export const onePet = defineTemplate({
  name: "onePet",
  uriTemplate: "pets://{petId}{?kind,tags}",
  mimeType: "application/json",
  inputSchema: {
    type: "object",
    properties: {
      petId: { type: "integer" },
      kind: { type: "string", enum: ["cat", "cow", "dog"] },
      tags: { type: "array", items: text },
    },
    required: ["petId"],
  },
  request: {
    method: "GET",
    path: "/pets/{petId}",
    parameters: { petId: "path", kind: "query", tags: "query" },
  },
  async handler(args, { send }) {
    return send(args);
  },
});

export const myPet = defineTemplate({
  name: "myPet",
  uriTemplate: "pets://mine{?kind}",
  inputSchema: { type: "object", properties: { kind: text } },
  request: { method: "GET", path: "/fail", parameters: { kind: "query" } },
  async handler(args, { call, progress }) {
    progress("asking");
    return call(allPets, args);
  },
});

/** A catalog of the components above, whose API is at `baseUrl`. */
export function petCatalog(
  baseUrl: string,
  options: Partial<CatalogOptions> & {
    readonly client?: Partial<ClientOptions>;
  } = {},
) {
  const { client, ...others } = options;
  return createCatalog({
    name: "pets",
    version: "1.0.0",
    sources: [
      {
        tools: [steps, slow, fail, broken, addPet],
        resources: [allPets],
        templates: [onePet, myPet],
        schemas: {
          NewPet: {
            type: "object",
            properties: { name: text, friend: { $ref: "#/$defs/NewPet" } },
            required: ["name"],
          },
        },
        answers: {},
        client: () => createHttpClient({ baseUrl, ...client }),
      },
    ],
    ...others,
  });
}

/** Components of one kind alone. */
export function ofKind(
  kind: Component["kind"],
): Pick<CatalogOptions, "sources"> {
  const source = {
    schemas: {},
    answers: {},
    client: createHttpClient({ baseUrl: "http://127.0.0.1:9" }),
  };
  switch (kind) {
    case "tool":
      return { sources: [{ ...source, tools: [steps] }] };
    case "resource":
      return { sources: [{ ...source, resources: [allPets] }] };
    case "template":
      return { sources: [{ ...source, templates: [onePet] }] };
  }
}
