import type { Schema } from "../model.js";
import { loadCompiler, type TypeScript } from "../typescript.js";
import { propertyNameOf, parse } from "../source/evaluate.js";

/** Response types that the emitted `api-types.ts` declares, as schemas. */
export interface ResponseTypes {
  /** Response schemas by the key that their operation has in `api-types.ts`. */
  readonly operations: Readonly<Record<string, Schema>>;
  readonly $defs: Readonly<Record<string, Schema>>;
}

/** Reads the response types of an `api-types.ts` as schemas, so that responses are compared with the same code as arguments. */
export function readResponseTypes(text: string): ResponseTypes {
  const ts = loadCompiler();
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
      const typeName = typeOf(member)?.getText() ?? "";
      const type = types.get(typeName);
      types.delete(typeName);
      return type && ts.isTypeLiteralNode(type)
        ? type.members
            .filter((property) => nameOf(property) === "response")
            .map((property) => [
              nameOf(member),
              toSchema(typeOf(property), types),
            ])
        : [];
    });
  return {
    operations: Object.fromEntries(operations) as ResponseTypes["operations"],
    $defs: Object.fromEntries(
      [...types].map(([name, type]) => [name, toSchema(type, types)]),
    ),
  };
}

type TypeNodes = ReadonlyMap<string, TypeScript.TypeNode>;

function typeOf(member: TypeScript.TypeElement) {
  return loadCompiler().isPropertySignature(member) ? member.type : undefined;
}

function nameOf({ name }: TypeScript.TypeElement): string {
  return (name && propertyNameOf(name)) ?? "";
}

function toSchema(
  type: TypeScript.TypeNode | undefined,
  types: TypeNodes,
): Schema {
  const ts = loadCompiler();
  const toNestedSchema = (child: TypeScript.TypeNode) => toSchema(child, types);
  if (type === undefined) return {};
  if (ts.isParenthesizedTypeNode(type)) return toNestedSchema(type.type);
  if (ts.isArrayTypeNode(type))
    return { type: "array", items: toNestedSchema(type.elementType) };
  if (ts.isTupleTypeNode(type))
    return { type: "array", prefixItems: type.elements.map(toNestedSchema) };
  if (ts.isUnionTypeNode(type))
    return toUnionSchema(type.types.map(toNestedSchema));
  if (ts.isIntersectionTypeNode(type))
    return { allOf: type.types.map(toNestedSchema) };
  if (ts.isLiteralTypeNode(type))
    return type.literal.kind === ts.SyntaxKind.NullKeyword
      ? { type: "null" }
      : { enum: [readLiteral(type.literal)] };
  if (ts.isTypeLiteralNode(type)) return toObjectSchema(type.members, types);
  const text = type.getText();
  if (types.has(text)) return { $ref: `#/$defs/${text}` };
  return text === "unknown" ? {} : { type: text };
}

function readLiteral(node: TypeScript.LiteralTypeNode["literal"]): unknown {
  const ts = loadCompiler();
  if (ts.isStringLiteral(node)) return node.text;
  return JSON.parse(node.getText()) as unknown; // a number or a boolean
}

/** Schema of a union type: literals become one `enum`, bare type names one `type`, all else `anyOf`. `"a" | "b" | null` is an enum or null. */
function toUnionSchema(branches: readonly Schema[]): Schema {
  const values = branches.flatMap(
    (branch) => (branch["enum"] ?? []) as unknown[],
  );
  const otherBranches = branches.filter(
    (branch) => branch["enum"] === undefined,
  );
  const typeNames = otherBranches.flatMap(({ type, ...otherKeywords }) =>
    typeof type === "string" && Object.keys(otherKeywords).length === 0
      ? [type]
      : [],
  );
  if (otherBranches.length === 0) return { enum: values };
  if (typeNames.length === otherBranches.length && values.length === 0)
    return { type: typeNames };
  return {
    anyOf:
      values.length === 0
        ? otherBranches
        : [{ enum: values }, ...otherBranches],
  };
}

function toObjectSchema(
  members: readonly TypeScript.TypeElement[],
  types: TypeNodes,
): Schema {
  const ts = loadCompiler();
  const indexSignature = members.find((member) =>
    ts.isIndexSignatureDeclaration(member),
  );
  const propertySignatures = members.filter((member) =>
    ts.isPropertySignature(member),
  );
  return {
    type: "object",
    properties: Object.fromEntries(
      propertySignatures.map((property) => [
        nameOf(property),
        toSchema(property.type, types),
      ]),
    ),
    required: propertySignatures
      .filter(({ questionToken }) => questionToken === undefined)
      .map(nameOf),
    ...(indexSignature && {
      additionalProperties: toSchema(indexSignature.type, types),
    }),
  };
}
