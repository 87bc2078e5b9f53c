import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createJiti } from "jiti";
import type { Transport } from "../../runtime/client.js";
import { ToolwrightError } from "../errors.js";
import type { Request } from "./read-app.js";

/** An application, of which only its members are looked at. */
type App = Readonly<Record<string, unknown>>;

/** Where frameworks and their plugins serve documents unless they are told otherwise. */
const USUAL_ROUTES = [
  "/openapi.json /openapi.yaml /openapi /doc /docs/json /docs/openapi.json /documentation/json /swagger.json /swagger/json /openapi/json",
  "/api-docs /api-docs.json /api-docs/openapi.json /api-json /docs-json /swagger-json /api/openapi.json /v3/api-docs /_openapi.json",
].flatMap((line) => line.split(" "));

/** Milliseconds for one route, and bytes of a document. */
const PATIENCE = 10_000;
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * The text of an application's OpenAPI document: from the route that is named; else from Fastify's own
 * generator, from one of the usual routes, or from another framework's generator.
 * @param transport calls the application, which has been started
 */
export async function findDocument(
  app: unknown,
  request: Request,
  transport: Transport,
): Promise<string> {
  if (request.route !== null) {
    const answer = await ask(transport, request.route);
    if ("document" in answer) return answer.document;
    throw new ToolwrightError({
      code: "no-app-document",
      message: `The application serves no OpenAPI document at ${request.route}: ${answer.instead}.`,
      hint: "Name the route that serves it with --app-document, or a file beside --app.",
    });
  }
  const members = Object(app) as App; // only looked at
  const own = fromFastify(members);
  if (own !== null) return JSON.stringify(own);
  for (const route of USUAL_ROUTES) {
    const answer = await ask(transport, route);
    if ("document" in answer) return answer.document;
  }
  for (const generator of [fromHono, fromHonoOpenApi, fromNest]) {
    const document = await generator(members, request.module);
    if (document !== null) return JSON.stringify(document);
  }
  throw new ToolwrightError({
    code: "no-app-document",
    message: `The application ${request.module} gives no OpenAPI document. Asked: ${USUAL_ROUTES.join(", ")}.`,
    hint: `${hintFor(members)} Or name the route that serves it with --app-document, or a file that holds it beside --app: toolwright generate openapi.yaml --app …`,
  });
}

/** Asks an application for the document at a route; otherwise tells what it answered. */
async function ask(
  transport: Transport,
  route: string,
): Promise<{ readonly document: string } | { readonly instead: string }> {
  const url = new URL(route, "http://app.local").href;
  const headers = { accept: "application/json, */*;q=0.5" };
  const request = { method: "GET", url, headers, body: undefined };
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    const { body, status } = await transport(request, signal);
    const text = await textOf(body);
    if (status !== 200) return { instead: `it answers ${status}` };
    if (isDocument(text)) return { document: text };
    return { instead: "what it answers is no OpenAPI document" };
  } catch (error) {
    return { instead: error instanceof Error ? error.message : String(error) };
  }
}

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MOST_BYTES) throw new Error("the answer is too large");
  }
  return Buffer.concat(chunks).toString();
}

/** JSON or YAML with the field that every OpenAPI document begins with. */
function isDocument(text: string): boolean {
  return (
    /^\s*[^<\s]/.test(text) &&
    /(^|[{,\s])["']?(openapi|swagger)["']?\s*:\s*["']?[23]\.\d/.test(text)
  );
}

/** https://github.com/fastify/fastify-swagger#swagger-function-options */
function fromFastify(app: App): unknown {
  return typeof app["swagger"] === "function"
    ? (app["swagger"] as () => unknown)() // as its documentation says
    : null;
}

/** https://github.com/honojs/middleware/tree/main/packages/zod-openapi */
async function fromHono(app: App, module: string): Promise<unknown> {
  if (typeof app["getOpenAPI31Document"] !== "function") return null;
  const { getOpenAPI31Document } = app as {
    getOpenAPI31Document(this: void, base: object): unknown; // as its documentation says
  };
  return getOpenAPI31Document({ openapi: "3.1.0", info: infoOf(module) });
}

/** https://github.com/rhinobase/hono-openapi */
async function fromHonoOpenApi(app: App, module: string): Promise<unknown> {
  if (!Array.isArray(app["routes"])) return null;
  const found = await importFor(module, "hono-openapi");
  if (typeof found?.["generateSpecs"] !== "function") return null;
  const { generateSpecs } = found as {
    generateSpecs(this: void, app: unknown, options: object): Promise<unknown>; // as its documentation says
  };
  return generateSpecs(app, { documentation: { info: infoOf(module) } });
}

/** https://docs.nestjs.com/openapi/introduction */
async function fromNest(app: App, module: string): Promise<unknown> {
  if (typeof app["getHttpAdapter"] !== "function") return null;
  const found = await importFor(module, "@nestjs/swagger");
  if (found === null) return null;
  const { SwaggerModule } = found as {
    SwaggerModule: { createDocument(app: unknown, base: object): unknown }; // as its documentation says
  };
  const base = { openapi: "3.0.0", info: infoOf(module) };
  return SwaggerModule.createDocument(app, base);
}

/** A package as the application itself imports it, the same instance; null where it is not installed. */
async function importFor(
  module: string,
  name: string,
): Promise<Record<string, unknown> | null> {
  let url: string;
  try {
    url = createJiti(module).esmResolve(name);
  } catch {
    return null;
  }
  return (await import(url)) as Record<string, unknown>; // what `import()` gives
}

/** Title and version of the package that a file or folder belongs to. */
function infoOf(path: string): { title: string; version: string } {
  const folder = dirname(path);
  if (folder === path) return { title: "API", version: "0.0.0" };
  const file = join(folder, "package.json");
  if (!existsSync(file)) return infoOf(folder);
  const { name, version } = JSON.parse(readFileSync(file, "utf8")) as {
    name?: string;
    version?: string; // both are text where npm takes the package
  };
  return { title: name ?? "API", version: version ?? "0.0.0" };
}

/** What describes the routes of a framework, whose applications are known by one member. */
const DESCRIBERS = [
  ["getHttpAdapter", "NestJS", "@nestjs/swagger", ""],
  ["ready", "Fastify", "@fastify/swagger", " registered after it"],
  ["decorator", "Elysia", "@elysiajs/openapi", ""],
  ["getPath", "Hono", "@hono/zod-openapi", " (as does hono-openapi)"],
  ["engine", "Express", "swagger-jsdoc", " from comments; serve what it gives"],
] as const;

function hintFor(app: App): string {
  const found = DESCRIBERS.find(([member]) => member in app);
  if (found === undefined)
    return "Serve it at one of these routes, or, of an object around an application's fetch, export the application itself.";
  const [, framework, name, how] = found;
  return `For ${framework}, ${name} describes the routes${how}. In the application's folder, run: npm install ${name}.`;
}
