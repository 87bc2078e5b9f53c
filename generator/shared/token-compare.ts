import { plain } from "./line-endings.js";

/**
 * What a text says, whatever a formatter does with its layout: of TypeScript and JSON the tokens, of
 * other texts all that is seen, examples of code and rows of tables with it.
 */
export function contentOf(path: string, text: string): string {
  if (!/\.(?:ts|mjs|json)$/.test(path)) return bareText(plain(text));
  const tokens = plain(text).match(TOKENS) ?? [];
  const tokenAt = (index: number) => tokens[index] ?? "";
  const said: string[] = [];
  tokens.forEach((token, index) => {
    const next = tokenAt(index + 1);
    const after = /^\/[/*]/.test(next) ? tokenAt(index + 2) : next;
    if (!isLayout(token, tokenAt(index - 1), after))
      said.push(sayingOf(token, next === ":"));
  });
  return said.join("\n");
}

function isLayout(token: string, before: string, after: string): boolean {
  switch (token) {
    case ";":
    case "(":
    case ")":
      return true;
    case ",":
      return /^[)\]}>]/.test(after);
    case "|":
    case "&":
      return /^(?:[=:(<,[]|as|extends|satisfies)$/.test(before);
    default:
      return false;
  }
}

/** What a parser makes of a text; undefined where it is not valid. */
export interface Reading {
  senseOf(this: void, text: string): string | undefined;
  /** Of what its parts are, whatever parentheses stand around them. */
  shapeOf(this: void, text: string): string | undefined;
}

/** Whether two texts of one path say the same, by their tokens or by what a parser makes of them. */
export function saysSame(
  path: string,
  a: string,
  b: string,
  reading?: Reading,
): boolean {
  if (a === b) return true;
  // Signs that a formatter leaves alone are quickly compared, and mostly tell.
  const rest = (text: string) => text.replace(/[\s'"`{};,|&\\-]+/g, "");
  const [all, others] = [rest(a), rest(b)];
  const bare = (text: string) => text.replace(/[()]+/g, "");
  if (bare(all) !== bare(others)) return false;
  const isAlike = (of: Reading["senseOf"] = () => undefined) => {
    const told = of(plain(a));
    return told !== undefined && told === of(plain(b));
  };
  // Tokens don't tell what parentheses hold together.
  return contentOf(path, a) === contentOf(path, b)
    ? all === others || !reading || isAlike(reading.shapeOf)
    : isAlike(reading?.senseOf);
}

/**
 * Comments, templates, strings, regular expressions, words, and all other signs. What does not end
 * goes on to where it would have to, and no regular expression is very long: nothing is looked at
 * twice for each sign that could begin something.
 */
const TOKENS =
  /\/\/.*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?|`(?:[^`\\]|\\[^])*`?|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|\/(?![/*\s])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.){0,500}\]){1,500}\/[a-z]*|[\w$]+|\S/g;

/** A comment and plain code in a template without their layout, a string in double quotes, a name of a property without any. */
function sayingOf(token: string, isKey: boolean): string {
  switch (token[0]) {
    case "/":
      return /^\/[/*]/.test(token) ? token.replace(/\s+/g, " ") : token;
    case "`":
      return token.replace(/(?<!\\)\$\{[^{}`]*\}/g, bareText);
    case '"':
    case "'": {
      const body = token.slice(1, -1).replace(/\\(["'])/g, "$1");
      return isKey && /^[A-Za-z_$][\w$]*$/.test(body) ? body : `"${body}"`;
    }
    default:
      return token;
  }
}

function bareText(text: string): string {
  return text
    .replace(/\s+/g, "")
    .replace(/-+/g, "-")
    .replaceAll("'", '"')
    .replace(/,(?=[)\]}])/g, "");
}
