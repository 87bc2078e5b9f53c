import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["recommend"];

/** POST /recommendations */
export default defineTool<Operation>({
  name: "recommend",
  title: "Ask the bookseller what to read",
  description:
    "The bookseller names one book after the other; each is an event of its own.",
  tags: ["shop"],
  request: "POST /recommendations",
  body: {
    properties: {
      genre: {
        $ref: "#/$defs/Genre",
      },
      count: {
        description: "How many books at most.",
        type: "integer",
        minimum: 1,
        maximum: 5,
        default: 3,
      },
    },
  },
  bodyRequired: false,
  accept: "text/event-stream",
  async handler(args, { send }) {
    return send(args);
  },
});
