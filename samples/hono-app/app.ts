import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { streamSSE, streamText } from "hono/streaming";
import { picture } from "./picture.js";
import { Recipe, recipes } from "./recipes.js";

/** What the application takes from outside; a test or an agent's server may put something else in its place. */
export interface Dependencies {
  /** Who is asking; undefined where nobody says so. */
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

  app.openapi(list, (context) => {
    const { maxMinutes = Infinity } = context.req.valid("query");
    return context.json(recipes.filter(({ minutes }) => minutes <= maxMinutes));
  });

  app.openapi(add, (context) => {
    const fields = context.req.valid("json");
    const id = recipes.length + 1;
    const recipe = { id, author: context.get("user"), ...fields };
    recipes.push(recipe);
    return context.json(recipe, 201);
  });

  app.openapi(show, (context) => {
    const { id } = context.req.valid("param");
    const recipe = recipes.find((each) => each.id === id);
    return recipe
      ? context.json(recipe, 200)
      : context.json({ error: `There is no recipe ${id}.` }, 404);
  });

  app.openapi(photo, (context) =>
    context.body(picture(context.req.valid("param").id), 200, {
      "content-type": "image/png",
    }),
  );

  app.openapi(cook, (context) =>
    streamSSE(context, async (stream) => {
      const { id } = context.req.valid("param");
      const steps = recipes.find((each) => each.id === id)?.steps ?? [];
      for (const step of steps) {
        await stream.writeSSE({ event: "step", data: step });
        await stream.sleep(20);
      }
    }),
  );

  app.openapi(readAloud, (context) =>
    streamText(context, async (stream) => {
      for (const { name } of recipes) await stream.writeln(name);
    }),
  );

  return app;
}

const params = z.object({
  id: z.coerce.number().int().openapi({ example: 1 }),
});

const failure = {
  description: "What is wrong",
  content: { "application/json": { schema: z.object({ error: z.string() }) } },
};

const list = createRoute({
  method: "get",
  path: "/recipes",
  operationId: "listRecipes",
  summary: "All recipes, or those that are done in time",
  request: {
    query: z.object({ maxMinutes: z.coerce.number().positive().optional() }),
  },
  responses: {
    200: {
      description: "Recipes",
      content: { "application/json": { schema: z.array(Recipe) } },
    },
  },
});

const add = createRoute({
  method: "post",
  path: "/recipes",
  operationId: "addRecipe",
  summary: "Add a recipe",
  request: {
    body: {
      required: true,
      content: {
        "application/json": { schema: Recipe.omit({ id: true, author: true }) },
      },
    },
  },
  responses: {
    201: {
      description: "The recipe",
      content: { "application/json": { schema: Recipe } },
    },
  },
});

const show = createRoute({
  method: "get",
  path: "/recipes/{id}",
  operationId: "getRecipe",
  summary: "One recipe",
  request: { params },
  responses: {
    200: {
      description: "The recipe",
      content: { "application/json": { schema: Recipe } },
    },
    404: failure,
  },
});

const photo = createRoute({
  method: "get",
  path: "/recipes/{id}/picture",
  operationId: "getPicture",
  summary: "A picture of the dish",
  request: { params },
  responses: {
    200: {
      description: "PNG",
      content: {
        "image/png": {
          schema: z.string().openapi({ type: "string", format: "binary" }),
        },
      },
    },
  },
});

const cook = createRoute({
  method: "post",
  path: "/recipes/{id}/cook",
  operationId: "cook",
  summary: "Cook along, step by step",
  request: { params },
  responses: {
    200: {
      description: "Events",
      content: { "text/event-stream": { schema: z.string() } },
    },
  },
});

const readAloud = createRoute({
  method: "post",
  path: "/read-aloud",
  operationId: "readAloud",
  summary: "The names of all recipes, one after the other",
  responses: {
    200: {
      description: "Text as it is written",
      content: { "text/plain": { schema: z.string() } },
    },
  },
});
