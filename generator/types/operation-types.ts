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

/** A part of the arguments. */
interface Part {
  readonly shape: Shape;
  readonly omit: readonly string[];
  /** The shape may be null, and null has no properties to omit. */
  readonly nullable: boolean;
  readonly optional: boolean;
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
  const { mayBeEmpty = false } = operation;
  const common = Object.keys(operation.common ?? {}).map((name) =>
    context.identify(name, "Argument"),
  );
  const parts = partsOfArguments(operation, context);
  const isOne = common.length + parts.length === 1;
  const given = parts.map((part) => partType(part, isOne, context.translate));
  const shapes = parts.map(({ shape }) => shape);
  let answer = "undefined";
  if (operation.answer === "bytes") answer = "Uint8Array";
  else if (operation.answer !== null) {
    const shape = simplify(operation.answer, context);
    shapes.push(shape);
    answer = context.translate(shape, "  ");
  }
  if (mayBeEmpty && answer !== "unknown") answer += " | undefined";
  const type = `{
  arguments: ${[...common, ...given].join(" & ")};
  answer: ${answer};
}`;
  return { type, shapes };
}

function partsOfArguments(
  {
    arguments: given,
    common = {},
    omit = [],
    optional = false,
  }: OperationSchemas,
  context: Context,
): Part[] {
  const { shapes } = context;
  const { allOf, ...rest } = given;
  const shared = branches({ allOf }, "allOf").map((part): Part => {
    const shape = simplify(part, context);
    const all = leaves(shape, shapes);
    const names = all.flatMap(({ properties }) =>
      Object.keys(properties ?? {}),
    );
    const left = omit.filter((name) => names.includes(name));
    const nullable = all.some(({ type }) => type === "null");
    return { shape, omit: left, nullable, optional };
  });
  const own = simplify(rest, context);
  // An object without properties and others would forbid those of the shared ones.
  const isBare = Object.keys(own).join() === "type";
  return Object.keys(common).length > 0 && shared.length === 0 && isBare
    ? []
    : [...shared, ...ownPart(own, shared, shapes)];
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

function partType(
  { shape, omit, nullable, optional }: Part,
  isOne: boolean,
  translate: Translate,
): string {
  const whole = translate(shape, "  ");
  const some = nullable ? `NonNullable<${whole}>` : whole;
  const names = omit.map((name) => literal(name)).join(" | ");
  const rest = names === "" ? whole : `Omit<${some}, ${names}>`;
  if (optional) return `Partial<${rest}>`;
  return !isOne && "anyOf" in shape ? `(${rest})` : rest;
}
