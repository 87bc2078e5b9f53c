import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readApp } from "../../generator/app/read-app.js";
import { ROOT, temporaryFolder } from "./emitted.js";

/** Document of an application: title and operation ids. */
interface Described {
  readonly info: { readonly title: string };
  readonly paths: Record<string, unknown>;
}

const apps = join(ROOT, "test", "app", "apps");

describe("an application", () => {
  test.each([
    ["Express, by a route", "express.js", "server", "app", "Little app"],
    ["Koa, by a route", "koa.js", "server", "app", "Little app"],
    ["NestJS", "nest.js", "server", "createApp", "toolwright"],
    // Those of Fastify and Hono are samples, which are generated elsewhere.
  ])(
    "of %s is read for its document",
    async (_, file, form, exportName, title) => {
      const app = await readApp({ app: file }, apps);
      expect(app).toMatchObject({ form, exportName });
      expect(documentOf(app?.source)).toMatchObject({ info: { title } });
      expect(Object.keys(documentOf(app?.source).paths)).not.toEqual([]);
    },
  );

  test.each<[string, string, string, string, string?, string?]>([
    [
      "a promise of an OpenAPIHono without a route",
      `import { OpenAPIHono, createRoute, z } from "@hono/zod-openapi";
       const app = new OpenAPIHono();
       app.openapi(
         createRoute({ method: "get", path: "/one", responses: { 200: { description: "OK", content: { "application/json": { schema: z.object({ one: z.number() }) } } } } }),
         (context) => context.json({ one: 1 }),
       );
       export default Promise.resolve(app);`,
      "default",
      "/one",
    ],
    [
      "a Hono application that hono-openapi describes",
      `import { Hono } from "hono";
       import { describeRoute } from "hono-openapi";
       export const app = new Hono();
       app.get("/zero", describeRoute({ responses: { 200: { description: "OK" } } }), (context) => context.text(""));`,
      "app",
      "/zero",
    ],
    [
      "a factory of a plain listener",
      `export const createApp = async () => (request, response) =>
         response.end(request.url === "/openapi.json" ? ${JSON.stringify(little("/two"))} : "");`,
      "createApp",
      "/two",
    ],
    [
      "a server that is not listening, with a timer that never ends",
      `import { createServer } from "node:http";
       setInterval(() => {}, 1000);
       export const server = createServer((request, response) => response.end(${JSON.stringify(little("/three"))}));`,
      "server",
      "/three",
    ],
    [
      "an object with a Fetch handler",
      `export default { fetch: () => new Response(${JSON.stringify(little("/four"))}) };`,
      "default",
      "/four",
    ],
    [
      "one that writes text as it is",
      `const fetch = () => new Response(new ReadableStream({ start: (body) => (body.enqueue(${JSON.stringify(little("/nine"))}), body.close()) }));
       export default { fetch };`,
      "default",
      "/nine",
    ],
    [
      "one with a page, below an empty line, that holds a document",
      `const page = '\\n<script type="application/json">' + ${JSON.stringify(little("/page"))};
       const fetch = ({ url }) => new Response(url.endsWith("/openapi.json") ? page : ${JSON.stringify(little("/ten"))});
       export default { fetch };`,
      "default",
      "/ten",
    ],
    [
      "one of the exports of a CommonJS module",
      `const app = (request, response) => response.end(${JSON.stringify(little("/five"))});
       module.exports = { app, port: 3000 };`,
      "app",
      "/five",
      "app.cjs",
    ],
    [
      "one that reports to the process above it that it is ready",
      `process.send?.("ready");
       export default { fetch: () => new Response(${JSON.stringify(little("/seven"))}) };`,
      "default",
      "/seven",
    ],
    [
      "one that fails to end",
      `const fetch = () => new Response(${JSON.stringify(little("/eight"))});
       export default { fetch, close() { throw new Error("not open"); } };`,
      "default",
      "/eight",
    ],
    [
      "TypeScript whose tsconfig.json extends a package that is not installed",
      `export const app: object = { fetch: () => new Response(${JSON.stringify(little("/six"))}) };`,
      "app",
      "/six",
      "app.ts",
      `{ "extends": "@tsconfig/gone/tsconfig.json" }`,
    ],
    [
      "TypeScript that imports by the paths of its tsconfig.json",
      `import { text } from "@/text.json";
       export const app = { fetch: () => new Response(text) };`,
      "app",
      "/six",
      "app.ts",
      `{ "compilerOptions": { "paths": { "@/*": ["./*"] } } }`,
    ],
  ])("may be %s", async (_, text, exportName, path, file, tsconfig) => {
    const name = file ?? "app.mjs";
    const folder = await folderWith({
      [name]: text,
      "text.json": JSON.stringify({ text: little("/six") }),
      "tsconfig.json": tsconfig ?? "{}",
    });
    const app = await readApp({ app: name }, folder);
    expect(app?.exportName).toBe(exportName);
    expect(Object.keys(documentOf(app?.source).paths)).toEqual([path]);
  });

  test("is asked at appDocument if it is a route, and not if it is a file", async () => {
    const text = `export const app = (request, response) =>
      response.end(request.url === "/my/spec" ? ${JSON.stringify(little("/five"))} : "no");`;
    const folder = await folderWith({ "app.mjs": text });
    const app = { app: "app.mjs" };
    const asked = await readApp({ ...app, appDocument: "/my/spec" }, folder);
    expect(Object.keys(documentOf(asked?.source).paths)).toEqual(["/five"]);
    const told = await readApp({ ...app, document: "api.yaml" }, folder);
    expect(told).toMatchObject({ form: "server", source: null });
    await expect(
      readApp({ ...app, appDocument: "/other" }, folder),
    ).rejects.toThrow(
      /not serve an OpenAPI document at \/other.*--app-document/s,
    );
  });
});

