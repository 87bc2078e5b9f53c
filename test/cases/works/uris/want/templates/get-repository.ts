import type { operations } from "../api.js";
import { defineTemplate } from "../runtime/index.js";

/** GET /repos/{owner}/{repo} */
export const getRepository = defineTemplate<operations["getRepository"]>({
  uriTemplate: "repos://{owner}/{repo}",
  name: "getRepository",
  title: "Get repository",
  description: "GET /repos/{owner}/{repo}",
  inputSchema: {
    type: "object",
    properties: {
      repo: {
        type: "string",
      },
      owner: {
        type: "string",
      },
    },
    required: ["repo", "owner"],
    additionalProperties: false,
  },
  request: {
    method: "GET",
    path: "/repos/{owner}/{repo}",
    parameters: {
      repo: "path",
      owner: "path",
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
