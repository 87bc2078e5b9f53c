import type { operations } from "../api.js";
import { defineTemplate } from "../runtime/features/define-resource.js";

type Operation = operations["readPlace"];

/** GET /orte/{城市} */
export default defineTemplate<Operation>({
  uriTemplate: "orte://{arg_ed84a1}{?gr_e__query,gr_e__query_2}",
  name: "readPlace",
  title: "Reads a place",
  description: `
    Reads a place.

    "arg_ed84a1" is named "城市" in the API. "gr_e__query" is named "größe" in the API. "gr_e__query_2" is named "gr-e" in the API.
  `,
  request: "GET /orte/{城市}",
  arguments: {
    arg_ed84a1: {
      in: "path",
      name: "城市",
      type: "string",
      description: 'Where to look. Named "城市" in the API.',
    },
    gr_e__query: {
      in: "query",
      name: "größe",
      $ref: "#/$defs/Size",
      description: 'How large. Named "größe" in the API.',
    },
    gr_e__query_2: {
      in: "query",
      name: "gr-e",
      type: "string",
      description: 'Named "gr-e" in the API.',
    },
  },
  async handler(args, { send }) {
    return send(args);
  },
});
