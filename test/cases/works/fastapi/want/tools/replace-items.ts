import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["replace_items"];

/** PUT /items/{item_id} */
export default defineTool<Operation>({
  name: "replace_items",
  title: "Replace an item",
  description: `
    Replace an item.

    Example response: {"name":"Foo"}
  `,
  tags: ["items"],
  annotations: { idempotentHint: true },
  request: "PUT /items/{item_id}",
  arguments: {
    item_id: {
      in: "path",
      type: "string",
      format: "uuid",
      description: "ID of the item.",
    },
  },
  body: {
    properties: {
      item: { $ref: "#/$defs/Item" },
      user: { type: "string" },
    },
    type: "object",
    required: ["item", "user"],
  },
  async handler(args, { send }) {
    return send(args);
  },
});
