import type * as TypeScript from "typescript";
import { literal } from "../emit/literal.js";
import { decode } from "./encode.js";
import { propertyName } from "./property-name.js";
import { combine, INDEX_SIGNATURE, type Member, type Type } from "./type.js";

/** Reads the nodes that openapi-typescript makes of a shape. `ts` is handed in, since it loads slowly. */
export function readType(ts: typeof TypeScript, node: TypeScript.Node): Type {
  const read = (part: TypeScript.Node) => readType(ts, part);
  if (ts.isParenthesizedTypeNode(node)) return read(node.type);
  if (ts.isUnionTypeNode(node)) return combine("union", node.types.map(read));
  if (ts.isIntersectionTypeNode(node)) {
    return combine("intersection", node.types.map(read));
  }
  if (ts.isArrayTypeNode(node)) {
    return { kind: "array", of: read(node.elementType) };
  }
  if (ts.isTupleTypeNode(node)) {
    return { kind: "tuple", parts: node.elements.map(read) };
  }
  if (ts.isTypeLiteralNode(node)) {
    return {
      kind: "object",
      members: node.members.map((member) => readMember(ts, member)),
    };
  }
  if (ts.isTypeReferenceNode(node) && node.typeArguments !== undefined) {
    const name = readWord(ts, node.typeName);
    return { kind: "generic", name, parts: node.typeArguments.map(read) };
  }
  return { kind: "word", text: readWord(ts, node) };
}

function readMember(
  ts: typeof TypeScript,
  node: TypeScript.TypeElement,
): Member {
  if (ts.isIndexSignatureDeclaration(node)) {
    return { head: INDEX_SIGNATURE, type: readType(ts, node.type) };
  }
  if (ts.isPropertySignature(node) && node.type !== undefined) {
    // A name in quotes is a StringLiteral, a plain one an Identifier or NumericLiteral.
    const name = propertyName(
      decode((node.name as TypeScript.Identifier).text),
    );
    const mark = node.questionToken === undefined ? "" : "?";
    return { head: name + mark, type: readType(ts, node.type) };
  }
  throw unknownNode(ts, node);
}

/** A type that stands in one piece. */
function readWord(ts: typeof TypeScript, node: TypeScript.Node): string {
  if (ts.isLiteralTypeNode(node)) return readWord(ts, node.literal);
  if (ts.isTypeReferenceNode(node)) return readWord(ts, node.typeName);
  if (ts.isIndexedAccessTypeNode(node)) {
    return `${readWord(ts, node.objectType)}[${readWord(ts, node.indexType)}]`;
  }
  if (ts.isStringLiteral(node)) return literal(decode(node.text));
  // openapi-typescript makes identifiers of the strings of an enum, quotes included.
  if (ts.isIdentifier(node) && node.text.startsWith('"')) {
    return literal(decode(JSON.parse(node.text) as string));
  }
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isNumericLiteral(node)) return literal(Number(node.text));
  if (ts.isPrefixUnaryExpression(node)) {
    return `-${readWord(ts, node.operand)}`;
  }
  const keyword = ts.tokenToString(node.kind);
  if (keyword === undefined) throw unknownNode(ts, node);
  return keyword;
}

function unknownNode(ts: typeof TypeScript, node: TypeScript.Node): Error {
  return new Error(
    `openapi-typescript made a ${ts.SyntaxKind[node.kind]}, which is not expected.`,
  );
}
