import type { operations } from "../api.js";
import { defineTemplate } from "../runtime/features/define-resource.js";

type Operation = operations["getRepo"];

/** GET /{owner}/{repo} */
export default defineTemplate<Operation>({
  uriTemplate: "resource://{owner}/{repo}",
  name: "getRepo",
  title: "Get repo",
  description: "Get a repo of an owner.",
  request: "GET /{owner}/{repo}",
  arguments: {
    owner: {
      in: "path",
      type: "string",
    },
    repo: {
      in: "path",
      type: "string",
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
