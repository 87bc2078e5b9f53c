import type { operations } from "../api.js";
import { defineTemplate } from "../runtime/features/define-resource.js";

type Operation = operations["getReport"];

/** GET /reports/{year}.{format} */
export default defineTemplate<Operation>({
  uriTemplate: "reports://{year}.{format}",
  name: "getReport",
  title: "Get report",
  request: "GET /reports/{year}.{format}",
  arguments: {
    year: {
      in: "path",
      type: "integer",
    },
    format: {
      in: "path",
      type: "string",
      enum: ["csv", "pdf"],
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
