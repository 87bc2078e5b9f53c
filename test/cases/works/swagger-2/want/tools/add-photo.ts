import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["addPhoto"];

/** POST /pets/{id}/photo */
export default defineTool<Operation>({
  name: "addPhoto",
  title: "Add photo",
  annotations: { destructiveHint: false },
  request: "POST /pets/{id}/photo",
  arguments: {
    id: {
      in: "path",
      type: "integer",
      description: "ID of the pet.",
    },
  },
  body: {
    properties: {
      photo: {
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
    },
    required: ["photo"],
  },
  contentType: "multipart/form-data",
  encoding: {
    photo: { file: true },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
