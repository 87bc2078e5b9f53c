import { toWord } from "../../shared/json.js";
import { literal, propertyKey } from "../literal.js";

/**
 * What `typescript` is to openapi-typescript: the few nodes that its transform makes of a shape, each
 * of which prints itself. Its public interface, with the nodes and the printer of the compiler, takes
 * 4 times as long for the types of GitHub's document, 2.4 times without loading them.
 */
export interface TypeNode {
  /** A name of TypeScript's SyntaxKind. */
  readonly kind: string;
  readonly text?: string;
  readonly literal?: TypeNode;
  /** Its source; lines behind the first one begin with the indent. */
  readonly print: (indent: string) => string;
}

const factory = {
  createKeywordTypeNode: word,
  createToken: word,
  createFalse: () => word("FalseKeyword"),
  createNull: () => word("NullKeyword"),
  createTrue: () => word("TrueKeyword"),

  createStringLiteral: (text: string) =>
    node("StringLiteral", () => literal(text), { text }),
  createNumericLiteral: (value: number | string) =>
    node("NumericLiteral", () => literal(Number(value)), {
      text: toWord(value),
    }),
  // A minus before a number.
  createPrefixUnaryExpression: (_minus: string, { text }: TypeNode) =>
    node("PrefixUnaryExpression", () => literal(-Number(text))),
  // Those of the values of an enum have quotes around them.
  createIdentifier: (text: string) =>
    node(
      "Identifier",
      () => (text.startsWith('"') ? literal(JSON.parse(text)) : text),
      { text },
    ),
  createLiteralTypeNode: (value: TypeNode) =>
    node("LiteralType", value.print, { literal: value }),

  createUnionTypeNode: (types: readonly TypeNode[]) =>
    node("UnionType", (indent) =>
      types.map((type) => within(type, indent, "IntersectionType")).join(" | "),
    ),
  createIntersectionTypeNode: (types: readonly TypeNode[]) =>
    node("IntersectionType", (indent) =>
      types.map((type) => within(type, indent, "UnionType")).join(" & "),
    ),
  createArrayTypeNode: (type: TypeNode) =>
    node(
      "ArrayType",
      (indent) => `${within(type, indent, "UnionType", "IntersectionType")}[]`,
    ),
  createTupleTypeNode: (types: readonly TypeNode[]) =>
    node(
      "TupleType",
      (indent) => `[${types.map((type) => type.print(indent)).join(", ")}]`,
    ),
  createTypeReferenceNode: (
    name: TypeNode,
    parameters: readonly TypeNode[] = [],
  ) =>
    node("TypeReference", (indent) => {
      const types = parameters.map((each) => each.print(indent));
      return types.length === 0
        ? name.print(indent)
        : `${name.print(indent)}<${types.join(", ")}>`;
    }),
  // A reference: `$defs["Pet"]`, which is a type of the file.
  createIndexedAccessTypeNode: (_from: TypeNode, { literal: name }: TypeNode) =>
    node("IndexedAccessType", () => name?.text ?? ""),

  createTypeLiteralNode: (members: readonly TypeNode[]) =>
    node("TypeLiteral", (indent) => {
      const inside = `${indent}  `;
      const lines = members.map((each) => `${inside}${each.print(inside)};\n`);
      return `{\n${lines.join("")}${indent}}`;
    }),
  createPropertySignature: (
    _modifiers: unknown,
    { text = "" }: TypeNode,
    question: TypeNode | undefined,
    type: TypeNode,
  ) =>
    node("PropertySignature", (indent) => {
      const mark = question === undefined ? "" : "?";
      return `${propertyKey(text)}${mark}: ${type.print(indent)}`;
    }),
  createParameterDeclaration: () => word("Parameter"),
  createIndexSignature: (
    _modifiers: unknown,
    _parameters: unknown,
    type: TypeNode,
  ) =>
    node("IndexSignature", (indent) => `[key: string]: ${type.print(indent)}`),
};

/** In the form of TypeScript's module. */
export default {
  factory,
  /** Each kind is its own name. */
  SyntaxKind: new Proxy<Record<string, string>>({}, { get: (_, kind) => kind }),
  // What openapi-typescript says of a property is told otherwise (translate.ts).
  addSyntheticLeadingComment: (property: TypeNode) => property,
  isArrayTypeNode: ({ kind }: TypeNode) => kind === "ArrayType",
  isTupleTypeNode: ({ kind }: TypeNode) => kind === "TupleType",
  isTypeAliasDeclaration: () => true,
};

function node(
  kind: string,
  print: TypeNode["print"],
  more: Pick<TypeNode, "text" | "literal"> = {},
): TypeNode {
  return { kind, print, ...more };
}

/** `BooleanKeyword` is written `boolean`. */
function word(kind: string): TypeNode {
  return node(kind, () => kind.replace(/Keyword$/, "").toLowerCase());
}

/** A part, in parentheses where it is one of these kinds. */
function within(part: TypeNode, indent: string, ...kinds: string[]): string {
  const text = part.print(indent);
  return kinds.includes(part.kind) ? `(${text})` : text;
}

/**
 * What its linter is to openapi-typescript, without all that comes with it: the steps of a reference.
 * Nothing is escaped in those of shapes; names of properties go the same way, and stay as they are.
 */
export function parseRef(reference: string) {
  const [, pointer = ""] = reference.split("#/");
  return { pointer: pointer.split("/").filter((step) => step !== "") };
}

/** The other half, which leaves a step as it is, too. */
export function escapePointer(step: string): string {
  return step;
}
