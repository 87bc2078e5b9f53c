import { normalizeLineEndings } from "./line-endings.js";

/**
 * Text without what a formatter may change. For TypeScript and JSON these are its tokens, one a line;
 * for other texts all visible characters, including code examples and table rows.
 */
export function significantTokens(path: string, text: string): string {
  if (!/\.(?:ts|mjs|json)$/.test(path))
    return stripLayout(normalizeLineEndings(text));
  const tokens = normalizeLineEndings(text).match(TOKENS) ?? [];
  const normalizedTokens: string[] = [];
  tokens.forEach((token, index) => {
    if (!isLayout(tokens, index))
      normalizedTokens.push(normalizeToken(token, tokens[index + 1] === ":"));
  });
  return normalizedTokens.join("\n");
}

function isLayout(tokens: readonly string[], index: number): boolean {
  switch (tokens[index]) {
    case ";":
    case "(":
    case ")":
      return true;
    case ",": {
      const [nextToken = "", laterToken = ""] = tokens.slice(
        index + 1,
        index + 3,
      );
      return /^[)\]}>]/.test(
        /^\/[/*]/.test(nextToken) ? laterToken : nextToken,
      );
    }
    case "|":
    case "&":
      return /^(?:[=:(<,[]|as|extends|satisfies)$/.test(
        tokens[index - 1] ?? "",
      );
    default:
      return false;
  }
}

/** Comparable forms of a text, made by a parser. Both methods return undefined if the text is not valid. */
export interface SyntaxReader {
  normalizedText(this: void, text: string): string | undefined;
  /** Structure of the syntax tree, without the parentheses around its nodes. */
  nodeShape(this: void, text: string): string | undefined;
}

/** True if two texts of one path differ in layout alone, by their tokens or by the parser's forms. */
export function isEquivalent(
  path: string,
  a: string,
  b: string,
  syntaxReader?: SyntaxReader,
): boolean {
  if (a === b) return true;
  // Comparing the characters that no formatter touches is fast, and mostly decides.
  const stripFormatting = (text: string) =>
    text.replace(/[\s'"`{};,|&\\-]+/g, "");
  const [strippedA, strippedB] = [stripFormatting(a), stripFormatting(b)];
  const stripParentheses = (text: string) => text.replace(/[()]+/g, "");
  if (stripParentheses(strippedA) !== stripParentheses(strippedB)) return false;
  const isSameForm = (
    toForm: SyntaxReader["normalizedText"] = () => undefined,
  ) => {
    const form = toForm(normalizeLineEndings(a));
    return form !== undefined && form === toForm(normalizeLineEndings(b));
  };
  // Tokens don't show which operands parentheses group.
  return significantTokens(path, a) === significantTokens(path, b)
    ? strippedA === strippedB ||
        !syntaxReader ||
        isSameForm(syntaxReader.nodeShape)
    : isSameForm(syntaxReader?.normalizedText);
}

/**
 * Comments, templates, strings, regular expressions, words, and all other characters. An unterminated
 * token runs to where it would have to end, and the length of regular expressions is bounded, so
 * that matching takes linear time.
 */
const TOKENS =
  /\/\/.*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?|`(?:[^`\\]|\\[^])*`?|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|\/(?![/*\s])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.){0,500}\]){1,500}\/[a-z]*|[\w$]+|\S/g;

/** Token in one form: comments and simple template expressions without layout, strings in double quotes, property names without quotes. */
function normalizeToken(token: string, isKey: boolean): string {
  switch (token[0]) {
    case "/":
      return /^\/[/*]/.test(token) ? token.replace(/\s+/g, " ") : token;
    case "`":
      return token.replace(/(?<!\\)\$\{[^{}`]*\}/g, stripLayout);
    case '"':
    case "'": {
      const body = token.slice(1, -1).replace(/\\(["'])/g, "$1");
      return isKey && /^[A-Za-z_$][\w$]*$/.test(body) ? body : `"${body}"`;
    }
    default:
      return token;
  }
}

function stripLayout(text: string): string {
  return text
    .replace(/\s+/g, "")
    .replace(/-+/g, "-")
    .replaceAll("'", '"')
    .replace(/,(?=[)\]}])/g, "");
}
