import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["placeBook"];

/** PUT /shelves/{id}/books/{isbn} */
export default defineTool<Operation>({
  name: "placeBook",
  title: "Places a book on a shelf",
  annotations: { idempotentHint: true },
  request: "PUT /shelves/{id}/books/{isbn}",
  arguments: {
    id__path: {
      in: "path",
      name: "id",
      type: "integer",
      description: "ID of the shelf.",
    },
    isbn: {
      in: "path",
      style: "matrix",
      type: "array",
      items: { type: "string" },
    },
    id__query: {
      in: "query",
      name: "id",
      type: "string",
      description: "Same name, another place.",
    },
    filter_name: {
      in: "query",
      name: "filter[name]",
      type: "string",
    },
    top: {
      in: "query",
      name: "$top",
      type: "integer",
      default: 10,
    },
    where: {
      in: "query",
      style: "deepObject",
      type: "object",
      properties: {
        price: { type: "number" },
      },
    },
    tags: {
      in: "query",
      style: "pipeDelimited",
      type: "array",
      items: { type: "string" },
    },
    X_Trace: {
      in: "header",
      name: "X-Trace",
      type: "string",
    },
    session__cookie: {
      in: "cookie",
      name: "session",
      type: "string",
    },
    query: {
      in: "query",
      contentType: "application/json",
      type: "object",
    },
  },
  body: {
    properties: {
      note: { type: "string" },
      session: { type: "boolean" },
    },
    required: ["note"],
  },
  async handler(args, { send }) {
    return send(args);
  },
});
