import { literal, toPropertyKey } from "../../emit/literal.js";
import { toArray, getMember, toWord } from "../../shared/json.js";
import type { Api } from "../../model.js";
import { toNames } from "../../plan/names.js";
import { branchesOf, isSchema, refName } from "../../schema/object-shape.js";
import { ANYTHING, type TypeShape } from "../../emit/types/type-shapes.js";
import { simplify } from "../../emit/types/simplify.js";
import { toUniqueName } from "../../describe/identifiers.js";

/** Type of a value as the compiler knows it: its type in api-types.ts is made of the same shape. */
export interface ValueType {
  readonly shape: TypeShape;
  readonly schemas: Api["schemas"];
}

/** Value in a handler: its source and its type. */
export interface TypedValue extends ValueType {
  readonly code: string;
  /** True if the value may be missing or null. */
  readonly optional: boolean;
}

const NO_SCHEMAS: Api["schemas"] = new Map();

export const UNKNOWN_TYPE: ValueType = { shape: ANYTHING, schemas: NO_SCHEMAS };

export function toValueType(schema: unknown, schemas = NO_SCHEMAS): ValueType {
  const context = {
    schemas,
    identify: (name: string) => name,
    describeProperty: () => "",
  };
  return { shape: simplify(schema, context), schemas };
}

export const toScalarType = (type: string) => toValueType({ type });

/** Alternatives of a type, references followed. */
function alternativesOf(
  valueType: ValueType,
  openNames: readonly string[] = [],
): ValueType[] {
  const { schemas, shape } = valueType;
  const name = refName(shape);
  if (name !== null)
    return openNames.includes(name)
      ? [UNKNOWN_TYPE]
      : alternativesOf(toValueType(schemas.get(name), schemas), [
          ...openNames,
          name,
        ]);
  const alternatives = branchesOf(shape, "anyOf");
  return alternatives.length === 0
    ? [valueType]
    : alternatives.flatMap((alternative) =>
        alternativesOf({ shape: alternative, schemas }, openNames),
      );
}

/** Only alternative of a type except null; undefined if there are several. */
export function singleTypeOf(valueType: ValueType): ValueType | undefined {
  const [singleType, ...furtherTypes] =
    alternativesOf(valueType).filter(isNotNull);
  return furtherTypes.length === 0 ? singleType : undefined;
}

const isNotNull = ({ shape }: ValueType) => shape["type"] !== "null";

/** Type of a member or an item, in any part of a composition; undefined if the compiler does not see it. */
export function memberTypeOf(
  valueType: ValueType,
  segment: string,
  depth = 0,
): ValueType | undefined {
  const singleType = singleTypeOf(valueType);
  if (singleType === undefined || depth > 8) return undefined;
  const { items, properties } = singleType.shape;
  const shape =
    isIndex(segment) && items ? items : getMember(properties, segment);
  if (isSchema(shape)) return { ...singleType, shape };
  return branchesOf(singleType.shape, "allOf")
    .map((part) =>
      memberTypeOf({ ...singleType, shape: part }, segment, depth + 1),
    )
    .find(Boolean);
}

/** True if the compiler sees that each value of one type, except null, is one of the other. Arrays and objects have to be equal. */
export function isAssignable(
  actualType: ValueType,
  expectedType: ValueType,
): boolean {
  const hasSameSchemas = actualType.schemas === expectedType.schemas;
  const expectedTypes = alternativesOf(expectedType);
  return alternativesOf(actualType)
    .filter(isNotNull)
    .every(({ shape }) =>
      expectedTypes.some(({ shape: expectedShape }) => {
        const { enum: actualValues, type } = shape;
        const allowedValues = toArray(expectedShape["enum"]);
        if (Array.isArray(actualValues))
          return actualValues.every(
            (value) =>
              value === null ||
              typeof value === expectedShape["type"] ||
              allowedValues.includes(value),
          );
        const isSimple =
          SCALAR_TYPE.test(toWord(type)) && type === expectedShape["type"];
        const isEqual =
          hasSameSchemas &&
          JSON.stringify(shape) === JSON.stringify(expectedShape);
        return isAnything(expectedShape) || isSimple || isEqual;
      }),
    );
}

/** JSON types that have no members. */
export const SCALAR_TYPE = /^(?:string|number|integer|boolean)$/;

const isAnything = (shape: TypeShape) => Object.keys(shape).length === 0;

/** Reads a path of names and indexes: typed as far as the compiler sees it, `unknown` from there on. */
export function readPath(
  value: TypedValue,
  path: readonly string[],
): TypedValue {
  let { code } = value;
  let currentType: ValueType = value;
  for (const [index, segment] of path.entries()) {
    const nextType = memberTypeOf(currentType, segment);
    if (isInherited(segment, nextType === undefined)) {
      const property = `Object.getOwnPropertyDescriptor(Object(${code}), ${literal(segment)})`;
      code = `(${property}?.value as unknown)`;
      const inheritedValue = { ...UNKNOWN_TYPE, code, optional: true };
      return readPath(inheritedValue, path.slice(index + 1));
    }
    if (nextType === undefined) {
      const inheritedIndex = path.findIndex(
        (laterSegment, laterIndex) =>
          laterIndex > index && isInherited(laterSegment, true),
      );
      const unknownPath = path.slice(
        index,
        inheritedIndex < 0 ? undefined : inheritedIndex,
      );
      const castPrefix = isAnything(currentType.shape) ? "" : "unknown as ";
      code = `(${code} as ${castPrefix}${writePathType(unknownPath)} | null | undefined)`;
      code += unknownPath.map(writeAccessor).join("");
      const unknownValue = { ...UNKNOWN_TYPE, code, optional: true };
      return inheritedIndex < 0
        ? unknownValue
        : readPath(unknownValue, path.slice(inheritedIndex));
    }
    code += writeAccessor(segment);
    currentType = nextType;
  }
  return { ...currentType, code, optional: value.optional || path.length > 0 };
}

/** True if every object inherits a member of this name; with `isUnknownValue`, also if an array, a string or a number does. */
export function isInherited(name: string, isUnknownValue = false): boolean {
  if (name === "length") return false;
  const prototypes: readonly object[] = isUnknownValue
    ? [Object.prototype, Array.prototype, String.prototype, Number.prototype]
    : [Object.prototype];
  return prototypes.some((prototype) => Object.hasOwn(prototype, name));
}

/** Source of the least type in which this path leads to a value. */
function writePathType([segment, ...remainingPath]: readonly string[]): string {
  if (segment === undefined) return "unknown";
  const remainingType =
    remainingPath.length === 0
      ? "unknown"
      : `${writePathType(remainingPath)} | null`;
  return isIndex(segment)
    ? `(${remainingType})[]`
    : `{ ${toPropertyKey(segment)}?: ${remainingType} }`;
}

/** Source of an optional access (`?.`): no API keeps to its document so surely that `.` would do. */
function writeAccessor(segment: string): string {
  if (isIndex(segment)) return `?.[${segment}]`;
  return toPropertyKey(segment) === segment
    ? `?.${segment}`
    : `?.[${literal(segment)}]`;
}

function isIndex(segment: string): boolean {
  return /^(?:0|[1-9]\d{0,8})$/.test(segment);
}

/** Claims a free identifier, made of a document's text. */
export function claimIdentifier(text: string, takenNames: Set<string>): string {
  const name = toUniqueName(toNames(text).exportName, takenNames);
  takenNames.add(name);
  return name;
}
