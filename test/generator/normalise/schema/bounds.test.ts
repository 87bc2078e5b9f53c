import { expect, test } from "vitest";
import { convert } from "../api-of.js";

test.each<[string, object, object]>([
  [
    "of 64 bits, which lose their digits",
    { minimum: -9223372036854775808, maximum: 9223372036854775807 },
    {},
  ],
  [
    "of the integers of JavaScript",
    { minimum: -9007199254740991, maximum: 9007199254740991 },
    {},
  ],
  [
    "of 32 bits",
    { format: "int32", minimum: -2147483648, maximum: 2147483647 },
    { format: "int32" },
  ],
  [
    "of one side of the type",
    { format: "int32", minimum: 1, maximum: 2147483647 },
    { format: "int32", minimum: 1 },
  ],
  [
    "beside the type's own",
    { format: "uint8", minimum: 0, exclusiveMaximum: 256 },
    { format: "uint8" },
  ],
  [
    "inside of the type",
    { format: "int32", minimum: -2147483647, exclusiveMaximum: 2147483647 },
    { format: "int32", minimum: -2147483647, exclusiveMaximum: 2147483647 },
  ],
  [
    "of 32 bits without a format",
    { maximum: 2147483647 },
    { maximum: 2147483647 },
  ],
])("bounds %s", async (_what, bounds, want) => {
  const { schema } = await convert({ type: "integer", ...bounds });
  expect(schema).toEqual({ type: "integer", ...want });
});

test.each<[object, object]>([
  [
    { type: "number", maximum: 1e300, minimum: -3.4028235e38 },
    { type: "number" },
  ],
  [
    { type: "number", maximum: 1e20 },
    { type: "number", maximum: 1e20 },
  ],
  [{ type: "string", maxLength: 2147483647 }, { type: "string" }],
  [
    { type: "array", items: {}, maxItems: 2147483647, minItems: 1 },
    { type: "array", items: {}, minItems: 1 },
  ],
  [
    {
      type: "object",
      properties: { maximum: { type: "integer", maximum: 5 } },
    },
    {
      type: "object",
      properties: { maximum: { type: "integer", maximum: 5 } },
    },
  ],
])("%j has no bounds of its type: %j", async (declared, want) => {
  expect((await convert(declared)).schema).toEqual(want);
});
