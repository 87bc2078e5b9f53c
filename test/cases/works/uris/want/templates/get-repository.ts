import type { operations } from "../api.js";
import { defineTemplate } from "../runtime/features/define-resource.js";

type Operation = operations["getRepository"];

/** GET /repos/{owner}/{repo} */
export default defineTemplate<Operation>({
  uriTemplate: "repos://{owner}/{repo}",
  name: "getRepository",
  title: "Get repository",
  description: "Get a repo.",
  request: "GET /repos/{owner}/{repo}",
  arguments: {
    repo: {
      in: "path",
      type: "string",
    },
    owner: {
      in: "path",
      type: "string",
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
