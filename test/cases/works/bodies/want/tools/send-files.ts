import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["sendFiles"];

/** POST /files */
export default defineTool<Operation>({
  name: "sendFiles",
  title: "Send files",
  annotations: {
    destructiveHint: false,
  },
  request: "POST /files",
  body: {
    properties: {
      title: {
        type: "string",
      },
    },
    required: ["title"],
    additionalProperties: {
      description:
        "A file: base64, or an object with `data` in base64 or `text`, `filename` and `contentType`.",
      anyOf: [
        {
          type: "string",
        },
        {
          type: "object",
          properties: {
            data: {
              type: "string",
            },
            text: {
              type: "string",
            },
            filename: {
              type: "string",
            },
            contentType: {
              type: "string",
              pattern: "^[\\w.+-]+/[\\w.+-]+",
            },
          },
          minProperties: 1,
        },
      ],
    },
  },
  contentType: "multipart/form-data",
  encoding: {
    title: {},
    "*": {
      file: true,
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
