import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["getPhoto"];

/** GET /pets/{petId}/photos/{photoId} */
export default defineTool<Operation>({
  name: "getPhoto",
  title: "One photo",
  tags: ["pets"],
  annotations: { readOnlyHint: true },
  request: "GET /pets/{petId}/photos/{photoId}",
  arguments: {
    petId: { $ref: "#/arguments/petId" },
    photoId: {
      in: "path",
      type: "string",
      format: "uuid",
      description: "ID of the photo.",
    },
  },
  accept: "image/jpeg, */*;q=0.5",
  security: [["apiKey"]],
  async handler(args, { send }) {
    return send(args);
  },
});
