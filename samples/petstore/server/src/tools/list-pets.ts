import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** GET /pets */
export const listPets = defineTool<operations["listPets"]>({
  name: "listPets",
  title: "List the pets",
  description: [
    "A page of pets, newest first.",
    "",
    'Example arguments: {"species":["cat","dog"]}',
  ].join("\n"),
  annotations: {
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: true,
  },
  inputSchema: {
    type: "object",
    properties: {
      species: {
        type: "array",
        items: {
          $ref: "#/$defs/Species",
        },
        description: "Only these species.",
        examples: [["cat", "dog"]],
      },
      filter: {
        type: "object",
        properties: {
          color: {
            type: "string",
          },
          maxAge: {
            description: "In years.",
            type: "integer",
            minimum: 0,
          },
          vaccinated: {
            type: "boolean",
          },
        },
        description: "Properties that a pet must have.",
      },
      limit: {
        type: "integer",
        minimum: 1,
        maximum: 100,
        default: 20,
        description: "Most pets on one page.",
      },
      offset: {
        type: "integer",
        minimum: 0,
        default: 0,
      },
      X_Trace_Id: {
        type: "string",
        maxLength: 64,
        description: "Shows up in the shop's logs.",
      },
    },
    additionalProperties: false,
  },
  answer: {
    items: {
      $ref: "#/$defs/Pet",
    },
  },
  request: {
    method: "GET",
    path: "/pets",
    parameters: {
      species: {
        in: "query",
        explode: false,
      },
      filter: {
        in: "query",
        style: "deepObject",
      },
      limit: "query",
      offset: "query",
      X_Trace_Id: {
        in: "header",
        name: "X-Trace-Id",
      },
    },
    security: [["apiKey"]],
  },
  async handler(args, { send }) {
    return send(args);
  },
});
