import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createJiti } from "jiti";

/** An application, of which only its members are looked at. */
export type App = Readonly<Record<string, unknown>>;

/** https://github.com/fastify/fastify-swagger#swagger-function-options */
export function fromFastify(app: App): unknown {
  return typeof app["swagger"] === "function"
    ? (app["swagger"] as () => unknown)() // as its documentation says
    : null;
}

/** https://github.com/honojs/middleware/tree/main/packages/zod-openapi */
export async function fromHono(app: App, module: string): Promise<unknown> {
  if (typeof app["getOpenAPI31Document"] !== "function") return null;
  const { getOpenAPI31Document } = app as {
    getOpenAPI31Document(this: void, base: object): unknown; // as its documentation says
  };
  return getOpenAPI31Document({ openapi: "3.1.0", info: infoOf(module) });
}

/** https://github.com/rhinobase/hono-openapi */
export async function fromHonoOpenApi(
  app: App,
  module: string,
): Promise<unknown> {
  if (!Array.isArray(app["routes"])) return null;
  const found = await importFor(module, "hono-openapi");
  if (typeof found?.["generateSpecs"] !== "function") return null;
  const { generateSpecs } = found as {
    generateSpecs(this: void, app: unknown, options: object): Promise<unknown>; // as its documentation says
  };
  return generateSpecs(app, { documentation: { info: infoOf(module) } });
}

/** https://docs.nestjs.com/openapi/introduction */
export async function fromNest(app: App, module: string): Promise<unknown> {
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

/** Title and version of the package that the application belongs to. */
function infoOf(module: string): { title: string; version: string } {
  for (let folder = dirname(module); ; folder = dirname(folder)) {
    const file = join(folder, "package.json");
    if (existsSync(file)) {
      const { name, version } = JSON.parse(readFileSync(file, "utf8")) as {
        name?: string;
        version?: string; // both are text where npm takes the package
      };
      return { title: name ?? "API", version: version ?? "0.0.0" };
    }
    if (dirname(folder) === folder) return { title: "API", version: "0.0.0" };
  }
}
