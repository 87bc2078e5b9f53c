import { defineConfig } from "../generator/config.js";

/** What `npm run samples` writes. */
export default defineConfig([
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
]);
