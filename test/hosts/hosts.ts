import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { Hono } from "hono";

/** Sends a request to a host. */
export type Send = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** A worker that runs somewhere. */
export interface Host {
  readonly send: Send;
  close(): unknown;
}

/** Function that runs the bundle of a worker with these variables. */
type Start = (file: string, env: Record<string, string>) => Promise<Host>;

interface Worker {
  readonly fetch: (request: Request) => Promise<Response>;
}

/** Members of Miniflare that are used; the package is beside this file, and only if this suite is run. */
interface MiniflareModule {
  readonly Miniflare: new (options: object) => {
    readonly ready: Promise<URL>;
    dispose(): Promise<void>;
  };
}

const packages = new URL("node_modules/", import.meta.url);

export const hosts: Readonly<Record<string, Start>> = {
  async workerd(file, env) {
    const module = new URL("miniflare/dist/src/index.js", packages);
    const { Miniflare } = (await import(module.href)) as MiniflareModule;
    const workerd = new Miniflare({
      modules: true,
      script: readFileSync(file, "utf8"),
      compatibilityDate: "2026-04-01",
      compatibilityFlags: ["nodejs_compat", "enable_request_signal"],
      bindings: env,
    });
    const { origin } = await workerd.ready;
    return { send: sendTo(origin), close: () => workerd.dispose() };
  },
  deno: (file, env) =>
    run("@deno/", "deno", env, (port) => [
      ...["serve", "-A", "--host", "127.0.0.1", "--port", port],
      file,
    ]),
  bun: (file, env) => run("@oven/", "bin/bun", env, () => ["run", file]),
  async lambda(file, env) {
    const worker = await load(file, env);
    return inProcess(async (request) => {
      const { pathname, search } = new URL(request.url);
      const { body, headers, statusCode } = await answerEvent(worker, {
        rawPath: pathname,
        rawQueryString: search.slice(1),
        headers: Object.fromEntries(request.headers),
        requestContext: {
          domainName: "shop.example",
          http: { method: request.method },
        },
        body: await request.text(),
      });
      return new Response(body || null, { status: statusCode, headers });
    });
  },
  async hono(file, env) {
    const worker = await load(file, env);
    const app = new Hono();
    app.all("/mcp", (context) => worker.fetch(context.req.raw));
    return inProcess(async (request) => app.fetch(request));
  },
  // A route of Next.js is a module that exports functions by method.
  async next(file, env) {
    const worker = await load(file, env);
    const route = { GET: worker.fetch, POST: worker.fetch };
    return inProcess((request) =>
      route[request.method as keyof typeof route](request),
    );
  },
};

/** An event of AWS API Gateway, which a function gets and answers whole. */
async function answerEvent(
  worker: Worker,
  event: {
    readonly rawPath: string;
    readonly rawQueryString: string;
    readonly headers: Record<string, string>;
    readonly requestContext: {
      readonly domainName: string;
      readonly http: { readonly method: string };
    };
    readonly body?: string;
  },
) {
  const { domainName, http } = event.requestContext;
  const url = `https://${domainName}${event.rawPath}?${event.rawQueryString}`;
  const { body, headers } = event;
  const hasBody = !/^(GET|HEAD)$/.test(http.method);
  const { method } = http;
  const request = new Request(url, {
    method,
    headers,
    ...(hasBody && { body }),
  });
  const response = await worker.fetch(request);
  return {
    statusCode: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  };
}

/** A module of the host's own process, which reads its environment when it is loaded. */
async function load(file: string, env: Record<string, string>) {
  Object.assign(process.env, env);
  const { href } = pathToFileURL(file);
  const { default: worker } = (await import(href)) as { default: Worker };
  return worker;
}

function inProcess(answer: (request: Request) => Promise<Response>): Host {
  return {
    send: (url, init) => answer(new Request(url, init)),
    close: () => undefined,
  };
}

/** Runs a program of a package for this machine, and waits until it responds. */
async function run(
  scope: string,
  program: string,
  env: Record<string, string>,
  args: (port: string) => readonly string[],
): Promise<Host> {
  const [name] = readdirSync(new URL(scope, packages));
  const file = new URL(`${scope}${name ?? ""}/${program}`, packages).pathname;
  const port = String(await freePort());
  const child = spawn(file, args(port), {
    env: { ...process.env, ...env, PORT: port, HOST: "127.0.0.1" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const send = sendTo(`http://127.0.0.1:${port}`);
  for (let tries = 0; tries < 200; tries += 1) {
    const health = await send("http://shop/healthz").catch(() => undefined);
    if (health?.ok) return { send, close: () => child.kill("SIGKILL") };
    await pause(100);
  }
  child.kill("SIGKILL");
  throw new Error(`${program} does not answer.`);
}

function sendTo(origin: string): Send {
  return (url, init) => {
    const { pathname, search } = new URL(url);
    return fetch(new URL(pathname + search, origin), init);
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo; // it listens on a port
  await new Promise((done) => server.close(done));
  return port;
}
