/**
 * Dictionary of text that modules have in common, the most frequent last: texts that are packed with it take a third
 * less. Locks are read with it for ever, so it never changes; a better one would need its own mark.
 */
export const dictionary = Buffer.from(`        anyOf: [
          {
        type: ["string", "null"],
        type: "boolean",
        type: "number",
        type: "array",
        items: {
          type: "object",
          properties: {
            description: "The name of the 
          },
        },
        items: { type: "string" },
        items: { $ref: "#/$defs/
        enum: ["
        default: "
        format: "date-time",
/** PUT /
/** PATCH /
/** DELETE /
  request: "DELETE /
  request: "PATCH /
  request: "PUT /
import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["

/** POST /
/** GET /
export default defineTool<Operation>({
  name: "
  title: "
  description: "
  description: \`
  tags: ["
  example: {
  annotations: { destructiveHint: false },
  annotations: { idempotentHint: true },
  annotations: { readOnlyHint: true },
  request: "POST /
  request: "GET /
  arguments: {
    org: { $ref: "#/arguments/
    id: {
      in: "path",
      in: "query",
      type: "integer",
      type: "string",
      description:
        "
      required: true,
    },
  },
  body: { $ref: "#/$defs/
  body: {
    properties: {
      name: {
      },
    },
    required: ["
  },
  security: [["
  async handler(args, { send }) {
    return send(args);
  },
});
`);
