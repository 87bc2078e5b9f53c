import type { Schema } from "../model.js";
import { compiler, type TypeScript } from "../typescript.js";
import { nameText, parse } from "./evaluate.js";

/** What api.ts says of answers. */
export interface Answers {
  /** By the key of an operation's types. */
  readonly operations: Readonly<Record<string, Schema>>;
  readonly $defs: Readonly<Record<string, Schema>>;
}

/** Reads the types of answers as schemas, so that both are compared in one way. */
export function readAnswers(text: string): Answers {
  const ts = compiler();
  const { statements } = parse("api.ts", text);
  const types = new Map(
    statements
      .filter((node) => ts.isTypeAliasDeclaration(node))
      .map(({ name, type }) => [name.text, type]),
  );
  const operations = statements
    .filter((node) => ts.isInterfaceDeclaration(node))
    .flatMap(({ members }) => [...members])
    .flatMap((member) => {
      const id = typeOf(member)?.getText() ?? "";
      const type = types.get(id);
      types.delete(id);
      return type && ts.isTypeLiteralNode(type)
        ? type.members
            .filter((one) => nameOf(one) === "answer")
            .map((one) => [nameOf(member), schemaOf(typeOf(one), types)])
        : [];
    });
  return {
    operations: Object.fromEntries(operations) as Answers["operations"],
    $defs: Object.fromEntries(
      [...types].map(([name, type]) => [name, schemaOf(type, types)]),
    ),
  };
}

type Types = ReadonlyMap<string, TypeScript.TypeNode>;

function typeOf(member: TypeScript.TypeElement) {
  return compiler().isPropertySignature(member) ? member.type : undefined;
}

function nameOf({ name }: TypeScript.TypeElement): string {
  return (name && nameText(name)) ?? "";
}

function schemaOf(type: TypeScript.TypeNode | undefined, types: Types): Schema {
  const ts = compiler();
  const inner = (one: TypeScript.TypeNode) => schemaOf(one, types);
  if (type === undefined) return {};
  if (ts.isParenthesizedTypeNode(type)) return inner(type.type);
  if (ts.isArrayTypeNode(type))
    return { type: "array", items: inner(type.elementType) };
  if (ts.isTupleTypeNode(type))
    return { type: "array", prefixItems: type.elements.map(inner) };
  if (ts.isUnionTypeNode(type)) return unionOf(type.types.map(inner));
  if (ts.isIntersectionTypeNode(type)) return { allOf: type.types.map(inner) };
  if (ts.isLiteralTypeNode(type))
    return type.literal.kind === ts.SyntaxKind.NullKeyword
      ? { type: "null" }
      : { enum: [literalOf(type.literal)] };
  if (ts.isTypeLiteralNode(type)) return objectOf(type.members, types);
  const text = type.getText();
  if (types.has(text)) return { $ref: `#/$defs/${text}` };
  return text === "unknown" ? {} : { type: text };
}

function literalOf(node: TypeScript.LiteralTypeNode["literal"]): unknown {
  const ts = compiler();
  if (ts.isStringLiteral(node)) return node.text;
  return JSON.parse(node.getText()) as unknown; // a number or a boolean
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

function objectOf(
  members: readonly TypeScript.TypeElement[],
  types: Types,
): Schema {
  const ts = compiler();
  const index = members.find((member) =>
    ts.isIndexSignatureDeclaration(member),
  );
  const own = members.filter((member) => ts.isPropertySignature(member));
  return {
    type: "object",
    properties: Object.fromEntries(
      own.map((member) => [nameOf(member), schemaOf(member.type, types)]),
    ),
    required: own
      .filter(({ questionToken }) => questionToken === undefined)
      .map(nameOf),
    ...(index && { additionalProperties: schemaOf(index.type, types) }),
  };
}
