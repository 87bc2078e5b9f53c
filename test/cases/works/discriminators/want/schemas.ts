// Made from the API's document by toolwright. Not for editing: change the document and regenerate.

import type { Schemas } from "./runtime/index.js";

/** What arguments and bodies have in common. */
export const schemas: Schemas = {
  arguments: {},
  $defs: {
    Car: {
      allOf: [
        {
          $ref: "#/$defs/Vehicle",
        },
        {
          type: "object",
          required: ["doors"],
          properties: {
            doors: {
              type: "integer",
            },
          },
        },
      ],
    },
    Circle: {
      type: "object",
      required: ["t"],
      properties: {
        t: {
          type: "string",
          description: 'Values: "circle_v1".',
        },
        radius: {
          type: "number",
        },
      },
    },
    Shape: {
      oneOf: [
        {
          $ref: "#/$defs/Circle",
        },
        {
          $ref: "#/$defs/Square",
        },
      ],
    },
    SportsCar: {
      allOf: [
        {
          $ref: "#/$defs/Car",
        },
        {
          type: "object",
          properties: {
            top_speed: {
              type: "number",
            },
          },
        },
      ],
    },
    Square: {
      type: "object",
      required: ["t"],
      properties: {
        t: {
          type: "string",
          description: 'Values: "Square".',
        },
        side: {
          type: "number",
        },
      },
    },
    Truck: {
      allOf: [
        {
          $ref: "#/$defs/Vehicle",
        },
        {
          type: "object",
          properties: {
            load: {
              type: "number",
            },
            doors: {
              type: "string",
            },
          },
        },
      ],
    },
    Vehicle: {
      type: "object",
      required: ["kind"],
      properties: {
        kind: {
          type: "string",
          description: 'What it is. Values: "car", "lorry", "SportsCar".',
        },
        wheels: {
          type: "integer",
        },
      },
    },
    Vehicle_anyOf: {
      anyOf: [
        {
          $ref: "#/$defs/Car",
        },
        {
          $ref: "#/$defs/Truck",
        },
        {
          $ref: "#/$defs/SportsCar",
        },
        {
          $ref: "#/$defs/Vehicle",
        },
      ],
    },
  },
};
