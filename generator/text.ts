import { createHash } from "node:crypto";

// A person who is asked, a terminal and a reviewer are shown the same characters.
export { escapeUnits, UNSEEN, visible } from "../runtime/features/visible.js";

const byteOrderMark = "\uFEFF";

/** The text with LF line ends and without a byte order mark: what counts when two texts are compared. */
export function plain(text: string): string {
  const body = text.startsWith(byteOrderMark) ? text.slice(1) : text;
  return body.includes("\r") ? body.replaceAll("\r\n", "\n") : body;
}

/** Gives a plain text the line ends and the byte order mark of another one, so that a file with CRLF stays one. */
export function dressedAs(text: string, model: string): string {
  const crlf = model.split("\r\n").length - 1;
  const lf = model.split("\n").length - 1 - crlf;
  const body = crlf > lf ? text.replaceAll("\n", "\r\n") : text;
  return model.startsWith(byteOrderMark) ? byteOrderMark + body : body;
}

/** In hex. */
export function sha256(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}

/** SHA-256 of the plain text in base64url, 6 bits a character, so that a checkout with CRLF counts as no edit. */
export function digest(text: string, length = 22): string {
  return createHash("sha256")
    .update(plain(text))
    .digest("base64url")
    .slice(0, length);
}

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

/** A function of a text that remembers what it gave: documents say many things many times. */
export function remembering<Result>(
  of: (text: string) => Result,
): (text: string) => Result {
  const known = new Map<string, Result>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const made = of(text);
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(text, made);
    return made;
  };
}

/** The same of what never changes, such as schemas: what is made of each is kept as long as it is there. */
export function rememberingEach<
  Of extends object,
  Made extends NonNullable<unknown> | null,
>(make: (of: Of) => Made): (of: Of) => Made {
  const known = new WeakMap<Of, Made>();
  return (of) => {
    const found = known.get(of);
    if (found !== undefined) return found;
    const made = make(of);
    known.set(of, made);
    return made;
  };
}

/** Texts that are remembered; GitHub's document has a third of them. */
const MOST_KNOWN = 30_000;

/** By code unit, the same on every machine and in every locale. */
export function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The same of entries, by their keys. */
export function byKey(
  [a]: readonly [string, unknown],
  [b]: readonly [string, unknown],
): number {
  return byCodeUnit(a, b);
}

/** The known names that a wrong one may have been meant as, in a sentence with a blank behind it; empty where none is near. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const most = Math.max(2, name.length / 5);
  const isIn = (one: string, other: string) =>
    other.length > 2 && one.toLowerCase().includes(other.toLowerCase());
  const near = [...known]
    .map((one): [number, string] => [apart(name, one), one])
    .filter(
      ([letters, one]) => letters <= most || isIn(one, name) || isIn(name, one),
    )
    .sort(([a, one], [b, other]) => a - b || byCodeUnit(one, other))
    .map(([, one]) => one);
  return near.length === 0
    ? ""
    : `Did you mean ${near.slice(0, 3).join(" or ")}? `;
}

/** How many letters two names don't share. */
export function apart(one: string, other: string): number {
  let rest = other.toLowerCase();
  const extra = [...one.toLowerCase()].filter((letter) => {
    const before = rest;
    rest = rest.replace(letter, "");
    return rest === before;
  });
  return extra.length + rest.length;
}

/** Words of a name as folders and packages have them: lower case, digits, single hyphens. Empty where none is of such letters. */
export function slug(text: string, longest = 60): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-/, "")
    .slice(0, longest)
    .replace(/-$/, "");
}

/** The first characters of a text, without half of one. `length`: in UTF-16 units. */
export function cutAt(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, "");
}

/** `1,234`. `toLocaleString` would load all languages first. */
export function inThousands(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** One word of a POSIX shell. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text)
    ? text
    : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
