import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["uploadPhoto"];

/** POST /pets/{petId}/photos */
export default defineTool<Operation>({
  name: "uploadPhoto",
  title: "Upload a photo",
  tags: ["pets"],
  annotations: {
    destructiveHint: false,
  },
  request: "POST /pets/{petId}/photos",
  arguments: {
    petId: {
      $ref: "#/arguments/petId",
    },
  },
  body: {
    properties: {
      file: {
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
      caption: {
        type: "string",
      },
      taken: {
        $ref: "#/$defs/Place",
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
    taken: {
      contentType: "application/json",
    },
  },
  security: [["petAuth"], ["apiKey"]],
  async handler(args, { send }) {
    return send(args);
  },
});
