import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["listPets"];

/** GET /pets */
export default defineTool<Operation>({
  name: "listPets",
  title: "List the pets",
  description: "List the pets. A page of pets, newest first.",
  tags: ["pets"],
  example: {
    species: ["cat", "dog"],
  },
  annotations: { readOnlyHint: true },
  request: "GET /pets",
  arguments: {
    species: {
      in: "query",
      explode: false,
      type: "array",
      items: { $ref: "#/$defs/Species" },
      description: "Only these species.",
      examples: [["cat", "dog"]],
    },
    filter: {
      in: "query",
      style: "deepObject",
      type: "object",
      properties: {
        color: { type: "string" },
        maxAge: {
          type: "integer",
          minimum: 0,
          description: "In years.",
        },
        vaccinated: { type: "boolean" },
      },
      description: "Properties that a pet must have.",
    },
    limit: {
      in: "query",
      type: "integer",
      minimum: 1,
      maximum: 100,
      default: 20,
      description: "Most pets on one page.",
    },
    offset: {
      in: "query",
      type: "integer",
      minimum: 0,
      default: 0,
    },
    X_Trace_Id: {
      in: "header",
      name: "X-Trace-Id",
      type: "string",
      maxLength: 64,
      description: "Shows up in the shop's logs.",
    },
  },
  security: [["apiKey"]],
  async handler(args, { send }) {
    return send(args);
  },
});