describe("the error for an application that can't be used", () => {
  test.each([
    [
      "a package that is not there",
      { "app.ts": `import "not-installed/part"; export const app = 1;` },
      /app\.ts needs the package not-installed, which is not installed.*npm install not-installed/,
    ],
    [
      "a file that is not there",
      { "app.mjs": `import "./gone.js";` },
      /app\.mjs could not be loaded: file not found: .*gone\.js/,
    ],
    [
      "a file that is not a module",
      { "app.py": "app = FastAPI()" },
      /^Unknown file extension "\.py" for .*app\.py/,
    ],
    [
      "another export",
      { "app.mjs": `export const desk = 1; export const shop = 2;` },
      /it exports desk, shop.*--export/s,
    ],
    [
      "a port",
      {
        "app.mjs": `import { createServer } from "node:http";
          export const app = createServer().listen(0).on("listening", () => process.exit(1));`,
      },
      /listens on a port as soon as it is imported.*main\.ts/s,
    ],
    [
      "an end of the process",
      {
        "app.mjs": `console.error("\\x1b[31mDATABASE_URL\\x1b[39m is not set"); process.exit(1);`,
      },
      /exited while it was being loaded.*DATABASE_URL is not set(?!.*itty)/s,
    ],
    [
      "an error of the application",
      { "app.mjs": `throw new Error("no database");` },
      /app\.mjs failed to start: no database/,
    ],
    [
      "TypeScript that jiti does not take",
      {
        "app.ts": `const seen = (_: object, __: string) => undefined; export class App { @seen name!: string }`,
      },
      /app\.ts.*Compile it first/s,
    ],
    [
      "an error of compiling differently from TypeScript",
      { "app.ts": `export const app = (undefined as any).kept;` },
      /reading 'kept'.*Compile it first/s,
    ],
    [
      "another runtime",
      { "app.ts": `export const app = Bun.serve({});` },
      /Bun is not defined(?!.*Compile)/s,
    ],
    [
      "an export that is set later",
      { "app.mjs": `export let app; setTimeout(() => (app = {}), 9);` },
      /it exports app \(undefined\)/,
    ],
    [
      "JSX, which jiti does not take",
      { "app.tsx": `export const app = () => <html><p>one/</p></html>;` },
      /app\.tsx.*Compile it first/s,
    ],
    [
      "an error without a message, of several with one",
      {
        "app.mjs": `throw new AggregateError([new Error("refused ::1"), new Error("refused")]);`,
      },
      /app\.mjs failed to start: refused ::1/,
    ],
    [
      "exports of a CommonJS module without a usual name",
      {
        "app.cjs": `exports.__esModule = true; exports.handler = () => undefined;`,
      },
      /does not export an application as default, app.*it exports default, handler.*--export/s,
    ],
    [
      "an export that is not an application",
      { "app.mjs": `export const app = { port: 1 };` },
      /can't be called in this process.*Fastify, Express/,
    ],
    [
      "no document behind an object around the application's fetch",
      {
        "app.mjs": `import { Hono } from "hono"; export default { port: 1, fetch: new Hono().fetch };`,
      },
      /object that wraps an application's fetch, export the application itself/,
    ],
    [
      "no document",
      {
        "app.mjs": `import Fastify from "fastify"; export const app = Fastify();`,
      },
      /No OpenAPI document was found.*registered after it.*npm install @fastify\/swagger.*--app-document/s,
    ],
    [
      "no document of a framework that has no usual package for it",
      {
        "app.mjs": `import Koa from "koa"; export const app = new Koa();`,
      },
      /No OpenAPI document was found(?!.*For ).*Serve the document at one.*together with --app: toolwright/s,
    ],
    [
      "a router that has a method for every name",
      {
        "app.mjs": `export default new Proxy({}, { get: (_, name, router) => () => router });`,
      },
      /exited while it was being loaded.*itty-router/s,
    ],
  ])("%s", async (_, files, told) => {
    const folder = await folderWith(files);
    const [app = ""] = Object.keys(files);
    await expect(readApp({ app }, folder)).rejects.toThrow(told);
  });
});

async function folderWith(files: Record<string, string>): Promise<string> {
  const folder = join(await temporaryFolder(), "some app #1");
  await mkdir(folder);
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  for (const [name, text] of Object.entries(files))
    await writeFile(join(folder, name), text);
  return folder;
}

/** A document with one path, as text. */
function little(path: string): string {
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Little", version: "1.0.0" },
    paths: { [path]: { get: { responses: { 200: { description: "OK" } } } } },
  });
}

function documentOf(source: { readonly text: string } | null | undefined) {
  return JSON.parse(source?.text ?? "") as Described;
}
