import type { operations } from "../api.js";
import { defineTemplate } from "../runtime/index.js";

/** GET /pets/{petId} */
export const getPet = defineTemplate<operations["getPet"]>({
  uriTemplate: "pets://{petId}{?fields}",
  name: "getPet",
  title: "One pet",
  description: ["One pet", "", 'Example arguments: {"petId":7}'].join("\n"),
  mimeType: "application/json",
  inputSchema: {
    type: "object",
    properties: {
      petId: {
        type: "integer",
        format: "int64",
        examples: [7],
      },
      fields: {
        type: "array",
        items: {
          type: "string",
          enum: ["name", "species", "status", "category", "tags"],
        },
        description: "Only these properties, joined by `|`.",
      },
    },
    required: ["petId"],
    additionalProperties: false,
  },
  answer: {
    $ref: "#/$defs/Pet",
  },
  request: {
    method: "GET",
    path: "/pets/{petId}",
    parameters: {
      petId: "path",
      fields: {
        in: "query",
        style: "pipeDelimited",
      },
    },
    security: [["apiKey"]],
  },
  async handler(args, { send }) {
    return send(args);
  },
});
