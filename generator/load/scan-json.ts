import { below } from "../json.js";

/** What JSON.parse does not tell: where a text stops being JSON, and keys that stand twice in one object. */
export interface JsonScan {
  readonly error: { readonly offset: number; readonly expected: string } | null;
  readonly duplicates: readonly {
    readonly offset: number;
    readonly pointer: string;
  }[];
}

interface Frame {
  readonly keys: Set<string> | null;
  readonly pointer: string;
  index: number;
  key: string;
}

type Expected = "value" | "first-item" | "key" | "first-key" | "colon" | "next";

const WORDS: Record<Expected, string> = {
  value: "a value",
  "first-item": "a value or ']'",
  key: "a name in double quotes",
  "first-key": "a name in double quotes or '}'",
  colon: "':' after the name",
  next: "',' or the closing bracket",
};

const TOKEN =
  /\s*(?:([{}[\],:])|("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|true\b|false\b|null\b))/y;

/** Walks over JSON text once. https://www.rfc-editor.org/rfc/rfc8259 */
export function scanJson(text: string): JsonScan {
  const token = new RegExp(TOKEN);
  const frames: Frame[] = [];
  const duplicates: { offset: number; pointer: string }[] = [];
  let expected: Expected | "end" = "value";
  let end = 0;
  const fail = (words: string): JsonScan => ({
    error: { offset: skipSpace(text, end), expected: words },
    duplicates,
  });

  while (expected !== "end") {
    token.lastIndex = end;
    const found = token.exec(text);
    if (found === null) return fail(WORDS[expected]);
    const [, punctuation, string, literal] = found;
    const frame: Frame | undefined = frames.at(-1);
    const isValue = expected === "value" || expected === "first-item";

    if (
      string !== undefined &&
      (expected === "key" || expected === "first-key")
    ) {
      const key = readKey(string);
      if (frame?.keys?.has(key))
        duplicates.push({
          offset: token.lastIndex - string.length,
          pointer: below(frame.pointer, key),
        });
      frame?.keys?.add(key);
      if (frame) frame.key = key;
      expected = "colon";
    } else if ((string ?? literal) !== undefined && isValue) {
      expected = frame ? "next" : "end";
    } else if ((punctuation === "{" || punctuation === "[") && isValue) {
      const isMap = punctuation === "{";
      frames.push({
        keys: isMap ? new Set() : null,
        pointer: frame
          ? below(frame.pointer, frame.keys ? frame.key : frame.index)
          : "",
        index: 0,
        key: "",
      });
      expected = isMap ? "first-key" : "first-item";
    } else if (punctuation === ":" && expected === "colon") {
      expected = "value";
    } else if (punctuation === "," && expected === "next" && frame) {
      frame.index += 1;
      expected = frame.keys ? "key" : "value";
    } else if (frame && closes(punctuation, frame, expected)) {
      frames.pop();
      expected = frames.length > 0 ? "next" : "end";
    } else {
      return fail(WORDS[expected]);
    }
    end = token.lastIndex;
  }
  return skipSpace(text, end) < text.length
    ? fail("nothing after the end of the document")
    : { error: null, duplicates };
}

function closes(
  punctuation: string | undefined,
  frame: Frame,
  expected: Expected,
): boolean {
  const first = frame.keys ? "first-key" : "first-item";
  return (
    punctuation === (frame.keys ? "}" : "]") &&
    (expected === "next" || expected === first)
  );
}

function readKey(string: string): string {
  // A string token is JSON by itself.
  return string.includes("\\")
    ? (JSON.parse(string) as string)
    : string.slice(1, -1);
}

function skipSpace(text: string, offset: number): number {
  let end = offset;
  while (end < text.length && " \t\r\n".includes(text.charAt(end))) end += 1;
  return end;
}
