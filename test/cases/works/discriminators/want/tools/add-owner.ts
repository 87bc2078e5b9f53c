import type { operations } from "../generated/api-types.js";
import { defineTool } from "../runtime/index.js";

type Operation = operations["addOwner"];

/** POST /owners */
export default defineTool<Operation>({
  name: "addOwner",
  title: "Add owner",
  annotations: { destructiveHint: false },
  request: "POST /owners",
  body: {
    properties: {
      name: { type: "string" },
      vehicles: {
        type: "array",
        items: {
          anyOf: [
            { $ref: "#/$defs/Car" },
            {
              allOf: [
                { $ref: "#/$defs/Vehicle" },
                {
                  type: "object",
                  properties: {
                    load: { type: "number" },
                    doors: { type: "string" },
                  },
                },
              ],
              properties: {
                kind: {
                  enum: ["lorry"],
                },
              },
            },
            {
              allOf: [
                { $ref: "#/$defs/Car" },
                {
                  type: "object",
                  properties: {
                    top_speed: { type: "number" },
                  },
                },
              ],
              properties: {
                kind: {
                  enum: ["SportsCar"],
                },
              },
            },
            { $ref: "#/$defs/Vehicle" },
          ],
        },
      },
    },
    required: ["name"],
  },
  async handler(args, { send }) {
    return send(args);
  },
});
