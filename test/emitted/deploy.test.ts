import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
  packExtension,
  unpackExtension,
  validateManifest,
} from "@anthropic-ai/mcpb";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { ask, message } from "../runtime/ask.js";
import { bundle, emit, serve, typeErrors } from "./project.js";
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
  test("sessions are kept where they are asked for", async () => {
    served = await serve(file, { args: ["--sessions"] });
    expect((await ask(served.url, { body: list })).status).toBe(400);
  });

  test("tokens are asked for where they are set", async () => {
    served = await serve(file, { env: { MCP_TOKENS: "a-token-0123456789" } });
    expect((await ask(served.url, { body: list })).status).toBe(401);
    const headers = { authorization: "Bearer a-token-0123456789" };
    expect((await ask(served.url, { headers, body: list })).status).toBe(200);
  });

  test("hosts and origins are those that are set", async () => {
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

  const wrong: [string, string[], NodeJS.ProcessEnv, want: string][] = [
    ["flag", ["--sesions"], {}, "Unknown option '--sesions'"],
    ["host", ["--host", "192.0.2.1"], {}, "no address 192.0.2.1"],
    ["token", [], { MCP_TOKENS: "x" }, "at least 16 characters"],
  ];

  test.each(wrong)(
    "a wrong %s is told in one line",
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

describe("an authorization server", () => {
  test("is asked for in code, and the server does not start without it", async () => {
    const guarded = await emit({ document, auth: "jwt" });
    expect(await typeErrors(guarded)).toBe("");
    const manifest = await readFile(join(guarded, "package.json"), "utf8");
    expect(manifest).toContain('"jose"');
    const program = await bundle(guarded);
    await expect(serve(program)).rejects.toThrow("so set MCP_JWT_ISSUER");
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

  test("is nothing that other projects carry", async () => {
    const manifest = await readFile(join(project, "package.json"), "utf8");
    expect(manifest).not.toContain("jose");
    const features = await readdir(join(project, "src/runtime/features/auth"));
    expect(features.sort()).toEqual(["door.ts", "tokens.ts"]);
  });
});

describe("the container", () => {
  test("starts what is built, as nobody special, and asks how it does", async () => {
    const text = await readFile(join(project, "Dockerfile"), "utf8");
    const last = text.slice(text.lastIndexOf("\nFROM"));
    expect(last).toContain("\nUSER node\n");
    const listOf = (word: string) => {
      const found = new RegExp(`^${word} (\\[.*\\])$`, "m").exec(last)?.[1];
      return JSON.parse(found ?? "[]") as string[];
    };
    expect(listOf("ENTRYPOINT")).toEqual(["node", "dist/main.js"]);
    served = await serve(file, { args: listOf("CMD").slice(2) });
    const { lines } = served;
    await expect
      .poll(() => lines.join("\n"))
      .toContain("Everybody who reaches 0.0.0.0");
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

describe("the bundle for desktop clients", () => {
  test("is valid, packs, and holds what its server needs alone", async () => {
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

  test("hands every variable of the API to the server, keys as secrets", async () => {
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
