import type { operations } from "../generated/api-types.js";
import { defineTemplate } from "../runtime/features/components/define-resource.js";

type Operation = operations["getCover"];

/** GET /books/{bookId}/cover */
export default defineTemplate<Operation>({
  uriTemplate: "books://{bookId}/cover{?size}",
  mimeType: "image/png",
  name: "getCover",
  title: "The cover as a picture",
  description:
    "The cover as a picture. The picture that was sent in. For a book without one, a cover is drawn.",
  tags: ["books"],
  request: "GET /books/{bookId}/cover",
  arguments: {
    bookId: { $ref: "#/arguments/bookId" },
    size: {
      in: "query",
      type: "string",
      enum: ["small", "large"],
      default: "small",
      description: "Size of a drawn cover.",
    },
  },
  accept: "image/png, image/jpeg, */*;q=0.5",
  async handler(args, { send }) {
    return send(args);
  },
});
