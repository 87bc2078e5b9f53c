import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["sendFiles"];

/** POST /files */
export default defineTool<Operation>({
  name: "sendFiles",
  title: "Send files",
  annotations: { destructiveHint: false },
  request: "POST /files",
  body: {
    properties: {
      title: { type: "string" },
    },
    required: ["title"],
    additionalProperties: {
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
  contentType: "multipart/form-data",
  encoding: {
    title: {},
    "*": { file: true },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
