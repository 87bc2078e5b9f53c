import { isObject } from "../json.js";
import { encode } from "./encode.js";
import { anyOf, ANYTHING, NOTHING, type Scalar, type Shape } from "./shape.js";

/** The shape of `enum`: these values only. */
export function valuesShape(values: readonly unknown[]): Shape {
  const scalars = [...new Set(values.filter(isScalar).map(encodeScalar))];
  const others = values.filter((value) => !isScalar(value)).map(valueShape);
  return anyOf([scalars.length === 0 ? NOTHING : { enum: scalars }, ...others]);
}

/** The shape of `const`: this value only. */
export function valueShape(value: unknown): Shape {
  if (isScalar(value)) return { enum: [encodeScalar(value)] };
  if (Array.isArray(value)) {
    return { type: "array", prefixItems: value.map(valueShape) };
  }
  return isObject(value) ? recordShape(value) : ANYTHING;
}

function recordShape(value: object): Shape {
  const entries = Object.entries(value).map(
    ([name, member]) => [encode(name), valueShape(member)] as const,
  );
  return {
    type: "object",
    properties: Object.fromEntries(entries),
    required: entries.map(([name]) => name),
  };
}

/** YAML knows numbers that TypeScript has no literals for. */
function isScalar(value: unknown): value is Scalar {
  return (
    value === null ||
    typeof value === "string" ||
    typeof value === "boolean" ||
    (typeof value === "number" && Number.isFinite(value))
  );
}

function encodeScalar(value: Scalar): Scalar {
  return typeof value === "string" ? encode(value) : value;
}
