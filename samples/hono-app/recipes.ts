import { z } from "@hono/zod-openapi";

export const Recipe = z
  .object({
    id: z.number().int(),
    name: z.string().min(1),
    minutes: z.number().positive(),
    steps: z.array(z.string()).optional(),
    author: z.string(),
  })
  .openapi("Recipe");

export type Recipe = z.infer<typeof Recipe>;

/** Recipes in memory, to keep the sample small. */
export const recipes: Recipe[] = [
  {
    id: 1,
    name: "Pancakes",
    minutes: 20,
    steps: ["Mix flour, eggs and milk.", "Wait.", "Fry both sides."],
    author: "ann",
  },
  { id: 2, name: "Sourdough bread", minutes: 1500, author: "bob" },
];
