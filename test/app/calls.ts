import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fetchTransport } from "../../runtime/features/app/fetch.js";
import { importApp } from "../../runtime/features/app/import.js";
import { serverTransport } from "../../runtime/features/app/server.js";
import { axiosTransport } from "../../runtime/features/transport/axios.js";
import { toToolResult } from "../../runtime/index.js";
import type { Argument, ToolResult, Transport } from "../../runtime/index.js";
import { call, toolOf } from "../runtime/upstream.js";

/** A call, as an emitted tool would make it. */
export interface Call {
  readonly method?: string;
  readonly path: string;
  readonly args?: Record<string, unknown>;
  readonly query?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** A framework's application: called in process, and served over HTTP to compare. */
export interface Subject {
  readonly transport: Transport;
  /** Serves the same application on a free port of this machine. */
  readonly listen: () => Promise<{ url: string; close: () => Promise<void> }>;
}

/** Result of a tool for a call; the message of an error if it fails. */
export async function resultOf(
  { args = {}, headers = {}, method = "GET", path, query = [] }: Call,
  client: { readonly baseUrl: string; readonly transport?: Transport },
): Promise<ToolResult | string> {
  const inQuery: Argument = { in: "query" };
  const tool = toolOf({
    request: `${method} ${path}`,
    arguments: Object.fromEntries(query.map((name) => [name, inQuery])),
    ...(method === "POST" && { body: { type: "object" } }),
  });
  try {
    const answer = await call(tool, args, {
      transport: axiosTransport(),
      maxRedirects: 0,
      ...client,
      headers,
    });
    return toToolResult(answer);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

export async function express(): Promise<Subject> {
  const app = (await importFrom("express", "app")) as Listener;
  return {
    transport: serverTransport(async () => app),
    listen: () => served(createServer(app)),
  };
}

export async function koa(): Promise<Subject> {
  const app = (await importFrom("koa", "app")) as { callback(): Listener };
  return {
    transport: serverTransport(async () => app),
    listen: () => served(createServer(app.callback())),
  };
}

/** Members of a NestJS application that the tests use. */
interface NestApp {
  init(): Promise<unknown>;
  getHttpServer(): Server;
}

export async function nest(): Promise<Subject> {
  const load = () => importFrom("nest", "createApp");
  return {
    transport: serverTransport(load),
    listen: async () => {
      const app = (await load()) as NestApp;
      await app.init();
      return served(app.getHttpServer());
    },
  };
}

export async function fastify(): Promise<Subject> {
  const { app } = await import("../../samples/fastify-app/app.js");
  return {
    transport: serverTransport(async () => app),
    listen: async () => {
      await app.ready();
      return served(app.server);
    },
  };
}

export async function hono(): Promise<Subject> {
  const { createApp } = await import("../../samples/hono-app/app.js");
  const { createAdaptorServer } = await import("@hono/node-server");
  const app = createApp();
  return {
    transport: fetchTransport(async () => app),
    // The adapter makes a server of node:http unless it is configured otherwise.
    listen: () => served(createAdaptorServer({ fetch: app.fetch }) as Server),
  };
}

type Listener = Parameters<typeof createServer>[1] & object;

/** An export of one of the applications in apps/. */
export function importFrom(
  file: string,
  name: string,
  ...args: unknown[]
): Promise<unknown> {
  return importApp(new URL(`apps/${file}.js`, import.meta.url), name, ...args);
}

/** A server on a free port of this machine. */
export async function served(server: Server) {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // it listens on TCP
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, close };
}
