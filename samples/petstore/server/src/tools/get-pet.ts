import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["getPet"];

/** GET /pets/{petId} */
export default defineTool<Operation>({
  name: "getPet",
  title: "One pet",
  tags: ["pets"],
  annotations: { readOnlyHint: true },
  request: "GET /pets/{petId}",
  arguments: {
    petId: { $ref: "#/arguments/petId" },
    fields: {
      in: "query",
      style: "pipeDelimited",
      type: "array",
      items: {
        type: "string",
        enum: ["name", "species", "status", "category", "tags"],
      },
      description: "Only these properties, joined by `|`.",
    },
  },
  security: [["apiKey"]],
  async handler(args, { send }) {
    return send(args);
  },
});
