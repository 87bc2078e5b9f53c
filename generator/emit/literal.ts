import { escapeUnits, UNSEEN, visible } from "../shared/escape.js";

/**
 * Any plain value as TypeScript source, laid out as prettier would: objects one property a line but
 * for a single plain one, arrays on one line where they fit. Every string of a document that becomes code comes through
 * here (or through `comment`), so nothing in it can end its string.
 * @param depth how deep it stands
 * @param used how much of its line is used before and behind it
 */
export function literal(value: unknown, depth = 0, used = 0): string {
  if (typeof value === "string") return stringLiteral(value);
  if (Array.isArray(value)) return arrayLiteral(value, depth, used);
  if (typeof value === "object" && value !== null)
    return objectLiteral(value, depth, used);
  if (value === undefined) return "undefined";
  // As JSON has numbers, booleans and null; `1e+21` is `1e21` to prettier.
  return JSON.stringify(value).replace("e+", "e");
}

/** The members of an object without its braces, each on lines of its own, ending in a comma. */
export function members(value: object, depth: number): string {
  return Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([key, member]) => `${property(key, member, depth)}\n`)
    .join("");
}

/**
 * A property whose text stands one line a line, indented, so that a change of one line shows as one:
 * the runtime takes the first line break, the last one and the indentation away again. What it could
 * not give back so is a plain string.
 */
export function textProperty(key: string, text: string, depth: number): string {
  if (!text.includes("\n") || /^\s/.test(text))
    return `${property(key, text, depth)}\n`;
  const indent = "  ".repeat(depth);
  const lines = text
    .split("\n")
    .map((line) => (line === "" ? "" : `${indent}  ${templateLine(line)}`));
  return `${indent}${propertyKey(key)}: \`\n${lines.join("\n")}\n${indent}\`,\n`;
}

