import type { operations } from "../api.js";
import { defineResource } from "../runtime/index.js";

/** GET /categories */
export const getCategories = defineResource<operations["getCategories"]>({
  uri: "resource://categories",
  uriTemplate: "resource://categories{?lang}",
  name: "getCategories",
  title: "All categories, as a tree",
  description: [
    "All categories, as a tree",
    "",
    "With options: resource://categories{?lang}",
  ].join("\n"),
  mimeType: "application/json",
  inputSchema: {
    type: "object",
    properties: {
      lang: {
        type: "string",
        enum: ["de", "en", "fr"],
        default: "en",
        description: "Language of the names.",
      },
    },
    additionalProperties: false,
  },
  answer: {
    $ref: "#/$defs/Category",
  },
  request: {
    method: "GET",
    path: "/categories",
    parameters: {
      lang: "cookie",
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
