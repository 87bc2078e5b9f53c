import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
  packExtension,
  unpackExtension,
  validateManifest,
} from "@anthropic-ai/mcpb";
import { pathToFileURL } from "node:url";
import fastify from "fastify";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { Server } from "../../runtime/index.js";
import { ask, message } from "../runtime/ask.js";
import { bundleModules } from "./bundle.js";
import { bundle, emit, serve } from "./project.js";
import { typeErrors } from "../type-check.js";
import type { Served } from "./project.js";

const document = "test/emitted/schemes.json";
const list = message("tools/list");
let project: string;
let file: string;
let served: Served | undefined;

beforeAll(async () => {
  project = await emit({
    document,
    emit: ["dockerfile", "mcpb"],
    features: ["sessions"],
  });
  file = await bundle(project);
});
afterEach(() => served?.stop());

describe("flags and environment of main.ts", () => {
  test("turn sessions on", async () => {
    served = await serve(file, { args: ["--sessions"] });
    expect((await ask(served.url, { body: list })).status).toBe(400);
  });

  test("set the tokens of callers", async () => {
    served = await serve(file, { env: { MCP_TOKENS: "a-token-0123456789" } });
    expect((await ask(served.url, { body: list })).status).toBe(401);
    const headers = { authorization: "Bearer a-token-0123456789" };
    expect((await ask(served.url, { headers, body: list })).status).toBe(200);
  });

  test("may be in a file with a byte order mark", async () => {
    const path = join(project, "windows.env");
    await writeFile(path, "\uFEFFMCP_TOKENS=a-token-0123456789\r\n");
    served = await serve(file, { args: ["--env", path] });
    expect((await ask(served.url, { body: list })).status).toBe(401);
  });

  test("set hosts and origins", async () => {
    const env = {
      MCP_ALLOWED_HOSTS: "mcp.example",
      MCP_ALLOWED_ORIGINS: "https://app.example",
    };
    served = await serve(file, { env });
    const { url } = served;
    const headers = { host: "mcp.example", origin: "https://app.example" };
    expect((await ask(url, { headers, body: list })).status).toBe(200);
    expect((await ask(url, { body: list })).status).toBe(403);
  });

  test("set the address by PORT and HOST, and flags override them", async () => {
    const env = { PORT: "1", HOST: "::1" };
    const args = ["--host", "127.0.0.1"];
    served = await serve(file, { env, args });
    expect(new URL(served.url).hostname).toBe("127.0.0.1");
    const child = spawnSync(
      process.execPath,
      [file, "--transport", "streamable-http"],
      { env: { PATH: process.env["PATH"], PORT: "x" }, encoding: "utf8" },
    );
    expect(child.stderr).toContain(
      "--port (or PORT) must be a number from 0 to 65535.",
    );
  });

  const wrong: [string, string[], NodeJS.ProcessEnv, want: string][] = [
    ["flag", ["--sesions"], {}, "Unknown option '--sesions'"],
    ["host", ["--host", "192.0.2.1"], {}, "--host (or HOST)"],
    ["name", [], { MCP_ALLOWED_HOSTS: "*" }, "MCP_ALLOWED_HOSTS can't have"],
    [
      "token",
      [],
      { MCP_TOKENS: "x" },
      "MCP_TOKENS needs at least 16 characters",
    ],
  ];

  test.each(wrong)(
    "with a wrong %s have an error in one line",
    async (_name, args, env, want) => {
      const { message } = await serve(file, { args, env }).then(
        () => new Error("it runs"),
        (error: Error) => error,
      );
      expect(message).toContain(want);
      expect(message).not.toContain("    at ");
    },
  );
});

