import type { operations } from "../generated/api-types.js";
import { defineTemplate } from "../runtime/features/components/define-resource.js";

type Operation = operations["getBook"];

/** GET /books/{bookId} */
export default defineTemplate<Operation>({
  uriTemplate: "books://{bookId}",
  mimeType: "application/json",
  name: "getBook",
  title: "One book",
  tags: ["books"],
  request: "GET /books/{bookId}",
  arguments: {
    bookId: { $ref: "#/arguments/bookId" },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
