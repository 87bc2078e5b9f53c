import type { Published } from "./history.js";

/** Packages that hold a real API's document, with many versions. */
export const published: readonly Published[] = [
  { name: "@netlify/open-api", file: "dist/swagger.json" },
  { name: "@figma/rest-api-spec", file: "openapi/openapi.yaml" },
  { name: "@blockfrost/openapi", file: "openapi.yaml" },
  { name: "@ideal-postcodes/openapi", file: "dist/openapi.json" },
  {
    name: "@octokit/openapi",
    file: "generated/api.github.com.json",
    tags: ["issues", "pulls", "checks", "gists", "packages"],
  },
];
