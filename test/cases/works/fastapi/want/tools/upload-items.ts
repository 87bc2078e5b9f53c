import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["upload_items"];

/** POST /items/{item_id}/files */
export default defineTool<Operation>({
  name: "upload_items",
  title: "Upload",
  description: "Upload: POST /items/{item_id}/files.",
  tags: ["items"],
  annotations: { destructiveHint: false },
  request: "POST /items/{item_id}/files",
  arguments: {
    item_id: {
      in: "path",
      type: "string",
      format: "uuid",
      description: "ID of the item.",
    },
  },
  body: {
    properties: {
      files: {
        type: "array",
        description:
          "A file: base64, or an object with `data` in base64 or `text`, `filename` and `contentType`.",
        items: {
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
      note: {
        type: "string",
        default: "",
      },
    },
    required: ["files"],
  },
  contentType: "multipart/form-data",
  encoding: {
    files: { file: true },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
