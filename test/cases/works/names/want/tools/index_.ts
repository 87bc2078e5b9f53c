import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["index"];

/** POST /i */
export default defineTool<Operation>({
  name: "index",
  title: "Lists what there is of names and of aliases in one place.",
  description:
    "Lists what there is of names and of aliases in one place. Answers with an empty list where there is none.",
  annotations: { destructiveHint: false },
  request: "POST /i",
  async handler(args, { send }) {
    return send(args);
  },
});
