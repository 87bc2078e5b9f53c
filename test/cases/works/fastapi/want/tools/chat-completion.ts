import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["chat_completion"];

/** POST /chat/completion */
export default defineTool<Operation>({
  name: "chat_completion",
  title: "Chat Completion",
  request: "POST /chat/completion",
  body: {
    properties: {
      text: { type: "string" },
    },
    type: "object",
    required: ["text"],
  },
  async handler(args, { send }) {
    return send(args);
  },
});
