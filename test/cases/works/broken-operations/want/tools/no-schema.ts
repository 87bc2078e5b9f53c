import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["noSchema"];

/** POST /no-schema */
export default defineTool<Operation>({
  name: "noSchema",
  title: "No schema",
  request: "POST /no-schema",
  arguments: {
    body: {
      in: "body",
      description: "Any value.",
    },
  },
  bodyRequired: false,
  async handler(args, { send }) {
    return send(args);
  },
});
