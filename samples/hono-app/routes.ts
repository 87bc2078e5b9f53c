import { createRoute, z } from "@hono/zod-openapi";
import { Recipe } from "./recipes.js";

const params = z.object({
  id: z.coerce.number().int().openapi({ example: 1 }),
});

const failure = {
  description: "What is wrong",
  content: { "application/json": { schema: z.object({ error: z.string() }) } },
};

export const list = createRoute({
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

export const add = createRoute({
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

export const show = createRoute({
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

export const photo = createRoute({
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

export const cook = createRoute({
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

export const dump = createRoute({
  method: "get",
  path: "/recipes.ndjson",
  operationId: "dumpRecipes",
  summary: "All recipes, one JSON line each",
  responses: {
    200: {
      description: "Lines as they are written",
      content: { "application/x-ndjson": { schema: z.string() } },
    },
  },
});
