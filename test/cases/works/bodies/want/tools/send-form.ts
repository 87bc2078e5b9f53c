import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** POST /form */
export const sendForm = defineTool<operations["sendForm"]>({
  name: "sendForm",
  title: "Send form",
  description: "POST /form",
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: true,
  },
  inputSchema: {
    type: "object",
    properties: {
      ids: {
        type: "array",
        items: {
          type: "integer",
        },
      },
      card: {
        type: "object",
        properties: {
          number: {
            type: "string",
          },
        },
      },
    },
    additionalProperties: false,
  },
  request: {
    method: "POST",
    path: "/form",
    body: {
      contentType: "application/x-www-form-urlencoded",
      encoding: {
        card: {
          style: "deepObject",
          explode: true,
        },
      },
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
