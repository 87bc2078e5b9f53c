import type { operations } from "../generated/api-types.js";
import { defineTemplate } from "../runtime/features/components/define-resource.js";

type Operation = operations["getAttachment"];

/** GET /tickets/{id}/attachments/{name} */
export default defineTemplate<Operation>({
  uriTemplate: "tickets://{id}/attachments/{name}",
  mimeType: "application/octet-stream",
  name: "getAttachment",
  title: "An attachment as it was uploaded",
  request: "GET /tickets/{id}/attachments/{name}",
  arguments: {
    id: {
      in: "path",
      type: "integer",
      minimum: 1,
      description: "ID of the ticket.",
    },
    name: {
      in: "path",
      type: "string",
    },
  },
  accept: "application/octet-stream, */*;q=0.5",
  security: [["token"]],
  async handler(args, { send }) {
    return send(args);
  },
});
