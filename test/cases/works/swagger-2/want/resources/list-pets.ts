import type { operations } from "../api.js";
import { defineResource } from "../runtime/index.js";

/** GET /pets */
export const listPets = defineResource<operations["listPets"]>({
  uri: "resource://pets",
  uriTemplate: "resource://pets{?tags,ids}",
  name: "listPets",
  title: "List pets",
  description: [
    "GET /pets",
    "",
    "With options: resource://pets{?tags,ids}",
  ].join("\n"),
  mimeType: "application/json",
  inputSchema: {
    type: "object",
    properties: {
      tags: {
        type: "array",
        items: {
          type: "string",
        },
      },
      ids: {
        type: "array",
        items: {
          type: "integer",
        },
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
      tags: "query",
      ids: {
        in: "query",
        style: "pipeDelimited",
      },
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
