import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["putRaw"];

/** PUT /raw */
export default defineTool<Operation>({
  name: "putRaw",
  title: "Put raw",
  description: "Set the raw.",
  annotations: { idempotentHint: true },
  request: "PUT /raw",
  arguments: {
    body: {
      in: "body",
      description:
        "A file: base64, or an object with `data` in base64 or `text`, `filename` and `contentType`.",
      anyOf: [
        {
          type: "string",
          contentEncoding: "base64",
        },
        {
          type: "object",
          properties: {
            data: {
              type: "string",
              contentEncoding: "base64",
            },
            filename: { type: "string" },
            contentType: {
              type: "string",
              pattern: "^[\\w.+-]+/[\\w.+-]+",
            },
          },
          required: ["data"],
          additionalProperties: false,
        },
        {
          type: "object",
          properties: {
            text: { type: "string" },
            filename: { type: "string" },
            contentType: {
              type: "string",
              pattern: "^[\\w.+-]+/[\\w.+-]+",
            },
          },
          required: ["text"],
          additionalProperties: false,
        },
      ],
    },
  },
  bodyRequired: false,
  contentType: "application/octet-stream",
  accept: "application/pdf, */*;q=0.5",
  async handler(args, { send }) {
    return send(args);
  },
});
