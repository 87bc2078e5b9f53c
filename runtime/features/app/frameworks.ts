import { createServer, Server } from "node:http";
import type { RequestListener } from "node:http";
import { Server as AnyServer } from "node:net";
import type { App } from "./transport.js";

/**
 * An application that a `node:http` server can serve: Fastify, Express, Koa, NestJS and others. The server need not
 * listen.
 */
interface ServerApp extends App {
  readonly server: AnyServer;
}

/**
 * Returns the server of an application, after the application's start-up hooks. Throws if the kind of application is
 * unknown.
 */
export async function toServerApp(app: unknown): Promise<ServerApp> {
  if (app instanceof AnyServer) return { server: app };
  if (isFastify(app)) {
    await app.ready();
    return { server: app.server, close: () => app.close() };
  }
  if (isNest(app)) {
    await app.init();
    const adapterApp: unknown = app.getHttpAdapter().getInstance();
    if (isFastify(adapterApp)) await adapterApp.ready();
    return { server: app.getHttpServer(), close: () => app.close() };
  }
  if (isKoa(app)) return { server: createServer(app.callback()) };
  if (isListener(app)) return { server: createServer(app) };
  throw new Error(
    "The application can't be called in this process. Export a Fastify, Express, Koa or NestJS application, a node:http server or request listener, or an object with a fetch method.",
  );
}

/**
 * Returns a server for connections in memory, which use neither TLS nor HTTP/2. An application that does gets its
 * requests through a second server.
 */
export function plainServer(server: AnyServer): Server {
  if (isHttpServer(server)) return server;
  return createServer((...args) => void server.emit("request", ...args));
}

function isHttpServer(server: AnyServer): server is Server {
  return server instanceof Server;
}

// The packages may not be installed, so each framework is recognized by the methods that are called.

interface Fastify {
  readonly server: Server;
  ready(): PromiseLike<unknown>;
  close(): PromiseLike<unknown>;
}

/** Recognizes Fastify: https://fastify.dev/docs/latest/Reference/Server/#ready */
function isFastify(app: unknown): app is Fastify {
  return hasMethods(app, "ready", "close") && "server" in app;
}

interface Nest {
  init(): PromiseLike<unknown>;
  close(): PromiseLike<unknown>;
  getHttpServer(): Server;
  getHttpAdapter(): { getInstance(): unknown };
}

/** Recognizes NestJS: https://docs.nestjs.com/faq/http-adapter */
function isNest(app: unknown): app is Nest {
  return hasMethods(app, "init", "close", "getHttpServer", "getHttpAdapter");
}

interface Koa {
  callback(): RequestListener;
}

/** Recognizes Koa: https://koajs.com/#app-callback- */
function isKoa(app: unknown): app is Koa {
  return hasMethods(app, "callback");
}

function isListener(app: unknown): app is RequestListener {
  return typeof app === "function";
}

function hasMethods(app: unknown, ...methods: string[]): app is object {
  return methods.every(
    (name) => typeof Reflect.get(Object(app), name) === "function",
  );
}
