import { literal } from "../literal.js";
import type { Schema } from "../../model.js";
import { branches, referenceName } from "../../schema/object-shape.js";
import { partsOf } from "../../schema/walk.js";
import { ANYTHING, type Shape } from "./type-shapes.js";
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

/** A part of the arguments. */
interface Part {
  readonly shape: Shape;
  readonly type: string;
  /** The type is alternatives, which parentheses hold together where it is one part of several. */
  readonly isUnion: boolean;
}

/** What an operation is read and printed with. */
interface Context extends Reading {
  /** The shared schemas, reduced. */
  readonly shapes: ReadonlyMap<string, Shape>;
  readonly translate: Translate;
}

/** The type of an operation as source, and the shapes that it is made of. */
export function operationType(
  operation: OperationSchemas,
  context: Context,
): { readonly type: string; readonly shapes: readonly Shape[] } {
  const common = Object.keys(operation.common ?? {}).map((name) =>
    context.identify(name, "Argument"),
  );
  const parts = partsOfArguments(operation, context);
  const isOne = common.length + parts.length === 1;
  const given = parts.map(({ type, isUnion }) =>
    isUnion && !isOne ? `(${type})` : type,
  );
  const shapes = parts.map(({ shape }) => shape);
  let answer = "undefined";
  if (operation.answer === "bytes") answer = "Uint8Array";
  else if (operation.answer !== null) {
    const shape = simplify(operation.answer, context);
    shapes.push(shape);
    answer = context.translate(shape, "  ");
  }
  if (operation.mayBeEmpty === true && answer !== "unknown")
    answer += " | undefined";
  const type = `{
  arguments: ${[...common, ...given].join(" & ")};
  answer: ${answer};
}`;
  return { type, shapes };
}

function partsOfArguments(
  operation: OperationSchemas,
  context: Context,
): Part[] {
  const { allOf, ...rest } = operation.arguments;
  const shared = branches({ allOf }, "allOf").map((part) =>
    sharedPart(part, operation, context),
  );
  const own = simplify(rest, context);
  // An object without properties and others would forbid those of the shared ones.
  const isBare = Object.keys(own).join() === "type";
  const hasCommon = Object.keys(operation.common ?? {}).length > 0;
  if (hasCommon && shared.length === 0 && isBare) return [];
  if (own["properties"] !== undefined || shared.length === 0)
    return [...shared, plainPart(own, context)];
  // Arguments are an object, also where the shared schemas do not say so.
  const isObject = shared.some(({ shape }) =>
    leaves(shape, context.shapes).every(({ type }) => type === "object"),
  );
  const open = { type: "object", additionalProperties: ANYTHING };
  return isObject ? shared : [...shared, plainPart(open, context)];
}

function plainPart(shape: Shape, { translate }: Context): Part {
  return { shape, type: translate(shape, "  "), isUnion: "anyOf" in shape };
}

function sharedPart(
  schema: Schema,
  { omit = [], optional = false }: OperationSchemas,
  context: Context,
): Part {
  const part = plainPart(simplify(schema, context), context);
  const all = leaves(part.shape, context.shapes);
  const names = all.flatMap(({ properties }) => Object.keys(properties ?? {}));
  const left = omit
    .filter((name) => names.includes(name))
    .map((name) => literal(name));
  // Null has no properties to omit.
  const isNullable = all.some(({ type }) => type === "null");
  const whole = isNullable ? `NonNullable<${part.type}>` : part.type;
  const type =
    left.length > 0 ? `Omit<${whole}, ${left.join(" | ")}>` : part.type;
  return optional
    ? { ...part, type: `Partial<${type}>`, isUnion: false }
    : { ...part, type };
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
