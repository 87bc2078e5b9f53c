import ts from "typescript";
import { describe, expect, test } from "vitest";
import type { Schema } from "../../../../generator/model.js";
import { toHoverText } from "../../../../generator/describe/shorten.js";
import { writeApiTypes } from "../../../../generator/emit/types/api-types.js";
import { compile } from "./compile.js";

const HOSTILE = [
  `"'\`\${process.exit(1)}`,
  "*/ } export const broken = 1; /*",
  "@ts-expect-error",
  "</script><!--",
  "line\u2028separators\u2029here\nand\r\nthere",
  "nul\0 and \u001b[31m escape",
  "half \ud800 of a pair \udfff",
  "\u202eright to left\u202c and \u200bnothing",
  "back\\slash\\",
  "100%",
  "100^p^^",
  "a#/%zz",
  "~0~1/",
  "__proto__",
  "constructor",
  "toString",
  "Name",
  "name",
  "NaN",
  "Infinity",
  "1e3",
  "007",
  "-1",
  "",
  "日本語",
  "x".repeat(100_000),
];

/** Every text of a schema is hostile. */
function hostileSchema(text: string): Schema {
  return {
    type: "object",
    title: text,
    description: text,
    examples: [text],
    default: { [text]: text },
    format: text,
    deprecated: true,
    properties: Object.fromEntries([
      [text, { enum: [text, -1], description: text }],
      [`${text}.`, { const: { [text]: [text] } }],
      [
        `${text}..`,
        { type: "object", properties: Object.fromEntries([[text, {}]]) },
      ],
    ]),
    required: [text],
    patternProperties: Object.fromEntries([[text, { const: text }]]),
  };
}

const schemas = new Map(HOSTILE.map((text) => [text, hostileSchema(text)]));
const operations = new Map(
  HOSTILE.map((text) => [
    text,
    {
      arguments: {
        ...hostileSchema(text),
        allOf: [{ $ref: `#/$defs/${text}`, required: [`${text}.`] }],
      },
      omit: [text],
      response: { $ref: `#/$defs/${text}` },
    },
  ]),
);
const text = writeApiTypes({
  schemas,
  operations,
  describeProperty: toHoverText,
});
const source = ts.createSourceFile(
  "api.ts",
  text,
  ts.ScriptTarget.ESNext,
  true,
);

describe("types of a hostile document", () => {
  test("consist of one-line comments, one helper, one interface and a type for each schema", () => {
    const lines = text.match(/^ +\/\*\* .{1,350} \*\/$/gm) ?? [];
    expect(lines.length).toBeGreaterThan(20);
    expect(tokens(text).filter(isComment)).toHaveLength(1 + lines.length);
    expect(source.statements.map(({ kind }) => ts.SyntaxKind[kind])).toEqual([
      "TypeAliasDeclaration",
      "InterfaceDeclaration",
      ...[...operations, ...schemas].map(() => "TypeAliasDeclaration"),
    ]);
  });

  test("contain its texts unchanged, and no others", () => {
    const texts = HOSTILE.flatMap((text) => [text, `${text}.`, `${text}..`]);
    const own = ["arguments", "response"];
    expect(new Set(textsOf(source))).toEqual(new Set([...texts, ...own]));
  });

  test("escape invisible characters", () => {
    expect(text).not.toMatch(/[^\P{C}\n]|[\u2028\u2029]/u);
  });

  test("compile", () => {
    expect(compile({ "/api.ts": text })).toEqual([]);
  });
});

function tokens(text: string): ts.SyntaxKind[] {
  const scanner = ts.createScanner(ts.ScriptTarget.ESNext, false);
  scanner.setText(text);
  const kinds: ts.SyntaxKind[] = [];
  while (kinds.at(-1) !== ts.SyntaxKind.EndOfFileToken)
    kinds.push(scanner.scan());
  return kinds;
}

function isComment(kind: ts.SyntaxKind): boolean {
  return (
    kind === ts.SyntaxKind.SingleLineCommentTrivia ||
    kind === ts.SyntaxKind.MultiLineCommentTrivia
  );
}

/** Property names and literals, as they evaluate. */
function textsOf(node: ts.Node): string[] {
  const own =
    ts.isStringLiteral(node) ||
    (ts.isIdentifier(node) && ts.isPropertySignature(node.parent))
      ? [node.text]
      : [];
  const below: string[] = [];
  ts.forEachChild(node, (child) => void below.push(...textsOf(child)));
  return [...own, ...below];
}
