import type { Config } from "../generator/config/config.js";

/** What `npm run samples` writes. */
export default [
  {
    document: "bookshop/openapi.yaml",
    out: "bookshop/server",
    name: "Bookshop",
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
