import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** POST /a */
export const listPets2b9647 = defineTool<operations["listPets_2b9647"]>({
  name: "listPets_2b9647",
  title: "List pets 2b9647",
  description: "POST /a",
  annotations: {
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: false,
    openWorldHint: true,
  },
  inputSchema: {
    type: "object",
    additionalProperties: false,
  },
  request: {
    method: "POST",
    path: "/a",
  },
  async handler(args, { send }) {
    return send(args);
  },
});
