import { escapeUnits, INVISIBLE, escapeInvisible } from "../shared/escape.js";

/**
 * Any plain value as TypeScript source, laid out as prettier would: objects with one property a line except
 * for a single scalar one, arrays on one line if they fit. Every string of a document that becomes code comes through
 * here (or through `comment`), so nothing in it can end its string.
 * @param depth levels of indentation
 * @param usedColumns columns of the line that are used before and behind the value
 */
export function literal(value: unknown, depth = 0, usedColumns = 0): string {
  if (typeof value === "string") return stringLiteral(value);
  if (Array.isArray(value)) return arrayLiteral(value, depth, usedColumns);
  if (typeof value === "object" && value !== null)
    return objectLiteral(value, depth, usedColumns);
  if (value === undefined) return "undefined";
  // As JSON has numbers, booleans and null; `1e+21` is `1e21` to prettier.
  return JSON.stringify(value).replace("e+", "e");
}

/** Members of an object without its braces, each on separate lines, ending in a comma. */
export function writeMembers(value: object, depth: number): string {
  return Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([key, member]) => `${writeProperty(key, member, depth)}\n`)
    .join("");
}

/**
 * A property whose text is a template literal with one line a line, indented, so that a change of one line
 * shows as one: the runtime removes the first line break, the last one and the indentation. A text that
 * would not survive that becomes a string literal.
 */
export function writeTextProperty(
  key: string,
  text: string,
  depth: number,
): string {
  if (!text.includes("\n") || /^\s/.test(text))
    return `${writeProperty(key, text, depth)}\n`;
  const indent = "  ".repeat(depth);
  const lines = text
    .split("\n")
    .map((line) =>
      line === "" ? "" : `${indent}  ${escapeTemplateLine(line)}`,
    );
  return `${indent}${toPropertyKey(key)}: \`\n${lines.join("\n")}\n${indent}\`,\n`;
}

