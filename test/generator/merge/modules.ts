/** A tool module as it is generated. */
export const createPet = `import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** POST /pets */
export const createPet = defineTool<operations["createPet"]>({
  name: "createPet",
  title: "Create a pet",
  description: "Adds a pet to the shop.",
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: true,
  },
  inputSchema: {
    type: "object",
    properties: {
      dry_run: {
        type: "boolean",
      },
      limit: {
        type: "integer",
        maximum: 100,
      },
    },
    required: ["limit"],
    allOf: [
      {
        $ref: "#/$defs/NewPet",
      },
    ],
  },
  answer: {
    $ref: "#/$defs/Pet",
  },
  request: {
    method: "POST",
    path: "/pets",
    parameters: {
      dry_run: "query",
      filter_name: {
        in: "query",
        name: "filter[name]",
        style: "deepObject",
      },
    },
    body: {
      contentType: "application/json",
      required: true,
    },
    security: [["api_key"]],
  },
  async handler(args, { send }) {
    return send(args);
  },
});
`;

/** Another one, whose description has several lines. */
export const getPet = `import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["getPet"];

/** GET /pets/{petId} */
export default defineTool<Operation>({
  name: "getPet",
  title: "Get a pet",
  description: \`
    Gives one pet.

    Pets that are sold:
    - have no price
    - stay for a year
  \`,
  request: "GET /pets/{petId}",
  arguments: {
    petId: {
      $ref: "#/arguments/petId",
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
`;

export const index = `export { addDog } from "./add-dog.js";
export { createPet } from "./create-pet.js";
export { listPets } from "./list-pets.js";
`;

export const client = `import { apiKey, createHttpClient } from "./runtime/index.js";
import type { Client } from "./runtime/index.js";

/** The HTTP client of all tools. */
export function createClient(env: NodeJS.ProcessEnv = process.env): Client {
  return createHttpClient({
    baseUrl: env["API_BASE_URL"] ?? "https://petstore.example/v1",
    timeout: 30,
    redactErrors: false,
    credentials: {
      api_key: apiKey({
        in: "header",
        name: "X-Key",
        variable: "API_KEY",
        env,
      }),
    },
    // Sent with every request:
    // headers: { "X-Client": "petstore-mcp" },
  });
}
`;

/** Replaces every pair's first text, which must be there, by its second one. */
export function edit(
  text: string,
  pairs: readonly (readonly [from: string, to: string])[],
): string {
  return pairs.reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`Not found: ${from}`);
    return result.replace(from, () => to);
  }, text);
}
