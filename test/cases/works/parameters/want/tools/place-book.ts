import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** PUT /shelves/{id}/books/{isbn} */
export const placeBook = defineTool<operations["placeBook"]>({
  name: "placeBook",
  title: "Places a book on a shelf",
  description: "Places a book on a shelf.",
  annotations: {
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: true,
    openWorldHint: true,
  },
  inputSchema: {
    type: "object",
    properties: {
      id__path: {
        type: "integer",
      },
      isbn: {
        type: "array",
        items: {
          type: "string",
        },
      },
      id__query: {
        type: "string",
        description: "Same name, another place.",
      },
      filter_name: {
        type: "string",
      },
      top: {
        type: "integer",
        default: 10,
      },
      where: {
        type: "object",
        properties: {
          price: {
            type: "number",
          },
        },
      },
      tags: {
        type: "array",
        items: {
          type: "string",
        },
      },
      X_Trace: {
        type: "string",
      },
      session__cookie: {
        type: "string",
      },
      query: {
        type: "object",
      },
      note: {
        type: "string",
      },
      session: {
        type: "boolean",
      },
    },
    required: ["id__path", "isbn", "note"],
    additionalProperties: false,
  },
  request: {
    method: "PUT",
    path: "/shelves/{id}/books/{isbn}",
    parameters: {
      id__path: {
        in: "path",
        name: "id",
      },
      isbn: {
        in: "path",
        style: "matrix",
      },
      id__query: {
        in: "query",
        name: "id",
      },
      filter_name: {
        in: "query",
        name: "filter[name]",
      },
      top: {
        in: "query",
        name: "$top",
      },
      where: {
        in: "query",
        style: "deepObject",
      },
      tags: {
        in: "query",
        style: "pipeDelimited",
      },
      X_Trace: {
        in: "header",
        name: "X-Trace",
      },
      session__cookie: {
        in: "cookie",
        name: "session",
      },
      query: {
        in: "query",
        contentType: "application/json",
      },
    },
    body: {
      contentType: "application/json",
      required: true,
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
