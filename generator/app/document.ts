import type { Transport } from "../../runtime/client.js";
import { ToolwrightError } from "../errors.js";
import {
  fromFastify,
  fromHono,
  fromHonoOpenApi,
  fromNest,
} from "./frameworks.js";
import type { Request } from "./load-app.js";
import { ask, USUAL_ROUTES } from "./routes.js";

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
  const own = fromFastify(app);
  if (own !== null) return JSON.stringify(own);
  for (const route of USUAL_ROUTES) {
    const answer = await ask(transport, route);
    if ("document" in answer) return answer.document;
  }
  for (const generator of [fromHono, fromHonoOpenApi, fromNest]) {
    const document = await generator(app, request.module);
    if (document !== null) return JSON.stringify(document);
  }
  throw new ToolwrightError({
    code: "no-app-document",
    message: `The application ${request.module} gives no OpenAPI document. Asked: ${USUAL_ROUTES.join(", ")}.`,
    hint: `${hintFor(app)} Or name the route that serves it with --app-document, or a file that holds it beside --app.`,
  });
}

/** Which package describes applications of this framework. */
function hintFor(app: unknown): string {
  const methods = Object(app) as Record<string, unknown>; // only looked at
  const [framework, name] =
    "getHttpAdapter" in methods
      ? ["NestJS", "@nestjs/swagger"]
      : "ready" in methods
        ? ["Fastify", "@fastify/swagger"]
        : "fetch" in methods
          ? ["Hono", "@hono/zod-openapi (or hono-openapi)"]
          : ["Express", "swagger-jsdoc"];
  return `For ${framework}, ${name} describes the routes; install it in the application's folder: npm install ${name.split(" ")[0] ?? ""}.`;
}
