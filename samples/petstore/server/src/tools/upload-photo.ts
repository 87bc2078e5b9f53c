import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

/** POST /pets/{petId}/photos */
export const uploadPhoto = defineTool<operations["uploadPhoto"]>({
  name: "uploadPhoto",
  title: "Upload a photo",
  description: ["Upload a photo", "", 'Example arguments: {"petId":7}'].join(
    "\n",
  ),
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: true,
  },
  inputSchema: {
    type: "object",
    properties: {
      petId: {
        type: "integer",
        format: "int64",
        examples: [7],
      },
      file: {
        description:
          "A file: base64 text, or an object with `data` in base64, `filename` and `contentType`.",
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
              filename: {
                type: "string",
              },
              contentType: {
                type: "string",
              },
            },
            required: ["data"],
          },
        ],
      },
      caption: {
        type: "string",
      },
      taken: {
        $ref: "#/$defs/Place",
      },
    },
    required: ["petId", "file"],
    additionalProperties: false,
  },
  answer: {
    properties: {
      photoId: {},
    },
  },
  request: {
    method: "POST",
    path: "/pets/{petId}/photos",
    parameters: {
      petId: "path",
    },
    body: {
      contentType: "multipart/form-data",
      required: true,
      encoding: {
        file: {
          file: true,
          contentType: "image/jpeg, image/png",
        },
        taken: {
          contentType: "application/json",
        },
      },
    },
    security: [["petAuth"], ["apiKey"]],
  },
  async handler(args, { send }) {
    return send(args);
  },
});
