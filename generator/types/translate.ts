import { createRequire } from "node:module";
import type * as OpenApiTypeScript from "openapi-typescript";
import type * as TypeScript from "typescript";
import { literal, propertyKey } from "../emit/literal.js";
import { referenceName } from "../schema/shape.js";
import type { Shape } from "./shape.js";

/**
 * The name of a property as it travels through openapi-typescript, which decodes it as if it were
 * part of a URL, and fails on some that hold `%`.
 */
export function encode(name: string): string {
  return name.replace(/[%^]/g, (sign) => (sign === "%" ? "^p" : "^^"));
}

function decode(name: string): string {
  return name.replace(/\^(.)/g, (_, sign) => (sign === "p" ? "%" : "^"));
}

/**
 * The door to openapi-typescript: gives the type of a shape as source, one member of an object a
 * line. Loads it on first use.
 * @param shapes what `#/$defs/…` points to
 */
export function translator(
  shapes: ReadonlyMap<string, Shape>,
): (shape: Shape, indent: string) => string {
  let translate: ((shape: Shape, indent: string) => string) | undefined;
  return (shape, indent) => (translate ??= load(shapes))(shape, indent);
}

function load(
  shapes: ReadonlyMap<string, Shape>,
): (shape: Shape, indent: string) => string {
  // Required, not imported, since that takes half the time; and of openapi-typescript only the one
  // transform, since the whole brings a linter with it: a quarter of a second.
  const require = createRequire(import.meta.url);
  // `require` knows no types: these are the packages' own.
  const ts = require("typescript") as typeof TypeScript;
  const { default: transform } =
    require("openapi-typescript/dist/transform/schema-object.cjs") as {
      readonly default: typeof OpenApiTypeScript.transformSchemaObject;
    };
  // The options that the transform reads and that are not off when left out.
  const ctx = {
    discriminators: { objects: {}, refsHandled: [] },
    injectFooter: [],
    resolve: ($ref: string) => shapes.get(referenceName({ $ref }) ?? ""),
  } as unknown as OpenApiTypeScript.GlobalContext;
  return (shape, indent) =>
    // A shape is a schema object, read-only and in fewer forms.
    print(
      ts,
      transform(shape as OpenApiTypeScript.SchemaObject, { ctx }),
      indent,
    );
}

/** A type as source. `ts` is handed in, since it loads slowly. */
function print(
  ts: typeof TypeScript,
  node: TypeScript.Node,
  indent: string,
): string {
  const one = (part: TypeScript.Node) => print(ts, part, indent);
  // Parentheses around what is of the same kind say nothing.
  const bare = (part: TypeScript.Node) =>
    ts.isParenthesizedTypeNode(part) && part.type.kind === node.kind
      ? part.type
      : part;
  const all = (parts: readonly TypeScript.Node[], separator: string) =>
    parts.map((part) => one(bare(part))).join(separator);
  if (ts.isParenthesizedTypeNode(node)) return `(${one(node.type)})`;
  if (ts.isUnionTypeNode(node)) return all(node.types, " | ");
  if (ts.isIntersectionTypeNode(node)) return all(node.types, " & ");
  if (ts.isArrayTypeNode(node)) return `${one(node.elementType)}[]`;
  if (ts.isTupleTypeNode(node)) return `[${all(node.elements, ", ")}]`;
  if (ts.isTypeLiteralNode(node)) {
    const lines = node.members.map(
      (member) => `${indent}  ${printMember(ts, member, `${indent}  `)};\n`,
    );
    return `{\n${lines.join("")}${indent}}`;
  }
  if (ts.isTypeReferenceNode(node)) {
    const name = one(node.typeName);
    return node.typeArguments === undefined
      ? name
      : // The names of what is required are those of properties.
        `${name}<${decode(all(node.typeArguments, ", "))}>`;
  }
  if (ts.isLiteralTypeNode(node)) return one(node.literal);
  // A reference: `$defs["Pet"]`.
  if (ts.isIndexedAccessTypeNode(node))
    return `components["schemas"][${one(node.indexType)}]`;
  return word(ts, node);
}

function printMember(
  ts: typeof TypeScript,
  node: TypeScript.TypeElement,
  indent: string,
): string {
  if (ts.isIndexSignatureDeclaration(node))
    return `[key: string]: ${print(ts, node.type, indent)}`;
  if (!ts.isPropertySignature(node) || node.type === undefined)
    throw unknownNode(ts, node);
  // A name in quotes is a StringLiteral, a plain one an Identifier or NumericLiteral.
  const { text } = node.name as TypeScript.Identifier;
  const mark = node.questionToken === undefined ? "" : "?";
  return `${propertyKey(decode(text))}${mark}: ${print(ts, node.type, indent)}`;
}

/** A type that is one word. */
function word(ts: typeof TypeScript, node: TypeScript.Node): string {
  if (ts.isStringLiteral(node)) return literal(node.text);
  if (ts.isNumericLiteral(node)) return literal(Number(node.text));
  if (ts.isPrefixUnaryExpression(node))
    // A minus before a number.
    return literal(-Number((node.operand as TypeScript.NumericLiteral).text));
  // openapi-typescript makes identifiers of the strings of an enum, quotes included.
  if (ts.isIdentifier(node))
    return node.text.startsWith('"')
      ? literal(JSON.parse(node.text))
      : node.text;
  const keyword = ts.tokenToString(node.kind);
  if (keyword === undefined) throw unknownNode(ts, node);
  return keyword;
}

function unknownNode(ts: typeof TypeScript, node: TypeScript.Node): Error {
  return new Error(
    `openapi-typescript made a ${ts.SyntaxKind[node.kind]}, which is not expected.`,
  );
}
