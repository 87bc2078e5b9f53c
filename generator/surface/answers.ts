import type { Schema } from "../model.js";
import { compiler, type TypeScript } from "../typescript.js";
import { nameText, parse } from "./literals.js";

/** What api.ts says of answers. */
export interface Answers {
  /** By the key of an operation's types. */
  readonly operations: Readonly<Record<string, Schema>>;
  readonly $defs: Readonly<Record<string, Schema>>;
}

/** Reads the types of answers as schemas, so that both are compared in one way. */
export function readAnswers(text: string): Answers {
  const ts = compiler();
  const interfaces = parse("api.ts", text).statements.filter((node) =>
    ts.isInterfaceDeclaration(node),
  );
  const membersIn = (name: string) =>
    interfaces
      .filter((node) => node.name.text === name)
      .flatMap((node) => [...node.members]);
  const operations = membersIn("operations").flatMap((member) =>
    membersOf(member)
      .filter((one) => nameOf(one) === "answer")
      .map((answer) => [nameOf(member), schemaOf(typeOf(answer))] as const),
  );
  const schemas = membersIn("components")
    .filter((member) => nameOf(member) === "schemas")
    .flatMap(membersOf)
    .map((member) => [nameOf(member), schemaOf(typeOf(member))] as const);
  return {
    operations: Object.fromEntries(operations),
    $defs: Object.fromEntries(schemas),
  };
}

function typeOf(member: TypeScript.TypeElement) {
  return compiler().isPropertySignature(member) ? member.type : undefined;
}

function membersOf(member: TypeScript.TypeElement): TypeScript.TypeElement[] {
  const type = typeOf(member);
  return type && compiler().isTypeLiteralNode(type) ? [...type.members] : [];
}

function nameOf({ name }: TypeScript.TypeElement): string {
  return (name && nameText(name)) ?? "";
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
