import { execFile } from "node:child_process";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test, vi } from "vitest";
import { generate } from "../../generator/index.js";
import { fetchTransport } from "../../runtime/features/app/fetch.js";
import { serverTransport } from "../../runtime/features/app/server.js";
import { bundleProject } from "../emitted/bundle.js";
import { toolOf } from "../runtime/upstream.js";
import { connectStdio, ROOT, temporaryFolder } from "./emitted.js";
import { connectTo } from "./mcp.js";

const run = promisify(execFile);

/** A Fastify application that writes down what happens to it. */
const source = `
import swagger from "@fastify/swagger";
import Fastify, { type FastifyInstance } from "fastify";
import { appendFileSync } from "node:fs";

const log = (line: string) => appendFileSync(process.env["LIFE"] ?? "life.txt", line + "\\n");
console.log("imported"); // on stdio, this would break the protocol

export async function createApp(): Promise<FastifyInstance> {
  const app = Fastify();
  await app.register(swagger, { openapi: { info: { title: "Life", version: "1.0.0" } } });
  app.addHook("onReady", async () => log("ready"));
  app.addHook("onClose", async () => log("closed"));
  app.post("/work", { schema: { operationId: "work" } }, async () => {
    setInterval(() => undefined, 1000); // never ends by itself
    setTimeout(() => log("worked"), 50);
    log("called");
    return { accepted: true };
  });
  return app;
}
`;

describe("an emitted server with its application", () => {
  test("is bundled, runs the hooks of the application, and ends with its client", async () => {
    const folder = await temporaryFolder();
    vi.stubEnv("XDG_CACHE_HOME", join(folder, "cache"));
    vi.stubEnv("LIFE", join(folder, "generation.txt"));
    await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
    await mkdir(join(folder, "src"));
    await writeFile(join(folder, "src", "app.ts"), source);
    await generate({ app: "src/app.ts", out: "mcp" }, { cwd: folder });
    vi.unstubAllEnvs();
    const out = join(folder, "mcp");
    await bundleProject(out);

    const life = join(folder, "life.txt");
    const lines = () => readFileSync(life, "utf8").trim().split("\n");
    const client = await connectStdio([join(out, "dist", "main.js")], {
      LIFE: life,
    });
    expect(lines()).toEqual(["ready"]);
    const result = await client.callTool({ name: "work" });
    expect(JSON.stringify(result.content)).toContain("accepted");
    await expect.poll(lines).toEqual(["ready", "called", "worked"]);
    await client.close();
    await expect.poll(lines).toEqual(["ready", "called", "worked", "closed"]);

    // A missing variable is reported at the start, too.
    await writeFile(join(folder, "src", "app.ts"), 'import "not-installed";');
    await expect(
      run(process.execPath, [join(out, "dist", "main.js")]),
    ).rejects.toMatchObject({
      stdout: "",
      stderr: expect.stringMatching(
        /app\.ts needs the package not-installed.*run: npm install not-installed\n$/,
      ) as string,
    });
  });
});

describe("the tool error for an application", () => {
  const hidden = "at /srv/secret.js";

  test.each([
    [
      "a Fetch handler",
      fetchTransport(async () => ({
        fetch: () => {
          throw new Error(hidden);
        },
      })),
    ],
    [
      "a Fetch handler, later",
      fetchTransport(async () => ({
        fetch: () => Promise.reject(new Error(hidden)),
      })),
    ],
    [
      "a stream that breaks off",
      fetchTransport(async () => ({
        fetch: () => {
          const body = new ReadableStream({
            pull: (stream) => stream.error(new Error(hidden)),
          });
          return new Response(body);
        },
      })),
    ],
    [
      "a start",
      serverTransport(async () => {
        throw new Error(hidden);
      }),
    ],
    [
      "a listener that ends the connection",
      serverTransport(async () => (request: { destroy(): void }) => {
        request.destroy();
      }),
    ],
  ])("%s", async (_, transport) => {
    const client = await connectTo(transport, [toolOf()]);
    const result = await client.callTool({ name: "tool" });
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result)).not.toContain(hidden);
    expect(JSON.stringify(result)).toMatch(/GET \/|went wrong|error/i);
  });
});

test.each([
  ["a listener", serverTransport(async () => () => undefined)],
  [
    "a Fetch handler",
    fetchTransport(async () => ({ fetch: () => new Promise(() => undefined) })),
  ],
])(
  "%s that never responds is abandoned at the timeout",
  async (_, transport) => {
    const client = await connectTo(transport, [toolOf()], {
      timeout: 0.1,
    });
    const result = await client.callTool({ name: "tool" });
    expect(JSON.stringify(result)).toMatch(
      /GET \/: no complete response within 0\.1 s.*"isError":true/,
    );
  },
);
