import type { YAMLException } from "js-yaml";
import { because } from "../errors.js";

/** What to do about a reason that the parser gives. */
const HINTS: readonly (readonly [RegExp, string])[] = [
  [
    /tab characters/,
    "YAML is indented with spaces: replace the tab at the start of this line.",
  ],
  [
    /indentation|document separator is expected|implicit key|':' after/,
    "Compare this line's indentation with the lines around it; a text that holds ': ' or ' #', or begins with @, %, ` or *, needs quotes.",
  ],
  [
    /unexpected end|missed comma|flow collection/,
    "A comma is missing near here, or a quote or bracket that was opened is not closed.",
  ],
  [/alias/, "An alias (*name) needs its anchor (&name) before it."],
  [/complex keys/, "Keys must be plain text."],
  [
    /maxDepth|maxTotalMergeKeys/,
    "The document is nested or merged beyond what a description needs.",
  ],
];

/** Throws what a YAML error means to a reader. Lines that were indented anew have no columns. */
export function explainYaml(
  error: YAMLException,
  { text, indented }: { readonly text: string; readonly indented: number },
  file: string,
): never {
  const hint = /^<{7} /m.test(text)
    ? "Git's conflict markers stand in it: resolve them first."
    : HINTS.find(([reason]) => reason.test(error.reason))?.[1];
  const isSdl = /^\s*(?:type|input|schema|interface|enum)\b[^:\n]*\{/m.test(
    text,
  );
  const isJson = /^\s*[{[]/.test(text);
  const problem = {
    code: isJson ? "invalid-json" : "invalid-yaml",
    message: `This is ${isJson ? "neither JSON nor" : "not valid"} YAML: ${error.reason}.`,
    file,
    ...(error.mark && { line: error.mark.line + 1 }),
    ...(error.mark && indented === 0 && { column: error.mark.column + 1 }),
    hint: isSdl
      ? "This looks like a GraphQL schema; an OpenAPI description is needed."
      : (hint ?? "Correct that place; an editor shows it, too."),
  };
  throw because(error, problem);
}
