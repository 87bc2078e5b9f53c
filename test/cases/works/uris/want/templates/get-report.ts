import type { operations } from "../api.js";
import { defineTemplate } from "../runtime/index.js";

/** GET /reports/{year}.{format} */
export const getReport = defineTemplate<operations["getReport"]>({
  uriTemplate: "reports://{year}.{format}",
  name: "getReport",
  title: "Get report",
  description: "GET /reports/{year}.{format}",
  inputSchema: {
    type: "object",
    properties: {
      year: {
        type: "integer",
      },
      format: {
        type: "string",
        enum: ["csv", "pdf"],
      },
    },
    required: ["year", "format"],
    additionalProperties: false,
  },
  request: {
    method: "GET",
    path: "/reports/{year}.{format}",
    parameters: {
      year: "path",
      format: "path",
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
