import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["uploadPhoto"];

/** POST /pets/{petId}/photos */
export default defineTool<Operation>({
  name: "uploadPhoto",
  title: "Upload a photo",
  tags: ["pets"],
  annotations: { destructiveHint: false },
  request: "POST /pets/{petId}/photos",
  arguments: {
    petId: { $ref: "#/arguments/petId" },
  },
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
      caption: { type: "string" },
      taken: {
        type: "object",
        properties: {
          latitude: {
            type: "number",
            minimum: -90,
            maximum: 90,
          },
          longitude: {
            type: "number",
            minimum: -180,
            maximum: 180,
          },
        },
      },
    },
    required: ["file"],
  },
  contentType: "multipart/form-data",
  encoding: {
    file: {
      file: true,
      contentType: "image/jpeg, image/png",
    },
    taken: { contentType: "application/json" },
  },
  security: [["petAuth"], ["apiKey"]],
  async handler(args, { send }) {
    return send(args);
  },
});
