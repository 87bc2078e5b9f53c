import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["recommend"];

/** POST /recommendations */
export default defineTool<Operation>({
  name: "recommend",
  title: "Ask the bookseller what to read",
  description:
    "Ask the bookseller what to read. The bookseller names one book after the other; each is an event of its own.",
  tags: ["shop"],
  request: "POST /recommendations",
  body: {
    properties: {
      genre: { $ref: "#/$defs/Genre" },
      count: {
        type: "integer",
        minimum: 1,
        maximum: 5,
        default: 3,
        description: "How many books at most.",
      },
    },
  },
  bodyRequired: false,
  accept: "text/event-stream, */*;q=0.5",
  async handler(args, { send }) {
    return send(args);
  },
});