test("a worker responds at the URL of its host", async () => {
  const worker = await emit({
    document,
    emit: ["worker"],
    allRoutesAsTools: true,
  });
  expect(await typeErrors(worker)).toEqual([]);
  expect(await readFile(join(worker, "README.md"), "utf8")).toContain(
    "`NO_PROXY` with `NODE_USE_ENV_PROXY=1`", // which Node's `fetch` asks for
  );
  const { href } = pathToFileURL(await bundleModules(worker, "src/worker.ts"));
  const { default: module } = (await import(href)) as {
    default: { fetch(request: Request): Promise<Response> };
  };
  const headers = { "content-type": "application/json" };
  const asked = { method: "POST", headers, body: list };
  const at = (path: string) => `https://mcp.example${path}`;
  const reply = await module.fetch(new Request(at("/mcp"), asked));
  expect(await reply.json()).toMatchObject({
    result: { tools: expect.any(Array) as unknown },
  });
  expect((await module.fetch(new Request(at("/healthz")))).status).toBe(200);
});

test("an application may have the endpoint as a route", async () => {
  const inner = await emit({ document, features: ["worker"] });
  const module = `export { toNodeHandler } from "./runtime/features/http/listen.js";
export { fetchHandler } from "./runtime/features/http/worker.js";
export { server } from "./server.js";
`;
  await writeFile(join(inner, "src", "mount.ts"), module);
  const { href } = pathToFileURL(await bundleModules(inner, "src/mount.ts"));
  const { fetchHandler, server, toNodeHandler } = (await import(
    href
  )) as typeof import("../../runtime/features/http/worker.js") &
    typeof import("../../runtime/features/http/listen.js") & { server: Server };
  const mcp = toNodeHandler(fetchHandler(server, { env: {} }));
  const app = fastify();
  app.all("/mcp", (request, reply) => {
    reply.hijack();
    return mcp(request.raw, reply.raw, request.body);
  });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  const asked = { body: message("resources/list") };
  const reply = await ask(`${url}/mcp`, asked);
  await app.close();
  expect(reply.body).toContain('"resource://open"');
});

describe("server.json of the MCP registry", () => {
  // That it is packed, and runs by its name, is a row of the pairs.
  test("lists required settings", async () => {
    const published = await emit({ document, emit: ["registry"] });
    const manifest = await readFile(join(published, "package.json"), "utf8");
    const entry = await readFile(join(published, "server.json"), "utf8");
    const { mcpName, name, version } = JSON.parse(manifest) as Entry;
    const { description, packages, ...registered } = JSON.parse(entry) as Entry;
    expect(registered).toMatchObject({ name: mcpName, version });
    expect(description.length).toBeLessThanOrEqual(100);
    const [first] = packages;
    expect(first).toMatchObject({ identifier: name, version });
    const secrets = first?.environmentVariables.flatMap((one) =>
      one.isSecret ? one.name : [],
    );
    expect(secrets).toContain("API_HEADER_KEY");
    expect(secrets).not.toContain("API_BASE_URL");
    const server = await serve(await bundle(published));
    const card = await fetch(`${server.url}/server-card`);
    await server.stop();
    const { remotes } = registered;
    expect(await card.json()).toMatchObject({ name: mcpName, remotes });
  });
});

interface Entry {
  readonly name: string;
  readonly mcpName: string;
  readonly remotes: unknown;
  readonly version: string;
  readonly description: string;
  readonly packages: readonly {
    readonly environmentVariables: readonly {
      readonly name: string;
      readonly isSecret: boolean;
    }[];
  }[];
}

test("limits for each caller need authentication over HTTP", async () => {
  const limited = await emit({
    document,
    limits: { perCaller: "1/min" },
    retries: 2,
  });
  expect(await typeErrors(limited)).toEqual([]);
  const program = await bundle(limited);
  await expect(serve(program)).rejects.toThrow("Set MCP_TOKENS");
  const help = spawnSync(process.execPath, [program], { input: "" });
  expect(help.status).toBe(0); // on stdio there is one caller
  served = await serve(program, {
    env: { MCP_TOKENS: "a-token-0123456789" },
  });
  const headers = { authorization: "Bearer a-token-0123456789" };
  const read = message("resources/read", { uri: "resource://open" });
  await ask(served.url, { headers, body: read });
  const reply = await ask(served.url, { headers, body: read });
  expect(reply.body).toMatch(/limit \(1\/min\).*Try again in \d+ s/);
});

