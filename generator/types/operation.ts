import { literal } from "../emit/literal.js";
import type { Schema } from "../model.js";
import { decode } from "./encode.js";
import { reach } from "./reach.js";
import { alternatives, ANYTHING, type Shape } from "./shape.js";
import { simplify } from "./simplify.js";
import { combine, type Type } from "./type.js";

/** What a handler gets and sends, and what the API answers. */
export interface OperationSchemas {
  /** An object. What it shares with other operations stands in its `allOf`. */
  readonly arguments: Schema;
  /** Properties of that `allOf` that are not asked for, or not under this name. */
  readonly omit?: readonly string[];
  /** Nothing of that `allOf` is required. */
  readonly optional?: boolean;
  /** Null: the answer is empty. */
  readonly answer: Schema | "bytes" | null;
}

/** The same in shapes. */
export interface OperationShape {
  readonly shared: readonly SharedShape[];
  readonly own: Shape | null;
  readonly answer: Shape | "bytes" | null;
}

interface SharedShape {
  readonly shape: Shape;
  readonly omit: readonly string[];
  readonly optional: boolean;
}

/**
 * Reduces what is known of an operation to shapes.
 * @param schemas what `#/$defs/…` points to
 * @param shapes the same, reduced
 */
export function operationShape(
  operation: OperationSchemas,
  schemas: ReadonlyMap<string, Schema>,
  shapes: ReadonlyMap<string, Shape>,
): OperationShape {
  const { allOf, ...rest } = operation.arguments;
  const { answer, omit = [], optional = false } = operation;
  const parts = Array.isArray(allOf) ? allOf : [];
  const shared = parts.map((part): SharedShape => {
    const shape = simplify(part, schemas);
    const names = propertyNames(shape, shapes);
    return { shape, optional, omit: omit.filter((name) => names.has(name)) };
  });
  return {
    shared,
    own: ownShape(simplify(rest, schemas), shared, shapes),
    answer:
      answer === null || answer === "bytes"
        ? answer
        : simplify(answer, schemas),
  };
}

/** The type of an operation in api.ts. */
export function operationType(
  { shared, own, answer }: OperationShape,
  translate: (shape: Shape) => Type,
): Type {
  const parts = shared.map((part) => sharedType(part, translate));
  if (own !== null) parts.push(translate(own));
  return {
    kind: "object",
    members: [
      { head: "arguments", type: combine("intersection", parts) },
      { head: "answer", type: answerType(answer, translate) },
    ],
  };
}

/** All shapes of an operation. */
export function shapesOf({ shared, own, answer }: OperationShape): Shape[] {
  return [
    ...shared.map(({ shape }) => shape),
    ...(own === null ? [] : [own]),
    ...(answer === null || answer === "bytes" ? [] : [answer]),
  ];
}

/** Arguments are an object, also where the shared schemas do not say so. */
function ownShape(
  own: Shape,
  shared: readonly SharedShape[],
  shapes: ReadonlyMap<string, Shape>,
): Shape | null {
  if (own.properties !== undefined || shared.length === 0) return own;
  const isObject = shared.some(({ shape }) =>
    leaves(shape, shapes).every(({ type }) => type === "object"),
  );
  return isObject ? null : { type: "object", additionalProperties: ANYTHING };
}

function propertyNames(
  shape: Shape,
  shapes: ReadonlyMap<string, Shape>,
): Set<string> {
  const names = leaves(shape, shapes).flatMap(({ properties = {} }) =>
    Object.keys(properties),
  );
  return new Set(names.map(decode));
}

/** What alternatives and compositions are made of in the end. */
function leaves(shape: Shape, shapes: ReadonlyMap<string, Shape>): Shape[] {
  return reach([shape], shapes, alternatives).filter(
    (part) =>
      part.$ref === undefined &&
      part.anyOf === undefined &&
      part.allOf === undefined,
  );
}

function sharedType(
  { shape, omit, optional }: SharedShape,
  translate: (shape: Shape) => Type,
): Type {
  const whole = translate(shape);
  const names = omit.map((name): Type => ({
    kind: "word",
    text: literal(name),
  }));
  const rest: Type =
    names.length === 0
      ? whole
      : {
          kind: "generic",
          name: "Omit",
          parts: [whole, combine("union", names)],
        };
  return optional ? { kind: "generic", name: "Partial", parts: [rest] } : rest;
}

function answerType(
  answer: OperationShape["answer"],
  translate: (shape: Shape) => Type,
): Type {
  if (answer === null) return { kind: "word", text: "undefined" };
  if (answer === "bytes") return { kind: "word", text: "Uint8Array" };
  return translate(answer);
}
