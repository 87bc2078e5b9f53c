// Made from the API's document by toolwright. Not for editing: change the document and regenerate.

import type { Schemas } from "./runtime/index.js";

/** What arguments and bodies have in common. */
export const schemas: Schemas = {
  arguments: {},
  $defs: {
    Cat: {
      type: "object",
      required: ["kind"],
      properties: {
        kind: {
          const: "cat",
        },
        lives: {
          type: "integer",
        },
      },
    },
    Cow: {
      type: "object",
      required: ["kind", "herd-id"],
      properties: {
        kind: {
          const: "cow",
        },
        "herd-id": {
          type: "string",
        },
        milk: {
          type: "number",
        },
      },
    },
    Dog: {
      type: "object",
      required: ["kind"],
      properties: {
        kind: {
          const: "dog",
        },
        barks: {
          type: ["boolean", "null"],
        },
      },
    },
    Node: {
      type: "object",
      required: ["name"],
      properties: {
        name: {
          type: "string",
        },
        secret: {
          type: "string",
        },
        children: {
          type: "array",
          items: {
            $ref: "#/$defs/Node",
          },
        },
      },
    },
    Pet: {
      oneOf: [
        {
          $ref: "#/$defs/Cat",
        },
        {
          $ref: "#/$defs/Dog",
        },
      ],
    },
  },
};
