import type * as TypeScript from "typescript";
import type { Schema } from "../model.js";
import { compiler, parse } from "./literals.js";

/** What api.ts says of answers. */
export interface Answers {
  /** By the key of an operation's types. */
  readonly operations: Readonly<Record<string, Schema>>;
  readonly $defs: Readonly<Record<string, Schema>>;
}

/** Reads the types of answers as schemas, so that both are compared in one way. */
export function readAnswers(text: string): Answers {
  const ts = compiler();
  const members = (name: string, node: TypeScript.Node) =>
    ts.isInterfaceDeclaration(node) && node.name.text === name
      ? node.members
      : [];
  const nodes: TypeScript.Node[] = [];
  parse("api.ts", text).forEachChild((node) => void nodes.push(node));
  const operations = nodes
    .flatMap((node) => [...members("operations", node)])
    .flatMap((member) => {
      const answer = memberOf(member, "answer");
      return answer === undefined ? [] : [[nameOf(member), answer] as const];
    });
  const schemas = nodes
    .flatMap((node) => [...members("components", node)])
    .flatMap((member) =>
      nameOf(member) === "schemas" ? membersOf(member) : [],
    );
  return {
    operations: Object.fromEntries(
      operations.map(([name, type]) => [name, schemaOf(type)]),
    ),
    $defs: Object.fromEntries(
      schemas.map((member) => [nameOf(member), schemaOf(typeOf(member))]),
    ),
  };
}

function typeOf(member: TypeScript.Node): TypeScript.TypeNode | undefined {
  const ts = compiler();
  return ts.isPropertySignature(member) ? member.type : undefined;
}

function membersOf(member: TypeScript.Node): readonly TypeScript.TypeElement[] {
  const type = typeOf(member);
  return type !== undefined && compiler().isTypeLiteralNode(type)
    ? type.members
    : [];
}

function memberOf(member: TypeScript.Node, name: string) {
  const found = membersOf(member).find((one) => nameOf(one) === name);
  return found === undefined ? undefined : typeOf(found);
}

function nameOf({
  name,
}: {
  readonly name?: TypeScript.Node | undefined;
}): string {
  const ts = compiler();
  return name !== undefined &&
    (ts.isIdentifier(name) ||
      ts.isStringLiteral(name) ||
      ts.isNumericLiteral(name))
    ? name.text
    : "";
}

function schemaOf(type: TypeScript.TypeNode | undefined): Schema {
  const ts = compiler();
  if (type === undefined) return {};
  if (ts.isParenthesizedTypeNode(type)) return schemaOf(type.type);
  if (ts.isArrayTypeNode(type))
    return { type: "array", items: schemaOf(type.elementType) };
  if (ts.isTupleTypeNode(type))
    return {
      type: "array",
      prefixItems: type.elements.map((one) => schemaOf(one)),
    };
  if (ts.isUnionTypeNode(type)) return unionOf(type.types.map(schemaOf));
  if (ts.isIntersectionTypeNode(type))
    return { allOf: type.types.map(schemaOf) };
  if (ts.isLiteralTypeNode(type))
    return type.literal.kind === ts.SyntaxKind.NullKeyword
      ? { type: "null" }
      : { enum: [literalOf(type.literal)] };
  if (ts.isTypeLiteralNode(type)) return objectOf(type.members);
  const text = textOf(type);
  const [, name] = /^components\["schemas"\]\["(.+)"\]$/.exec(text) ?? [];
  if (name !== undefined) return { $ref: `#/$defs/${name}` };
  return text === "unknown" ? {} : { type: text };
}

function literalOf(node: TypeScript.LiteralTypeNode["literal"]): unknown {
  const ts = compiler();
  if (ts.isStringLiteral(node)) return node.text;
  return JSON.parse(textOf(node)) as unknown; // a number or a boolean
}

/** `"a" | "b" | null` is an enum beside null. */
function unionOf(parts: readonly Schema[]): Schema {
  const values = parts.flatMap((part) => (part["enum"] ?? []) as unknown[]);
  const others = parts.filter((part) => part["enum"] === undefined);
  const types = others.flatMap(({ type, ...rest }) =>
    typeof type === "string" && Object.keys(rest).length === 0 ? [type] : [],
  );
  if (others.length === 0) return { enum: values };
  if (types.length === others.length && values.length === 0)
    return { type: types };
  return {
    anyOf: values.length === 0 ? others : [{ enum: values }, ...others],
  };
}

function objectOf(members: readonly TypeScript.TypeElement[]): Schema {
  const ts = compiler();
  const index = members.find((member) =>
    ts.isIndexSignatureDeclaration(member),
  );
  const own = members.filter((member) => ts.isPropertySignature(member));
  return {
    type: "object",
    properties: Object.fromEntries(
      own.map((member) => [nameOf(member), schemaOf(member.type)]),
    ),
    required: own
      .filter(({ questionToken }) => questionToken === undefined)
      .map(nameOf),
    ...(index === undefined
      ? {}
      : { additionalProperties: schemaOf(index.type) }),
  };
}

function textOf(node: TypeScript.Node): string {
  return node.getSourceFile().text.slice(node.pos, node.end).trim();
}
