import type { Config } from "../generator/config/config.js";

/** Servers that `npm run samples` writes. */
export default [
  {
    document: "bookshop/openapi.yaml",
    out: "bookshop/server",
    name: "Bookshop",
  },
  {
    document: "bookshop/openapi.yaml",
    out: "curated/server",
    name: "Reading club",
    emit: ["tests"],
    // What a reading club needs of the shop; more would cost its model more.
    routeMaps: [
      { pattern: "^/orders$", routeType: "TOOL" },
      {
        methods: ["GET"],
        pattern: "^/(shop|books(/\\{bookId\\}(/reviews)?)?)$",
        routeType: "TOOL",
      },
      { routeType: "EXCLUDE" },
    ],
    overrides: {
      listBooks: {
        name: "findBooks",
        fixed: { inStock: true },
        hide: ["after", "maxPrice"],
        arguments: { q: { description: "A word of a title, or an author." } },
      },
    },
    features: ["custom"],
    workflows: ["curated/order.arazzo.yaml"],
  },
  {
    document: "petstore/openapi.json",
    out: "petstore/server",
    name: "Petstore",
    // Many clients read tools only.
    routeMaps: [{ methods: ["GET"], routeType: ["RESOURCE", "TOOL"] }],
  },
  {
    app: "fastify-app/app.ts",
    out: "fastify-app/server",
    name: "Help desk",
    // Few applications are made for a hundred calls at a time by one agent.
    maxConcurrency: 8,
  },
  {
    app: "hono-app/app.ts",
    export: "createApp",
    out: "hono-app/server",
    name: "Recipes",
    allRoutesAsTools: true,
  },
] satisfies Config[];
