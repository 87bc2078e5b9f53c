import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["updatePetWithForm"];

/** POST /pets/{petId} */
export default defineTool<Operation>({
  name: "updatePetWithForm",
  title: "Change name and status with a form",
  description: `
    Change name and status with a form. For old clients; use \`replacePet\`.

    Deprecated.
  `,
  tags: ["pets"],
  request: "POST /pets/{petId}",
  arguments: {
    petId: { $ref: "#/arguments/petId" },
  },
  body: {
    properties: {
      name: { type: "string" },
      status: { $ref: "#/$defs/Status" },
      tags: {
        type: "array",
        items: { type: "string" },
      },
    },
  },
  bodyRequired: false,
  contentType: "application/x-www-form-urlencoded",
  encoding: {
    tags: {
      style: "form",
      explode: false,
    },
  },
  security: [["petAuth"]],
  async handler(args, { send }) {
    return send(args);
  },
});