/** Any plain value on one line, for files that no one reads or formats. */
export function writeCompact(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeCompact).join(", ")}]`;
  if (typeof value !== "object" || value === null) return literal(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([key, member]) => `${toPropertyKey(key)}: ${writeCompact(member)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

/** Members of an object on a line each, however long. */
export function writeRows(value: object, depth: number): string {
  const indent = "  ".repeat(depth);
  return Object.entries(value)
    .map(
      ([key, member]) =>
        `${indent}${toPropertyKey(key)}: ${writeCompact(member)},\n`,
    )
    .join("");
}

/** A property name as source; quoted only if necessary. */
export function toPropertyKey(key: string): string {
  // As a plain or quoted key, `__proto__` sets the prototype instead of a property.
  if (key === "__proto__") return '["__proto__"]';
  return /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(key) ? key : stringLiteral(key);
}

/** Width that prettier fills by default. */
export const WIDTH = 80;

function writeProperty(key: string, value: unknown, depth: number): string {
  const indent = "  ".repeat(depth);
  const name = toPropertyKey(key);
  const head = `${indent}${name}:`;
  const valueText = literal(value, depth, head.length + 2);
  const isLongString =
    typeof value === "string" && head.length + valueText.length + 2 > WIDTH;
  // prettier moves a string that does not fit below its key, unless that would gain next to nothing.
  return isLongString && name.length > 4
    ? `${head}\n${indent}  ${valueText},`
    : `${head} ${valueText},`;
}

function objectLiteral(
  value: object,
  depth: number,
  usedColumns: number,
): string {
  const [[key, singleMember] = ["", undefined], ...furtherMembers] =
    Object.entries(value);
  if (
    furtherMembers.length === 0 &&
    singleMember !== undefined &&
    !(singleMember instanceof Object)
  ) {
    const line = `{ ${toPropertyKey(key)}: ${literal(singleMember)} }`;
    if (usedColumns + line.length <= WIDTH) return line;
  }
  const memberLines = writeMembers(value, depth + 1);
  return memberLines === "" ? "{}" : `{\n${memberLines}${"  ".repeat(depth)}}`;
}

function arrayLiteral(
  values: readonly unknown[],
  depth: number,
  usedColumns: number,
): string {
  if (values.length === 0) return "[]";
  const indent = "  ".repeat(depth + 1);
  const elements = values.map((value) =>
    literal(value, depth + 1, indent.length + 1),
  );
  const line = `[${elements.join(", ")}]`;
  if (!mustBreak(values, elements) && usedColumns + line.length <= WIDTH)
    return line;
  const rows =
    values.length > 1 && values.every((value) => typeof value === "number")
      ? fillRows(elements, indent.length)
      : elements;
  return `[\n${rows.map((row) => `${indent}${row},\n`).join("")}${"  ".repeat(depth)}]`;
}

/** True if prettier breaks a list: one with an element over several lines, or of several lists with two elements or more. */
function mustBreak(values: readonly unknown[], elements: readonly string[]) {
  return (
    elements.some((part) => part.includes("\n")) ||
    (values.length > 1 &&
      values.every((value) => Array.isArray(value) && value.length > 1))
  );
}

/** Rows of numbers, as many in each as fit the width. */
function fillRows(numbers: readonly string[], indent: number): string[] {
  const rows: string[] = [];
  for (const number of numbers) {
    const lastRow = rows.at(-1);
    const joinedRow = `${lastRow ?? ""}, ${number}`;
    if (lastRow !== undefined && indent + joinedRow.length + 1 <= WIDTH) {
      rows[rows.length - 1] = joinedRow;
    } else {
      rows.push(number);
    }
  }
  return rows;
}

function stringLiteral(text: string): string {
  const quote = prefersSingle(text) ? "'" : '"';
  return `${quote}${escapeText(text).replaceAll(quote, `\\${quote}`)}${quote}`;
}

/** Escapes one line of a template literal. A trailing blank becomes `\\u0020`, since it is invisible and editors remove it. */
function escapeTemplateLine(line: string): string {
  return escapeText(line)
    .replace(/[`]|\$(?=\{)/g, "\\$&")
    .replace(/ $/, "\\u0020");
}

/** Escapes characters that would be code or invisible; quotes stay. */
function escapeText(text: string): string {
  if (/^[ !-[\]-~]*$/.test(text)) return text;
  return text
    .replaceAll("\\", "\\\\")
    .replaceAll("\n", "\\n")
    .replaceAll("\t", "\\t")
    .replaceAll("\r", "\\r")
    .replace(INVISIBLE, escapeUnits);
}

/** True if single quotes need fewer escapes, which prettier prefers. */
function prefersSingle(text: string): boolean {
  const doubleQuoteParts = text.split('"').length;
  return doubleQuoteParts > 1 && doubleQuoteParts > text.split("'").length;
}

/** Identifiers that `schemas.ts` and `api.ts` use themselves. */
const RESERVED_NAMES =
  "Argument JsonSchema NonNullable Omit Partial Record Schemas Uint8Array WithRequired";

/** Returns the identifier of a name, always the same one for the same name and ending. */
export type IdentifierFactory = (
  name: string,
  ending: "Argument" | "Operation" | "Schema",
) => string;

/** Creates a factory of unique identifiers: a capitalised schema name as it is, since no keyword begins so; any other with its ending; a number is added if the identifier is taken. */
export function createIdentifierFactory(): IdentifierFactory {
  const ownersById = new Map(
    RESERVED_NAMES.split(" ").map((word) => [word, ""]),
  );
  return (name, ending) => {
    const isPlain = ending === "Schema" && /^[A-Z]\w*$/.test(name);
    const safeName = name.replace(/\W/g, "_").replace(/^(?=\d)/, "_");
    const baseId = isPlain ? name : `${safeName}${ending}`;
    const owner = `${ending} ${name}`;
    let id = baseId;
    for (let at = 2; (ownersById.get(id) ?? owner) !== owner; at += 1)
      id = `${baseId}${at}`;
    ownersById.set(id, owner);
    return id;
  };
}

/**
 * Text of a document that is safe in a block comment: on one line, unable to end the comment or
 * to be a directive of the compiler (`@ts-ignore`).
 */
export function comment(text: string): string {
  return text
    .replaceAll("*/", "*\\/")
    .replace(INVISIBLE, " ")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^@(?=ts-)/, "\\@");
}

/** JSON of a value with invisible characters escaped; lists of one short text stay on one line, as prettier keeps them. */
export function toPrettyJson(value: unknown): string {
  return JSON.stringify(value, null, 2)
    .split("\n")
    .map(escapeInvisible)
    .join("\n")
    .replace(/\[\n\s+("[^"\n]{0,40}")\n\s+\]/g, "[$1]");
}

/** JSON of an object, a member a line, for the inside of a `String.raw` template: nothing in it can end that. */
export function writeRawRows(value: object, depth: number): string {
  const indent = "  ".repeat(depth);
  const rows = Object.entries(value)
    .map((member) =>
      member.map((part) => escapeInvisible(JSON.stringify(part))),
    )
    .map(([key, member]) => `\n${indent}  ${key}: ${member}`);
  const innerText = rows.length > 0 ? `${rows.join(",")}\n${indent}` : "";
  return `{${innerText.replace(/`|\$(?=\{)/g, escapeUnits)}}`;
}
