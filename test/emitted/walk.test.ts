import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { expect, onTestFinished, test } from "vitest";
import { root, samples } from "../samples/whole.js";
import { emit } from "./project.js";

const run = promisify(execFile);

/** A server of the core alone: JSON, without credentials, rules of values or known answers. */
const PLAIN = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  paths: {
    "/pets/{petId}": {
      get: {
        operationId: "getPet",
        parameters: [
          {
            in: "path",
            name: "petId",
            required: true,
            schema: { type: "integer" },
          },
        ],
        responses: { "200": { description: "ok" } },
      },
    },
  },
});

/** Calls a tool twice, and prints the files of the runtime that the second call enters. */
const PROBE = `
import { createServer as upstream } from "node:http";
import { Session } from "node:inspector/promises";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";

const api = upstream((_request, response) =>
  response
    .setHeader("content-type", "application/json")
    .end(JSON.stringify({ id: 7, name: "Rex", status: "sold" })),
);
await new Promise((resolve) => api.listen(0, "127.0.0.1", resolve));
process.env.API_BASE_URL = "http://127.0.0.1:" + api.address().port;
process.env.API_KEY = "secret-of-mine";
process.env.API_PET_AUTH_TOKEN = "token-of-mine";
process.env.LOG_LEVEL = "silent";
const { createServer } = await import("./src/server.js");
const [near, far] = InMemoryTransport.createLinkedPair();
const client = new Client({ name: "probe", version: "1" });
const server = await createServer({ env: process.env });
await Promise.all([server.connect(far), client.connect(near)]);
const call = () => client.callTool({ name: "getPet", arguments: { petId: 7 } });
await call();
const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true });
const { isError } = await call();
const { result } = await session.post("Profiler.takePreciseCoverage");
const entered = result
  .filter(({ functions }) => functions.some(({ functionName, ranges }) => functionName !== "" && ranges[0].count > 0))
  .map(({ url }) => url.split("/src/runtime/")[1])
  .filter(Boolean);
console.log(JSON.stringify({ isError: isError ?? false, entered }));
process.exit(0);
`;

test.each([
  ["of the core", 14, () => emit({ allRoutesAsTools: true }, PLAIN)],
  [
    "with OAuth 2, rules of values and known responses",
    25,
    async () => join(samples, "petstore", "server"),
  ],
])(
  "a JSON call %s runs through %i files at most",
  async (_name, most, project) => {
    const folder = await mkdtemp(join(tmpdir(), "walk-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const source = join(await project(), "src");
    await build({
      entryPoints: readdirSync(source, { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".ts"))
        .map((file) => join(source, file)),
      outdir: join(folder, "src"),
      format: "esm",
      target: "node20",
    });
    await symlink(join(root, "node_modules"), join(folder, "node_modules"));
    await writeFile(join(folder, "package.json"), '{"type":"module"}');
    await writeFile(join(folder, "probe.js"), PROBE);
    const { stdout } = await run(process.execPath, [join(folder, "probe.js")]);
    const { entered, isError } = JSON.parse(stdout) as {
      entered: string[];
      isError: boolean;
    };
    expect(isError).toBe(false);
    expect(entered.length, entered.sort().join(", ")).toBeLessThanOrEqual(most);
  },
);
