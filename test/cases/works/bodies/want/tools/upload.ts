import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["upload"];

/** POST /upload */
export default defineTool<Operation>({
  name: "upload",
  title: "Upload",
  description: "Upload: POST /upload.",
  annotations: { destructiveHint: false },
  request: "POST /upload",
  body: {
    properties: {
      file: {
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
      meta: {
        type: "object",
        properties: {
          by: { type: "string" },
        },
      },
      pages: {
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
    },
    required: ["file"],
  },
  contentType: "multipart/form-data",
  encoding: {
    file: {
      file: true,
      contentType: "image/png, image/jpeg",
    },
    pages: { file: true },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
