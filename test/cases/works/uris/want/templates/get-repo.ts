import type { operations } from "../api.js";
import { defineTemplate } from "../runtime/index.js";

/** GET /{owner}/{repo} */
export const getRepo = defineTemplate<operations["getRepo"]>({
  uriTemplate: "resource://{owner}/{repo}",
  name: "getRepo",
  title: "Get repo",
  description: "GET /{owner}/{repo}",
  inputSchema: {
    type: "object",
    properties: {
      owner: {
        type: "string",
      },
      repo: {
        type: "string",
      },
    },
    required: ["owner", "repo"],
    additionalProperties: false,
  },
  request: {
    method: "GET",
    path: "/{owner}/{repo}",
    parameters: {
      owner: "path",
      repo: "path",
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
