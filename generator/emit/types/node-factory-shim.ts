import { toWord } from "../../shared/json.js";
import { literal, toPropertyKey } from "../literal.js";

/**
 * Stand-in for `typescript` in openapi-typescript: the few nodes that its transform makes of a shape, each
 * of which prints itself. openapi-typescript's public interface, with the nodes and the printer of the
 * compiler, takes 4 times as long for the types of GitHub's document, 2.4 times without loading them.
 */
export interface TypeNode {
  /** Name of a member of TypeScript's `SyntaxKind`. */
  readonly kind: string;
  readonly text?: string;
  readonly literal?: TypeNode;
  /** Source of the node; lines behind the first one begin with the indent. */
  readonly print: (indent: string) => string;
}

const factory = {
  createKeywordTypeNode: createKeyword,
  createToken: createKeyword,
  createFalse: () => createKeyword("FalseKeyword"),
  createNull: () => createKeyword("NullKeyword"),
  createTrue: () => createKeyword("TrueKeyword"),

  createStringLiteral: (text: string) =>
    createNode("StringLiteral", () => literal(text), { text }),
  createNumericLiteral: (value: number | string) =>
    createNode("NumericLiteral", () => literal(Number(value)), {
      text: toWord(value),
    }),
  // Minus sign in front of a number.
  createPrefixUnaryExpression: (_minus: string, { text }: TypeNode) =>
    createNode("PrefixUnaryExpression", () => literal(-Number(text))),
  // Identifiers for values of an enum have quotes around them.
  createIdentifier: (text: string) =>
    createNode(
      "Identifier",
      () => (text.startsWith('"') ? literal(JSON.parse(text)) : text),
      { text },
    ),
  createLiteralTypeNode: (value: TypeNode) =>
    createNode("LiteralType", value.print, { literal: value }),

  createUnionTypeNode: (types: readonly TypeNode[]) =>
    createNode("UnionType", (indent) =>
      types
        .map((type) => printPart(type, indent, "IntersectionType"))
        .join(" | "),
    ),
  createIntersectionTypeNode: (types: readonly TypeNode[]) =>
    createNode("IntersectionType", (indent) =>
      types.map((type) => printPart(type, indent, "UnionType")).join(" & "),
    ),
  createArrayTypeNode: (type: TypeNode) =>
    createNode(
      "ArrayType",
      (indent) =>
        `${printPart(type, indent, "UnionType", "IntersectionType")}[]`,
    ),
  createTupleTypeNode: (types: readonly TypeNode[]) =>
    createNode(
      "TupleType",
      (indent) => `[${types.map((type) => type.print(indent)).join(", ")}]`,
    ),
  createTypeReferenceNode: (
    name: TypeNode,
    parameters: readonly TypeNode[] = [],
  ) =>
    createNode("TypeReference", (indent) => {
      const types = parameters.map((parameter) => parameter.print(indent));
      return types.length === 0
        ? name.print(indent)
        : `${name.print(indent)}<${types.join(", ")}>`;
    }),
  // Reference such as `$defs["Pet"]`, whose last segment names a type of the file.
  createIndexedAccessTypeNode: (_from: TypeNode, { literal: name }: TypeNode) =>
    createNode("IndexedAccessType", () => name?.text ?? ""),

  createTypeLiteralNode: (members: readonly TypeNode[]) =>
    createNode("TypeLiteral", (indent) => {
      const memberIndent = `${indent}  `;
      const lines = members.map(
        (memberNode) => `${memberIndent}${memberNode.print(memberIndent)};\n`,
      );
      return `{\n${lines.join("")}${indent}}`;
    }),
  createPropertySignature: (
    _modifiers: unknown,
    { text = "" }: TypeNode,
    question: TypeNode | undefined,
    type: TypeNode,
  ) =>
    createNode("PropertySignature", (indent) => {
      const mark = question === undefined ? "" : "?";
      return `${toPropertyKey(text)}${mark}: ${type.print(indent)}`;
    }),
  createParameterDeclaration: () => createKeyword("Parameter"),
  createIndexSignature: (
    _modifiers: unknown,
    _parameters: unknown,
    type: TypeNode,
  ) =>
    createNode(
      "IndexSignature",
      (indent) => `[key: string]: ${type.print(indent)}`,
    ),
};

/** Default export in the form of TypeScript's module. */
export default {
  factory,
  /** Each kind is its own name. */
  SyntaxKind: new Proxy<Record<string, string>>({}, { get: (_, kind) => kind }),
  // openapi-typescript's comments are dropped; translate.ts writes its own.
  addSyntheticLeadingComment: (property: TypeNode) => property,
  isArrayTypeNode: ({ kind }: TypeNode) => kind === "ArrayType",
  isTupleTypeNode: ({ kind }: TypeNode) => kind === "TupleType",
  isTypeAliasDeclaration: () => true,
};

function createNode(
  kind: string,
  print: TypeNode["print"],
  properties: Pick<TypeNode, "text" | "literal"> = {},
): TypeNode {
  return { kind, print, ...properties };
}

/** Keyword node: `BooleanKeyword` is printed `boolean`. */
function createKeyword(kind: string): TypeNode {
  return createNode(kind, () => kind.replace(/Keyword$/, "").toLowerCase());
}

/** Source of a part, in parentheses if its kind is one of these. */
function printPart(part: TypeNode, indent: string, ...kinds: string[]): string {
  const text = part.print(indent);
  return kinds.includes(part.kind) ? `(${text})` : text;
}

/**
 * Stand-in for the linter's `parseRef` in openapi-typescript, without the linter: the segments of a reference.
 * References of shapes have no escapes; names of properties go the same way, and stay as they are.
 */
export function parseRef(reference: string) {
  const [, pointer = ""] = reference.split("#/");
  return { pointer: pointer.split("/").filter((step) => step !== "") };
}

/** Counterpart of `parseRef`, which leaves a segment as it is, too. */
export function escapePointer(step: string): string {
  return step;
}
