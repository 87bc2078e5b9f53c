import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "js-yaml";
import { beforeAll, expect, it } from "vitest";
import { readConfigs } from "../../generator/config/config-file.js";
import { resolveConfig } from "../../generator/config/resolve-config.js";
import { typeErrors } from "../type-check.js";
import { folderOfFile, root } from "./folder.js";
import { snippetsOf, type Snippet } from "./pages.js";

const temporary = folderOfFile();
/** A project that has the packages of this repository, and the repository itself as one. */
const folder = join(temporary, "project");

/** First lines of an application of each framework. */
const FRAMEWORKS: Readonly<Record<string, string>> = {
  express: `import express from "express"; const app = express();`,
  fastify: `import Fastify from "fastify"; const app = Fastify();`,
  hono: `import { Hono } from "hono"; const app = new Hono();`,
};

/**
 * Files that the pages mention in addition to the sample: a worker, an application, and Express, which brings no types.
 */
const BESIDE = {
  "src/worker.ts": `import { fetchHandler } from "./runtime/features/http/worker.js";
import { server } from "./server.js";
export default { fetch: fetchHandler(server, { env: process.env }) };`,
  "src/app.ts": `import Fastify from "fastify";
export const app = Fastify();
declare module "fastify" { interface FastifyRequest { user: string } }`,
  "types.d.ts": `declare module "express" {
  import type { IncomingMessage, ServerResponse } from "node:http";
  type Handler = (request: IncomingMessage & { body?: unknown }, response: ServerResponse) => unknown;
  export default function express(): { all(path: string, handler: Handler): void };
}`,
};

/** Frame around a snippet that is not a module, by its mark. */
const AROUND: Readonly<Record<string, (text: string) => string>> = {
  "": (text) => text,
  handler: (text) => `
import type { operations } from "../generated/api-types.js";
import { CallError, defineTool } from "../runtime/index.js";
import getPet from "../tools/get-pet.js";
export { CallError, getPet };
export default defineTool<operations["listPets"]>({
  name: "listPets",
  request: "GET /pets",
  arguments: { limit: { in: "query", type: "integer" } },
${text}});`,
  object: (text) => `
import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";
export default defineTool<operations["getPet"]>({
  name: "getPet",
  request: "GET /pets/{petId}",
  arguments: { petId: { in: "path", required: true, type: "integer" } },
${text}});`,
  client: (text) => `
import { axiosTransport } from "../runtime/features/transport/axios.js";
import { basic } from "../runtime/features/credentials/basic.js";
import { bearer } from "../runtime/features/credentials/bearer.js";
import { fromClaim } from "../runtime/features/credentials/from-claim.js";
import { fromCaller, perCaller } from "../runtime/features/credentials/per-caller.js";
import { credentials } from "../runtime/features/credentials/credentials.js";
import { onBehalfOf } from "../runtime/features/credentials/oauth/on-behalf-of.js";
import { concurrency } from "../runtime/features/transport/concurrency.js";
import { retry } from "../runtime/features/transport/retry.js";
import { createHttpClient, type Middleware, type ServerContext } from "../runtime/index.js";
const callerName: Middleware = (next) => next;
export const used = { basic, bearer, callerName, concurrency, credentials, perCaller, fromCaller, fromClaim, onBehalfOf, retry };
export const client = ({ env, ...context }: ServerContext) => createHttpClient({ env, ...context }, {
  transport: axiosTransport(),
  baseUrl: "https://api.example.com",
${text}});`,
  server: (text) => `
import { defineServer, type Feature, type HttpMiddleware } from "../runtime/index.js";
const closedAtNight: Feature = { name: "closed-at-night" };
const versionDocument: HttpMiddleware = (next) => next;
export const used = { closedAtNight, versionDocument };
export const server = defineServer({
  name: "a",
  version: "1.0.0",
  sources: [],
${text}});`,
  feature: (text) => `
import type { Feature } from "../runtime/index.js";
export const feature: Feature = {
  name: "a",
${text}};`,
  cases: (text) =>
    `import type { Cases } from "../runtime/features/testing/testing.js";\n${text}`,
  mcp: (text) => text,
  mounted: (text) => `import { mcp } from "./mcp.js";\n${text}`,
  ...Object.fromEntries(
    Object.entries(FRAMEWORKS).map(([name, start]) => [
      name,
      (text) => `import { mcp, onNode } from "./mcp.js"; ${start}
export const used = { mcp, onNode };
${text}`,
    ]),
  ),
};

const SNIPPETS = snippetsOf("ts").map((snippet, at) => ({
  ...snippet,
  file: fileOf(snippet, at),
}));

beforeAll(() => {
  cpSync(join(root, "samples/petstore/server"), folder, {
    recursive: true,
    filter: (path) => !path.endsWith("/runtime"),
  });
  // All of it, since the pages speak of every feature.
  symlinkSync(join(root, "runtime"), join(folder, "src/runtime"));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  mkdirSync(join(folder, "src/docs"));
  mkdirSync(join(temporary, "node_modules"));
  symlinkSync(folder, join(folder, "my-app-mcp"));
  symlinkSync(root, join(temporary, "node_modules/toolwright"));
  for (const [path, text] of Object.entries(BESIDE))
    writeFileSync(join(folder, path), text);
  for (const { file, mark, text } of SNIPPETS)
    writeFileSync(join(folder, file), AROUND[mark]?.(text) ?? "");
});

it("TypeScript snippets all have a frame", () => {
  expect(SNIPPETS.filter(({ mark }) => AROUND[mark] === undefined)).toEqual([]);
});

it("TypeScript snippets compile", async () => {
  const found = await typeErrors(folder, {
    include: ["src", "*.ts"],
    compilerOptions: { rootDir: "/" },
  });
  const places = new Map(SNIPPETS.map(({ file, place }) => [file, place]));
  const told = found.map((line) =>
    line.replace(/^[^(]+/, (file) => `${places.get(file) ?? file} `),
  );
  expect(told).toEqual([]);
});

it.each(snippetsOf("json"))("$place is JSON", ({ text }) => {
  expect(JSON.parse(text)).toBeTypeOf("object");
});

it.each(snippetsOf("yaml"))("$place is YAML", ({ text }) => {
  expect(load(text)).toBeTypeOf("object");
});

const configs = [
  ...SNIPPETS.filter(({ text }) => text.includes("defineConfig(")),
  ...snippetsOf("json").filter(({ text }) => text.includes('"document"')),
];

it.each(configs)("$place is a config", async ({ language, text }) => {
  const file = join(folder, `toolwright.config.${language}`);
  writeFileSync(file, text);
  const read = await readConfigs(file);
  expect(read.map(({ options }) => resolveConfig(options))).not.toEqual([]);
});

/**
 * Path at which a snippet's imports fit: `../runtime` is seen from a folder of `src`, and the server's own folder from
 * beside it.
 */
function fileOf({ mark, text }: Snippet, at: number): string {
  if (mark === "mcp" || mark === "mounted" || mark in FRAMEWORKS)
    return `${mark}.ts`;
  const isDeep = mark !== "" || text.includes('"../');
  return `src/${isDeep ? "docs/" : ""}snippet-${at}.ts`;
}
