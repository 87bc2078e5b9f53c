import { literal } from "../emit/literal.js";
import type { Schema } from "../model.js";
import { branches, referenceName } from "../schema/shape.js";
import { partsOf } from "../schema/walk.js";
import { ANYTHING, type Shape } from "./forms.js";
import { simplify, type Reading } from "./simplify.js";
import type { Translate } from "./translate.js";

/** What a handler gets and sends, and what the API answers. */
export interface OperationSchemas {
  /** An object. What it shares with other operations stands in its `allOf`. */
  readonly arguments: Schema;
  /** Arguments that several operations have, as objects of one property, by the name that they are shared by. */
  readonly common?: Readonly<Record<string, Schema>>;
  /** Properties of that `allOf` that are not asked for, or not under this name. */
  readonly omit?: readonly string[];
  /** Nothing of that `allOf` is required, since the body may be left out. */
  readonly optional?: boolean;
  /** Null: the answer is empty. */
  readonly answer: Schema | "bytes" | null;
  /** Some success has no body. */
  readonly mayBeEmpty?: boolean;
}

/** The same in shapes. */
export interface OperationShape {
  /** Types of what is shared. */
  readonly common: readonly string[];
  readonly arguments: readonly Part[];
  /** A text is the type itself. */
  readonly answer: Shape | "undefined" | "Uint8Array";
  readonly mayBeEmpty: boolean;
}

interface Part {
  readonly shape: Shape;
  readonly omit: readonly string[];
  /** The shape may be null, and null has no properties to omit. */
  readonly nullable: boolean;
  readonly optional: boolean;
}

/**
 * Reduces what is known of an operation to shapes.
 * @param shapes the shared schemas, reduced
 */
export function operationShape(
  operation: OperationSchemas,
  reading: Reading,
  shapes: ReadonlyMap<string, Shape>,
): OperationShape {
  const { answer, mayBeEmpty = false, omit = [], optional = false } = operation;
  const common = Object.keys(operation.common ?? {}).map((name) =>
    reading.identify(name, "Argument"),
  );
  const { allOf, ...rest } = operation.arguments;
  const shared = branches({ allOf }, "allOf").map((part): Part => {
    const shape = simplify(part, reading);
    const all = leaves(shape, shapes);
    const names = all.flatMap(({ properties }) =>
      Object.keys(properties ?? {}),
    );
    const left = omit.filter((name) => names.includes(name));
    const nullable = all.some(({ type }) => type === "null");
    return { shape, omit: left, nullable, optional };
  });
  const own = simplify(rest, reading);
  // An object without properties and others would forbid those of the shared ones.
  const isBare = Object.keys(own).join() === "type";
  return {
    common,
    mayBeEmpty,
    arguments:
      common.length > 0 && shared.length === 0 && isBare
        ? []
        : [...shared, ...ownPart(own, shared, shapes)],
    answer:
      answer === null
        ? "undefined"
        : answer === "bytes"
          ? "Uint8Array"
          : simplify(answer, reading),
  };
}

/** Arguments are an object, also where the shared schemas do not say so. */
function ownPart(
  own: Shape,
  shared: readonly Part[],
  shapes: ReadonlyMap<string, Shape>,
): Part[] {
  const part = { shape: own, omit: [], nullable: false, optional: false };
  if (own["properties"] !== undefined || shared.length === 0) return [part];
  const isObject = shared.some(({ shape }) =>
    leaves(shape, shapes).every(({ type }) => type === "object"),
  );
  const open = { type: "object", additionalProperties: ANYTHING };
  return isObject ? [] : [{ ...part, shape: open }];
}

/** What alternatives and compositions are made of in the end, references followed. */
function leaves(
  shape: Shape,
  shapes: ReadonlyMap<string, Shape>,
  seen = new Set<string>(),
): Shape[] {
  const name = referenceName(shape);
  if (name !== null) {
    if (seen.has(name)) return [];
    seen.add(name);
    return leaves(shapes.get(name) ?? ANYTHING, shapes, seen);
  }
  const parts = partsOf(shape, ["anyOf", "allOf"]);
  return parts.length === 0
    ? [shape]
    : parts.flatMap((part) => leaves(part, shapes, seen));
}

/** All shapes of an operation. */
export function shapesOf(operation: OperationShape): Shape[] {
  const { answer } = operation;
  const shapes = operation.arguments.map(({ shape }) => shape);
  return typeof answer === "string" ? shapes : [...shapes, answer];
}

/** The type of an operation. */
export function printOperation(
  { arguments: parts, answer, common, mayBeEmpty }: OperationShape,
  translate: Translate,
): string {
  const own = parts.map(({ shape, omit, nullable, optional }) => {
    const whole = translate(shape, "  ");
    const some = nullable ? `NonNullable<${whole}>` : whole;
    const names = omit.map((name) => literal(name)).join(" | ");
    const rest = names === "" ? whole : `Omit<${some}, ${names}>`;
    if (optional) return `Partial<${rest}>`;
    return parts.length + common.length > 1 && "anyOf" in shape
      ? `(${rest})`
      : rest;
  });
  const answered =
    typeof answer === "string" ? answer : translate(answer, "  ");
  return `{
  arguments: ${[...common, ...own].join(" & ")};
  answer: ${answered}${mayBeEmpty && answered !== "unknown" ? " | undefined" : ""};
}`;
}