describe("an authorization server", () => {
  test("is configured in code, and the server does not start without it", async () => {
    const guarded = await emit({ document, auth: "jwt" });
    expect(await typeErrors(guarded)).toEqual([]);
    const manifest = await readFile(join(guarded, "package.json"), "utf8");
    expect(manifest).toContain('"jose"');
    const program = await bundle(guarded);
    await expect(serve(program)).rejects.toThrow("Set MCP_JWT_ISSUER");
    const url = "https://id.example";
    served = await serve(program, {
      env: {
        MCP_JWT_ISSUER: url,
        MCP_JWT_AUDIENCE: "https://mcp.example/mcp",
        MCP_JWT_JWKS_URL: `${url}/jwks`,
      },
    });
    const reply = await ask(served.url, { body: list });
    expect(reply.status).toBe(401);
    expect(reply.headers["www-authenticate"]).toContain("resource_metadata=");
  });

  test("adds no files or packages to other projects", async () => {
    const manifest = await readFile(join(project, "package.json"), "utf8");
    expect(manifest).not.toContain("jose");
    expect(await readdir(join(project, "src/runtime/features"))).not.toContain(
      "auth",
    );
  });
});

describe("the container", () => {
  test("starts the built server without root, and has a health check", async () => {
    const text = await readFile(join(project, "Dockerfile"), "utf8");
    const last = text.slice(text.lastIndexOf("\nFROM"));
    expect(last).toContain("\nUSER 1000\n");
    const listOf = (word: string) => {
      const found = new RegExp(`^${word} (\\[.*\\])$`, "m").exec(last)?.[1];
      return JSON.parse(found ?? "[]") as string[];
    };
    expect(listOf("ENTRYPOINT")).toEqual(["node", "dist/main.js"]);
    served = await serve(file, { args: listOf("CMD").slice(2) });
    const { lines } = served;
    await expect
      .poll(() => lines.join("\n"))
      .toContain("Anyone who can reach 0.0.0.0");
    const [, , script = ""] =
      /CMD (\[.*\])/
        .exec(last)
        ?.slice(1)
        .flatMap((found) => JSON.parse(found) as string[]) ?? [];
    const port = new URL(served.url).port;
    const healthAt = (port: string) =>
      spawnSync(process.execPath, ["-e", script.replace("3000", port)]).status;
    expect(healthAt(port)).toBe(0);
    expect(healthAt("9")).toBe(1);
  });
});

describe("the desktop bundle", () => {
  test("is valid, can be packed, and contains only what its server needs", async () => {
    vi.spyOn(console, "log").mockImplementation(() => undefined);
    expect(validateManifest(join(project, "manifest.json"))).toBe(true);
    const outputPath = join(dirname(project), "schemes.mcpb");
    await packExtension({ extensionPath: project, outputPath, silent: true });
    const outputDir = await mkdtemp(join(dirname(project), "unpacked-"));
    await unpackExtension({ mcpbPath: outputPath, outputDir, silent: true });
    expect((await readdir(outputDir)).sort()).toEqual([
      "dist",
      "manifest.json",
      "package.json",
    ]);
    served = await serve(join(outputDir, "dist", "main.js"));
    expect((await ask(served.url, { body: list })).status).toBe(200);
    vi.restoreAllMocks();
  });

  test("passes every variable of the API to the server, keys as secrets", async () => {
    const text = await readFile(join(project, "manifest.json"), "utf8");
    const { server, user_config } = JSON.parse(text) as {
      server: { mcp_config: { env: Record<string, string> } };
      user_config: Record<string, { sensitive: boolean; default: string }>;
    };
    const { env } = server.mcp_config;
    expect(env["API_HEADER_KEY"]).toBe("${user_config.api_header_key}");
    expect(user_config["api_header_key"]).toMatchObject({
      sensitive: true,
      default: "",
    });
    expect(user_config["api_base_url"]).toMatchObject({
      sensitive: false,
      default: "https://api.example/v1",
    });
    expect(Object.keys(env)).toHaveLength(23);
  });
});
