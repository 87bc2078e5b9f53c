import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["create_items"];

/** POST /items/ */
export default defineTool<Operation>({
  name: "create_items",
  title: "Create an item",
  description: `
    Create an item.

    Example response: {"name":"Foo"}
  `,
  tags: ["items"],
  annotations: { destructiveHint: false },
  request: "POST /items/",
  body: { $ref: "#/$defs/Item" },
  async handler(args, { send }) {
    return send(args);
  },
});
