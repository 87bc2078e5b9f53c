import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createJiti } from "jiti";
import type { Transport } from "../../runtime/client.js";
import { ToolwrightError } from "../errors.js";
import type { InspectRequest } from "./read-app.js";

/** Application as an object whose members are probed. */
type App = Readonly<Record<string, unknown>>;

/** Routes at which frameworks and their plugins serve documents by default. */
const USUAL_ROUTES = [
  "/openapi.json /openapi.yaml /openapi /doc /docs/json /docs/openapi.json /documentation/json /swagger.json /swagger/json /openapi/json",
  "/api-docs /api-docs.json /api-docs/openapi.json /api-json /docs-json /swagger-json /api/openapi.json /v3/api-docs /_openapi.json",
].flatMap((line) => line.split(" "));

/** Milliseconds for one route. */
const ROUTE_TIMEOUT = 10_000;
const MAX_DOCUMENT_BYTES = 64 * 1024 * 1024;

/**
 * Text of an application's OpenAPI document: from the named route; otherwise from Fastify's own
 * generator, from one of the usual routes, or from another framework's generator.
 * @param transport calls the application, which has been started
 */
export async function findDocument(
  app: unknown,
  request: InspectRequest,
  transport: Transport,
): Promise<string> {
  if (request.route !== null) {
    const response = await requestDocument(transport, request.route);
    if ("document" in response) return response.document;
    throw new ToolwrightError({
      code: "no-app-document",
      message: `The application does not serve an OpenAPI document at ${request.route}: ${response.reason}.`,
      hint: "Use --app-document to name the route that serves it, or pass a file together with --app.",
    });
  }
  const members = Object(app) as App; // only looked at
  const fastifyDocument = fromFastify(members);
  if (fastifyDocument !== null) return JSON.stringify(fastifyDocument);
  for (const route of USUAL_ROUTES) {
    const response = await requestDocument(transport, route);
    if ("document" in response) return response.document;
  }
  for (const generator of [fromHono, fromHonoOpenApi, fromNest]) {
    const document = await generator(members, request.module);
    if (document !== null) return JSON.stringify(document);
  }
  throw new ToolwrightError({
    code: "no-app-document",
    message: `No OpenAPI document was found in the application ${request.module}. Routes tried: ${USUAL_ROUTES.join(", ")}.`,
    hint: `${suggestGenerator(members)} Or use --app-document to name the route that serves it, or pass a file together with --app: toolwright generate openapi.yaml --app …`,
  });
}

/** Requests a route of an application. Returns the document, or what came back instead, in words. */
async function requestDocument(
  transport: Transport,
  route: string,
): Promise<{ readonly document: string } | { readonly reason: string }> {
  const url = new URL(route, "http://app.local").href;
  const headers = { accept: "application/json, */*;q=0.5" };
  const request = { method: "GET", url, headers, body: undefined };
  try {
    const signal = AbortSignal.timeout(ROUTE_TIMEOUT);
    const { body, status } = await transport(request, signal);
    const text = await readBody(body);
    if (status !== 200) return { reason: `it answers ${status}` };
    if (isDocument(text)) return { document: text };
    return { reason: "its response is not an OpenAPI document" };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}

async function readBody(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_DOCUMENT_BYTES) throw new Error("its response is too large");
  }
  return Buffer.concat(chunks).toString();
}

/** True for JSON or YAML with an `openapi` or `swagger` version. */
function isDocument(text: string): boolean {
  return (
    /^\s*[^<\s]/.test(text) &&
    /(^|[{,\s])["']?(openapi|swagger)["']?\s*:\s*["']?[23]\.\d/.test(text)
  );
}

/**
 * Document by @fastify/swagger; null if the application does not use Fastify.
 * https://github.com/fastify/fastify-swagger#swagger-function-options
 */
function fromFastify(app: App): unknown {
  return typeof app["swagger"] === "function"
    ? (app["swagger"] as () => unknown)() // as its documentation says
    : null;
}

/** Document by @hono/zod-openapi; null if the application has no such method. https://github.com/honojs/middleware/tree/main/packages/zod-openapi */
async function fromHono(app: App, module: string): Promise<unknown> {
  if (typeof app["getOpenAPI31Document"] !== "function") return null;
  const { getOpenAPI31Document } = app as {
    getOpenAPI31Document(this: void, base: object): unknown; // as its documentation says
  };
  return getOpenAPI31Document({
    openapi: "3.1.0",
    info: readPackageInfo(module),
  });
}

/** Document by hono-openapi; null if it is not installed or there are no routes. https://github.com/rhinobase/hono-openapi */
async function fromHonoOpenApi(app: App, module: string): Promise<unknown> {
  if (!Array.isArray(app["routes"])) return null;
  const honoPackage = await importFromApp(module, "hono-openapi");
  if (typeof honoPackage?.["generateSpecs"] !== "function") return null;
  const { generateSpecs } = honoPackage as {
    generateSpecs(this: void, app: unknown, options: object): Promise<unknown>; // as its documentation says
  };
  return generateSpecs(app, {
    documentation: { info: readPackageInfo(module) },
  });
}

/**
 * Document by @nestjs/swagger; null if it is not installed or the application does not use NestJS.
 * https://docs.nestjs.com/openapi/introduction
 */
async function fromNest(app: App, module: string): Promise<unknown> {
  if (typeof app["getHttpAdapter"] !== "function") return null;
  const nestPackage = await importFromApp(module, "@nestjs/swagger");
  if (nestPackage === null) return null;
  const { SwaggerModule } = nestPackage as {
    SwaggerModule: { createDocument(app: unknown, base: object): unknown }; // as its documentation says
  };
  const base = { openapi: "3.0.0", info: readPackageInfo(module) };
  return SwaggerModule.createDocument(app, base);
}

/** Package as the application itself imports it, the same instance; null if it is not installed. */
async function importFromApp(
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

/** Title and version from the nearest package.json above a path. */
function readPackageInfo(path: string): { title: string; version: string } {
  const folder = dirname(path);
  if (folder === path) return { title: "API", version: "0.0.0" };
  const file = join(folder, "package.json");
  if (!existsSync(file)) return readPackageInfo(folder);
  const { name, version } = JSON.parse(readFileSync(file, "utf8")) as {
    name?: string;
    version?: string; // both are text where npm takes the package
  };
  return { title: name ?? "API", version: version ?? "0.0.0" };
}

/** Packages that describe the routes of a framework: the member by which its applications are recognised, its name, the package, and a remark. */
const ROUTE_DESCRIBERS = [
  ["getHttpAdapter", "NestJS", "@nestjs/swagger", ""],
  ["ready", "Fastify", "@fastify/swagger", " registered after it"],
  ["decorator", "Elysia", "@elysiajs/openapi", ""],
  ["getPath", "Hono", "@hono/zod-openapi", " (as does hono-openapi)"],
  ["engine", "Express", "swagger-jsdoc", " from comments; serve what it gives"],
] as const;

function suggestGenerator(app: App): string {
  const describer = ROUTE_DESCRIBERS.find(([member]) => member in app);
  if (describer === undefined)
    return "Serve the document at one of these routes. If you export an object that wraps an application's fetch, export the application itself.";
  const [, framework, name, remark] = describer;
  return `For ${framework}, ${name} describes the routes${remark}. In the application's folder, run: npm install ${name}.`;
}
