import type { JsonSchema } from "../../../../runtime/index.js";

export const LONG = "1915883588174806058";
export const INTEGER = { type: "integer" };
export const TEXT = { type: "string" };

export const $defs: Record<string, JsonSchema> = {
  Id: { type: "integer", format: "int64" },
  Node: {
    type: "object",
    properties: {
      id: { $ref: "#/$defs/Id" },
      children: { type: "array", items: { $ref: "#/$defs/Node" } },
    },
  },
  ById: {
    type: "object",
    properties: { kind: { const: "id" }, value: INTEGER },
    required: ["kind"],
  },
  ByName: {
    type: "object",
    properties: { kind: { const: "name" }, value: TEXT },
    required: ["kind"],
  },
};

export const object = (properties: object) => ({ type: "object", properties });