/** Any plain value on one line, for files that nobody reads or formats. */
export function compact(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(compact).join(", ")}]`;
  if (typeof value !== "object" || value === null) return literal(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([key, member]) => `${propertyKey(key)}: ${compact(member)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

/** The members of an object on a line each, however long. */
export function rows(value: object, depth: number): string {
  const indent = "  ".repeat(depth);
  return Object.entries(value)
    .map(
      ([key, member]) => `${indent}${propertyKey(key)}: ${compact(member)},\n`,
    )
    .join("");
}

/** A property name as source; quoted only where it has to be. */
export function propertyKey(key: string): string {
  // As a plain or quoted key this one sets the prototype instead of a property.
  if (key === "__proto__") return '["__proto__"]';
  return /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(key) ? key : stringLiteral(key);
}

/** Width that prettier fills by default. */
export const WIDTH = 80;

function property(key: string, value: unknown, depth: number): string {
  const indent = "  ".repeat(depth);
  const name = propertyKey(key);
  const head = `${indent}${name}:`;
  const text = literal(value, depth, head.length + 2);
  const isLongString =
    typeof value === "string" && head.length + text.length + 2 > WIDTH;
  // prettier moves a string that does not fit below its key, unless that would gain next to nothing.
  return isLongString && name.length > 4
    ? `${head}\n${indent}  ${text},`
    : `${head} ${text},`;
}

function objectLiteral(value: object, depth: number, used: number): string {
  const [[key, only] = ["", undefined], ...others] = Object.entries(value);
  if (others.length === 0 && only !== undefined && !(only instanceof Object)) {
    const line = `{ ${propertyKey(key)}: ${literal(only)} }`;
    if (used + line.length <= WIDTH) return line;
  }
  const inner = members(value, depth + 1);
  return inner === "" ? "{}" : `{\n${inner}${"  ".repeat(depth)}}`;
}

function arrayLiteral(
  values: readonly unknown[],
  depth: number,
  used: number,
): string {
  if (values.length === 0) return "[]";
  const indent = "  ".repeat(depth + 1);
  const parts = values.map((value) =>
    literal(value, depth + 1, indent.length + 1),
  );
  const line = `[${parts.join(", ")}]`;
  if (!mustBreak(values, parts) && used + line.length <= WIDTH) return line;
  const rows =
    values.length > 1 && values.every((value) => typeof value === "number")
      ? fill(parts, indent.length)
      : parts;
  return `[\n${rows.map((row) => `${indent}${row},\n`).join("")}${"  ".repeat(depth)}]`;
}

/** prettier breaks lists that hold something broken, and lists of several non-trivial lists. */
function mustBreak(values: readonly unknown[], parts: readonly string[]) {
  return (
    parts.some((part) => part.includes("\n")) ||
    (values.length > 1 &&
      values.every((value) => Array.isArray(value) && value.length > 1))
  );
}

/** Numbers stand as many to a line as fit. */
function fill(parts: readonly string[], indent: number): string[] {
  const rows: string[] = [];
  for (const part of parts) {
    const last = rows.at(-1);
    const joined = `${last ?? ""}, ${part}`;
    if (last !== undefined && indent + joined.length + 1 <= WIDTH) {
      rows[rows.length - 1] = joined;
    } else {
      rows.push(part);
    }
  }
  return rows;
}

function stringLiteral(text: string): string {
  const quote = prefersSingle(text) ? "'" : '"';
  return `${quote}${escaped(text).replaceAll(quote, `\\${quote}`)}${quote}`;
}

/** One line of a template; a blank at its end could not be seen, and editors would take it away. */
function templateLine(line: string): string {
  return escaped(line)
    .replace(/[`]|\$(?=\{)/g, "\\$&")
    .replace(/ $/, "\\u0020");
}

/** Without what would be code or could not be seen; quotes stay. */
function escaped(text: string): string {
  if (/^[ !-[\]-~]*$/.test(text)) return text;
  return text
    .replaceAll("\\", "\\\\")
    .replaceAll("\n", "\\n")
    .replaceAll("\t", "\\t")
    .replaceAll("\r", "\\r")
    .replace(UNSEEN, escapeUnits);
}

/** prettier takes the quote that needs fewer escapes. */
function prefersSingle(text: string): boolean {
  const doubles = text.split('"').length;
  return doubles > 1 && doubles > text.split("'").length;
}

/** Names that files of schemas and types use for something else. */
const TAKEN =
  "Argument JsonSchema NonNullable Omit Partial Record Schemas Uint8Array WithRequired";

/** The identifier of a name, always the same one. */
export type Identify = (
  name: string,
  ending: "Argument" | "Operation" | "Schema",
) => string;

/** Makes identifiers: the name itself where no word of the language can be one; else with an ending, and a number where it is taken. */
export function identifiers(): Identify {
  const taken = new Map(TAKEN.split(" ").map((word) => [word, ""]));
  return (name, ending) => {
    const isPlain = ending === "Schema" && /^[A-Z]\w*$/.test(name);
    const safe = name.replace(/\W/g, "_").replace(/^(?=\d)/, "_");
    const wanted = isPlain ? name : `${safe}${ending}`;
    const owner = `${ending} ${name}`;
    let id = wanted;
    for (let at = 2; (taken.get(id) ?? owner) !== owner; at += 1)
      id = `${wanted}${at}`;
    taken.set(id, owner);
    return id;
  };
}

/**
 * Text of a document as it may stand in a block comment: on one line, unable to end the comment or
 * to be a directive of the compiler (`@ts-ignore`).
 */
export function comment(text: string): string {
  return text
    .replaceAll("*/", "*\\/")
    .replace(UNSEEN, " ")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^@(?=ts-)/, "\\@");
}

/** A value as JSON, laid out as prettier would, as far as lists of one short text go; nothing in it can't be seen. */
export function json(value: unknown): string {
  return JSON.stringify(value, null, 2)
    .split("\n")
    .map(visible)
    .join("\n")
    .replace(/\[\n\s+("[^"\n]{0,40}")\n\s+\]/g, "[$1]");
}

/** An object as JSON, a member a line, for the inside of `String.raw`: nothing in it can end that. */
export function rawRows(value: object, depth: number): string {
  const indent = "  ".repeat(depth);
  const rows = Object.entries(value)
    .map((member) => member.map((part) => visible(JSON.stringify(part))))
    .map(([key, member]) => `\n${indent}  ${key}: ${member}`);
  const inside = rows.length > 0 ? `${rows.join(",")}\n${indent}` : "";
  return `{${inside.replace(/`|\$(?=\{)/g, escapeUnits)}}`;
}
