import { createServer, Server } from "node:http";
import type { RequestListener } from "node:http";
import { Server as AnyServer } from "node:net";
import type { App } from "./transport.js";

/** Fastify, Express, Koa, NestJS and all else that a `node:http` server can serve. The server need not listen. */
interface ServerApp extends App {
  readonly server: AnyServer;
}

/** The server of an application, with the application's start-up hooks run. Throws where it is none that is known. */
export async function toServerApp(app: unknown): Promise<ServerApp> {
  if (app instanceof AnyServer) return { server: app };
  if (isFastify(app)) {
    await app.ready();
    return { server: app.server, close: () => app.close() };
  }
  if (isNest(app)) {
    await app.init();
    const adapted: unknown = app.getHttpAdapter().getInstance();
    if (isFastify(adapted)) await adapted.ready();
    return { server: app.getHttpServer(), close: () => app.close() };
  }
  if (isKoa(app)) return { server: createServer(app.callback()) };
  if (isListener(app)) return { server: createServer(app) };
  throw new Error(
    "The application is none that can be called in this process. Export a Fastify, Express, Koa or NestJS application, a node:http server or request listener, or an object with a fetch method.",
  );
}

/** Connections in memory speak neither TLS nor HTTP/2. The server of an application that does is handed its requests by another one. */
export function plainServer(server: AnyServer): Server {
  if (isPlain(server)) return server;
  return createServer((...given) => void server.emit("request", ...given));
}

function isPlain(server: AnyServer): server is Server {
  return server instanceof Server;
}

// Their packages may not be there, so each is known by the methods that are used.

interface Fastify {
  readonly server: Server;
  ready(): PromiseLike<unknown>;
  close(): PromiseLike<unknown>;
}

/** https://fastify.dev/docs/latest/Reference/Server/#ready */
function isFastify(app: unknown): app is Fastify {
  return has(app, "ready", "close") && "server" in app;
}

interface Nest {
  init(): PromiseLike<unknown>;
  close(): PromiseLike<unknown>;
  getHttpServer(): Server;
  getHttpAdapter(): { getInstance(): unknown };
}

/** https://docs.nestjs.com/faq/http-adapter */
function isNest(app: unknown): app is Nest {
  return has(app, "init", "close", "getHttpServer", "getHttpAdapter");
}

interface Koa {
  callback(): RequestListener;
}

/** https://koajs.com/#app-callback- */
function isKoa(app: unknown): app is Koa {
  return has(app, "callback");
}

function isListener(app: unknown): app is RequestListener {
  return typeof app === "function";
}

function has(app: unknown, ...methods: string[]): app is object {
  return methods.every(
    (name) => typeof Reflect.get(Object(app), name) === "function",
  );
}
