import { OpenAPIHono } from "@hono/zod-openapi";
import { stream, streamSSE } from "hono/streaming";
import { picture } from "./picture.js";
import { recipes } from "./recipes.js";
import * as routes from "./routes.js";

/** Functions that the application gets from outside; a test or an MCP server may pass others. */
export interface Dependencies {
  /** Returns the user of a request; undefined if the request names none. */
  readonly userOf: (request: Request) => string | undefined;
}

const production: Dependencies = {
  userOf: (request) => request.headers.get("x-user") ?? undefined,
};

/** A collection of recipes. `main.ts` serves it over HTTP; `server/` serves it over MCP. */
export function createApp({ userOf }: Dependencies = production) {
  const app = new OpenAPIHono<{ Variables: { user: string } }>();

  app.doc31("/openapi.json", {
    openapi: "3.1.0",
    info: { title: "Recipes", version: "1.0.0" },
  });

  app.use("/recipes/*", async (context, next) => {
    const user = userOf(context.req.raw);
    if (user === undefined) return context.json({ error: "Who asks?" }, 401);
    context.set("user", user);
    return next();
  });

  app.openapi(routes.list, (context) => {
    const { maxMinutes = Infinity } = context.req.valid("query");
    return context.json(recipes.filter(({ minutes }) => minutes <= maxMinutes));
  });

  app.openapi(routes.add, (context) => {
    const fields = context.req.valid("json");
    const id = recipes.length + 1;
    const recipe = { id, author: context.get("user"), ...fields };
    recipes.push(recipe);
    return context.json(recipe, 201);
  });

  app.openapi(routes.show, (context) => {
    const { id } = context.req.valid("param");
    const recipe = recipes.find((each) => each.id === id);
    return recipe
      ? context.json(recipe, 200)
      : context.json({ error: `There is no recipe ${id}.` }, 404);
  });

  app.openapi(routes.photo, (context) =>
    context.body(picture(context.req.valid("param").id), 200, {
      "content-type": "image/png",
    }),
  );

  app.openapi(routes.cook, (context) =>
    streamSSE(context, async (events) => {
      const { id } = context.req.valid("param");
      const steps = recipes.find((each) => each.id === id)?.steps ?? [];
      for (const step of steps) {
        await events.writeSSE({ event: "step", data: step });
        await events.sleep(20);
      }
    }),
  );

  // Typed handlers know JSON and text only: this route is described beside its handler.
  app.openAPIRegistry.registerPath(routes.dump);
  app.get(routes.dump.path, (context) => {
    context.header("content-type", "application/x-ndjson");
    return stream(context, async (lines) => {
      for (const recipe of recipes) {
        await lines.writeln(JSON.stringify(recipe));
      }
    });
  });

  return app;
}
