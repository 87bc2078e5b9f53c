import {
  fits,
  flat,
  flatPart,
  needsParentheses,
  WIDTH,
  width,
} from "./line.js";
import { INDEX_SIGNATURE, type Member, type Type } from "./type.js";

/**
 * Prints one member of an object type, laid out as prettier does by default, in a small part of the
 * time that prettier takes. Objects always stand one member a line.
 */
export function printMember(member: Member, indent: number): string {
  const text = printBehind(member.head, member.type, indent);
  const isLong = width(text.slice(0, text.indexOf("\n"))) > WIDTH;
  return isLong && member.head === INDEX_SIGNATURE
    ? printBehind(brokenIndex(indent), member.type, indent)
    : text;
}

function printBehind(head: string, type: Type, indent: number): string {
  const before = `${pad(indent)}${head}:`;
  const column = endColumn(before, 0) + 1;
  const text = print(type, { indent, column, tail: 1 });
  return `${before}${text.startsWith("\n") ? "" : " "}${text};\n`;
}

/** What prettier makes of an index signature whose line is too long. */
function brokenIndex(indent: number): string {
  return `[\n${pad(indent + 2)}key: string\n${pad(indent)}]`;
}

/** Where a type stands, in columns. */
interface Place {
  /** Indentation of the line that it begins on. */
  readonly indent: number;
  /** What is used before it on its line. */
  readonly column: number;
  /** What has to fit behind it on its last line. */
  readonly tail: number;
}

type Union = Extract<Type, { kind: "union" }>;

function print(type: Type, place: Place): string {
  const line = flat(type);
  if (fits(line, place)) return line;
  const { indent } = place;
  switch (type.kind) {
    case "word":
      return line;
    case "object":
      return `{\n${type.members.map((member) => printMember(member, indent + 2)).join("")}${pad(indent)}}`;
    case "array":
      return `${printPart(type.of, { ...place, tail: place.tail + 2 })}[]`;
    case "union":
      return isHugged(type.parts)
        ? printHugged(type.parts, place)
        : `\n${pad(indent + 2)}${printUnion(type, indent + 2, place.tail)}`;
    case "intersection":
      return printIntersection(type.parts, place);
    case "tuple":
      return `[\n${printList(type, indent + 2)},\n${pad(indent)}]`;
    case "generic":
      return printGeneric(type, place);
  }
}

/** An object that is the only argument begins and ends on the lines of the brackets. */
function printGeneric(
  type: Extract<Type, { kind: "generic" }>,
  { indent, column, tail }: Place,
): string {
  const [only, ...others] = type.parts;
  if (only?.kind === "object" && others.length === 0) {
    const head = `${type.name}<`;
    const inner = { indent, column: column + head.length, tail: tail + 1 };
    return `${head}${print(only, inner)}>`;
  }
  return `${type.name}<\n${printList(type, indent + 2)}\n${pad(indent)}>`;
}

/** An operand of `[]`, `|` or `&`. */
function printPart(type: Type, place: Place): string {
  if (!needsParentheses(type)) return print(type, place);
  const line = flatPart(type);
  if (fits(line, place)) return line;
  return type.kind === "union" && !isHugged(type.parts)
    ? printBlock(type, place.indent)
    : `(${print(type, { ...place, column: place.column + 1, tail: place.tail + 1 })})`;
}

/** A union in parentheses that stand on lines of their own. */
function printBlock(type: Union, indent: number): string {
  return `(\n${pad(indent + 2)}${printUnion(type, indent + 2, 0)}\n${pad(indent)})`;
}

/** A union at the beginning of a line: all of it there, or one alternative a line. */
function printUnion(type: Union, indent: number, tail: number): string {
  const line = flat(type);
  if (fits(line, { column: indent, tail })) return line;
  const lines = type.parts.map((part, index) => {
    const isLast = index === type.parts.length - 1;
    const place = { indent: indent + 2, column: indent + 2 };
    return `| ${printPart(part, { ...place, tail: isLast ? tail : 0 })}`;
  });
  return lines.join(`\n${pad(indent)}`);
}

/** One object or generic type, or null: prettier keeps the two together. */
function isHugged(parts: readonly Type[]): boolean {
  const others = parts.filter(
    ({ kind }) => kind !== "object" && kind !== "generic",
  );
  return (
    parts.length - others.length === 1 &&
    others.every((part) => part.kind === "word" && part.text === "null")
  );
}

function printHugged(parts: readonly Type[], place: Place): string {
  let text = "";
  for (const [index, part] of parts.entries()) {
    const column = endColumn(text, place.column);
    const behind = " | null".length * (parts.length - 1 - index);
    text += print(part, { ...place, column, tail: place.tail + behind });
    if (behind > 0) text += " | ";
  }
  return text;
}

/** Objects stay on the line where the part before them ends; other parts begin lines of their own. */
function printIntersection(parts: readonly Type[], place: Place): string {
  const { indent } = place;
  let text = "";
  let isIndented = false;
  for (const [index, part] of parts.entries()) {
    const isObject = part.kind === "object";
    const wasObject = parts[index - 1]?.kind === "object";
    const breaks = index > 0 && !isObject && !wasObject;
    isIndented ||= index > 1 && isObject !== wasObject;
    const isInner = breaks || (index > 0 && isIndented);
    if (index > 0) text += breaks ? ` &\n${pad(indent + 2)}` : " & ";
    text += printPart(part, {
      indent: isInner ? indent + 2 : indent,
      column: endColumn(text, place.column),
      tail: tailOf(parts[index + 1], place.tail),
    });
  }
  return text;
}

/** What follows a part of an intersection on its line. */
function tailOf(next: Type | undefined, tail: number): number {
  if (next === undefined) return tail;
  return next.kind === "object" ? " & {".length : " &".length;
}

/** The types in `[…]` or `<…>`, one a line. */
function printList(
  { kind, parts }: Extract<Type, { kind: "tuple" | "generic" }>,
  indent: number,
): string {
  const lines = parts.map((part, index) => {
    const isLast = index === parts.length - 1;
    const tail = kind === "generic" && isLast ? 0 : 1;
    const place = { indent, column: indent, tail };
    if (part.kind !== "union" || isHugged(part.parts)) {
      return print(part, place);
    }
    return kind === "generic" || parts.length === 1 || fits(flat(part), place)
      ? printUnion(part, indent, tail)
      : printBlock(part, indent);
  });
  return lines.map((line) => pad(indent) + line).join(",\n");
}

function endColumn(text: string, start: number): number {
  const lastBreak = text.lastIndexOf("\n");
  return lastBreak === -1
    ? start + width(text)
    : width(text.slice(lastBreak + 1));
}

function pad(indent: number): string {
  return " ".repeat(indent);
}
