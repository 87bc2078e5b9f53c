import { createRequire } from "node:module";
import type * as OpenApiTypeScript from "openapi-typescript";
import { comment } from "../emit/comment.js";
import { literal, propertyKey } from "../emit/literal.js";
import { referenceName } from "../schema/shape.js";
import { compiler, type TypeScript } from "../typescript.js";
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

/** The type of a shape as source, indented but for its first line. */
export type Translate = (shape: Shape, indent: string) => string;

/**
 * The door to openapi-typescript, which writes one member of an object a line. Loads it on first use.
 * @param shapes what `#/$defs/…` points to
 */
export function translator(shapes: ReadonlyMap<string, Shape>): Translate {
  let translate: Translate | undefined;
  return (shape, indent) => (translate ??= load(shapes))(shape, indent);
}

function load(shapes: ReadonlyMap<string, Shape>): Translate {
  // The build makes a file of the one transform, with the compiler that ts-morph brings: installed
  // whole, openapi-typescript comes with a second one and a linter, 40 MB. `require` knows no types.
  const { default: transform } = createRequire(import.meta.url)(
    "#openapi-typescript",
  ) as { readonly default: typeof OpenApiTypeScript.transformSchemaObject };
  const ts = compiler();
  // The options that the transform reads and that are not off when left out.
  const ctx = {
    discriminators: { objects: {}, refsHandled: [] },
    injectFooter: [],
    resolve: ($ref: string) => shapes.get(referenceName({ $ref }) ?? ""),
    transformProperty: (
      property: TypeScript.PropertySignature,
      { description }: Shape,
    ) =>
      ts.addSyntheticLeadingComment(
        property,
        ts.SyntaxKind.MultiLineCommentTrivia,
        typeof description === "string" ? `* ${comment(description)} ` : "",
      ),
  } as unknown as OpenApiTypeScript.GlobalContext;
  return (shape, indent) => {
    // A shape is a schema object, read-only and in fewer forms.
    const schema = shape as OpenApiTypeScript.SchemaObject;
    return print(ts, transform(schema, { ctx }), indent);
  };
}

/** A node as source. `ts` is handed in, since it loads slowly. */
function print(ts: typeof TypeScript, node: TypeScript.Node, indent: string) {
  const inside = ts.isTypeLiteralNode(node) ? `${indent}  ` : indent;
  const parts: string[] = [];
  ts.forEachChild(node, (child) => {
    // Parentheses around what is of the same kind say nothing.
    const same =
      ts.isParenthesizedTypeNode(child) && child.type.kind === node.kind;
    parts.push(print(ts, same ? child.type : child, inside));
  });
  const [first = "", ...others] = parts;
  if (ts.isParenthesizedTypeNode(node)) return `(${first})`;
  if (ts.isUnionTypeNode(node)) return parts.join(" | ");
  if (ts.isIntersectionTypeNode(node)) return parts.join(" & ");
  if (ts.isArrayTypeNode(node)) return `${first}[]`;
  if (ts.isTupleTypeNode(node)) return `[${parts.join(", ")}]`;
  if (ts.isTypeLiteralNode(node))
    return `{\n${parts.map((part) => `${inside}${part};\n`).join("")}${indent}}`;
  if (ts.isParameter(node)) return "[key: string]";
  if (ts.isIndexSignatureDeclaration(node)) return parts.join(": ");
  if (ts.isPropertySignature(node)) {
    // A name in quotes is a StringLiteral, a plain one an Identifier or NumericLiteral.
    const { text } = node.name as TypeScript.Identifier;
    const mark = node.questionToken === undefined ? "" : "?";
    // The first comment is ours, what openapi-typescript adds comes behind it.
    const [said] = ts.getSyntheticLeadingComments(node) ?? [];
    const words = said?.text ? `/*${said.text}*/\n${indent}` : "";
    return `${words}${propertyKey(decode(text))}${mark}: ${parts.at(-1)}`;
  }
  if (ts.isTypeReferenceNode(node))
    return others.length === 0
      ? first
      : // The names of what is required are those of properties.
        `${first}<${decode(others.join(", "))}>`;
  // A reference: `$defs["Pet"]`.
  if (ts.isIndexedAccessTypeNode(node))
    return `components["schemas"][${others.join("")}]`;
  return ts.isLiteralTypeNode(node) ? first : word(ts, node);
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
  if (keyword !== undefined) return keyword;
  const kind = ts.SyntaxKind[node.kind];
  throw new Error(`openapi-typescript made a ${kind}, which is not expected.`);
}
