import ts from "typescript";
import { dedent } from "../../runtime/tools.js";

/** Structure of a TypeScript file, without its data. */
export interface Skeleton {
  /** Kinds of the top-level statements, equal neighbours once. */
  readonly statements: string;
  /** Everything that runs: calls, functions, operators, templates, with how often it is there. Types run nothing. */
  readonly code: Readonly<Record<string, number>>;
  /** Values of the file's texts. */
  readonly texts: readonly string[];
  readonly errors: readonly string[];
}

/** Kinds that hold data or types and run nothing. */
const DATA = new Set([
  ts.SyntaxKind.ArrayLiteralExpression,
  ts.SyntaxKind.ComputedPropertyName,
  ts.SyntaxKind.EndOfFileToken,
  ts.SyntaxKind.FalseKeyword,
  ts.SyntaxKind.Identifier,
  ts.SyntaxKind.NoSubstitutionTemplateLiteral,
  ts.SyntaxKind.NullKeyword,
  ts.SyntaxKind.NumericLiteral,
  ts.SyntaxKind.ObjectLiteralExpression,
  ts.SyntaxKind.PropertyAssignment,
  ts.SyntaxKind.StringLiteral,
  ts.SyntaxKind.TrueKeyword,
]);

export function skeletonOf(path: string, text: string): Skeleton {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true);
  const code: Record<string, number> = {};
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) texts.push(dedent(node.text));
    if (ts.isInterfaceDeclaration(node) || ts.isTypeNode(node)) return;
    if (!DATA.has(node.kind)) {
      const kind = ts.SyntaxKind[node.kind];
      code[kind] = (code[kind] ?? 0) + 1;
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  const kinds = file.statements.map(({ kind }) => ts.SyntaxKind[kind]);
  const { parseDiagnostics = [] } = file as {
    parseDiagnostics?: readonly ts.Diagnostic[];
  }; // not in its type
  return {
    statements: kinds
      .filter((kind, index) => kind !== kinds[index - 1])
      .join(" "),
    code,
    texts,
    errors: parseDiagnostics.map(({ messageText }) =>
      ts.flattenDiagnosticMessageText(messageText, " "),
    ),
  };
}
