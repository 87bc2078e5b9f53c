import { relative } from "node:path";
import { stripVTControlCharacters, styleText } from "node:util";
import { groupBy } from "../shared/group-by.js";
import { formatThousands } from "../shared/format-number.js";
import { escapeInvisible } from "../shared/escape.js";

/** Function that gives a text an emphasis, if the terminal shows it. */
export type Paint = (
  format: "bold" | "dim" | "green" | "yellow" | "red" | "cyan",
  text: string,
) => string;

/** Creates a function that colours text for a terminal; without colours it returns the text. */
export function createPaint(colours: boolean): Paint {
  return (format, text) =>
    colours ? styleText(format, text, { validateStream: false }) : text;
}

export function formatCount(count: number, noun: string): string {
  return `${formatThousands(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** Counts outcomes or differences by kind: `2 created, 1 kept`. */
export function countKinds(
  entries: readonly { readonly kind: string }[],
): string {
  const entriesByKind = groupBy(entries.map((entry) => [entry.kind, entry]));
  return [...entriesByKind]
    .map(([kind, kindEntries]) => `${kindEntries.length} ${kind}`)
    .join(", ");
}

/** Joins lines, leaving out false ones. */
export function joinLines(
  ...parts: readonly (string | false | readonly string[])[]
): string {
  const shownLines = parts.flat().filter((line) => line !== false);
  return `${shownLines.join("\n")}\n`;
}

/**
 * Breaks lines between words, so that none is longer than a width in characters, unless a word is. The lines that
 * follow are indented like the first, and by `hang` characters more.
 */
export function wrapLines(text: string, width: number, hang = 2): string {
  return text
    .split("\n")
    .map((line) => wrapLine(line, width, hang))
    .join("\n");
}

function wrapLine(line: string, width: number, hang: number): string {
  const lengthOf = (part: string) => stripVTControlCharacters(part).length;
  if (lengthOf(line) <= width) return line;
  const [indent = ""] = /^ */.exec(line) ?? [];
  const nextIndent = " ".repeat(Math.min(indent.length + hang, width >> 1));
  const lines: string[] = [];
  let currentLine = "";
  for (const part of line.trimEnd().split(/(?<=\S)(?=\s)/)) {
    if (currentLine !== "" && lengthOf(currentLine + part) > width) {
      lines.push(currentLine);
      currentLine = nextIndent + part.trimStart();
    } else currentLine += part;
  }
  return [...lines, currentLine].join("\n");
}

/** Heading of a project: its title, and its folder relative to another. */
export function formatHeading(
  title: string,
  out: string,
  paint: Paint,
  cwd = process.cwd(),
): string {
  const folder = paint("cyan", relative(cwd, out) || ".");
  return `${paint("bold", escapeInvisible(title) || "API")} → ${folder}`;
}

/** Lines of at most so many characters, broken at blanks; a longer word has a separate line. */
export function wrapWords(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const lastLine = lines.at(-1);
    const longerLine = `${lastLine ?? ""} ${word}`;
    if (lastLine !== undefined && longerLine.length <= width)
      lines[lines.length - 1] = longerLine;
    else lines.push(word);
  }
  return lines;
}

/** Line with a label that names its kind. */
export type SummaryLine = readonly [
  label: string,
  color: "dim" | "red" | "yellow",
  text: string,
];

/** Formats a line with its label: `  conflict  src/api.ts`. */
export function formatSummaryLine(
  [label, color, text]: SummaryLine,
  paint: Paint,
): string {
  return `  ${paint(color, label.padEnd(8))}  ${text}`;
}

/**
 * Column of a table: title, maximum width in characters, cell of a row, and whether it is left out if lines
 * are too long.
 */
export type Column<Row> = readonly [
  title: string,
  most: number,
  cellOf: (row: Row) => string,
  isSpare?: true,
];

/** Smallest width of a column, in characters: narrower ones say nothing. */
const MIN_WIDTH = 8;

/**
 * Formats rows below titles in lines of a width: without spare columns, the last first, and with the widest
 * columns cut.
 */
export function formatTable<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  { paint, width }: { readonly paint: Paint; readonly width: number },
): string[] {
  let shownColumns = columns.map(([title, maxWidth, cellOf, isSpare]) => {
    const cells = [title, ...rows.map((row) => escapeInvisible(cellOf(row)))];
    const widest = Math.max(...cells.map((cell) => cell.length));
    const columnWidth =
      width === Infinity ? widest : Math.min(maxWidth, widest);
    return { cells, isSpare, width: columnWidth };
  });
  const excess = () =>
    shownColumns.reduce((sum, column) => sum + column.width + 2, -2) - width;
  for (const column of shownColumns.toReversed())
    if (column.isSpare && excess() > 0)
      shownColumns = shownColumns.filter(
        (otherColumn) => otherColumn !== column,
      );
  for (let excessWidth = excess(); excessWidth > 0; excessWidth = excess()) {
    const [widestColumn, secondColumn] = shownColumns.toSorted(
      (a, b) => b.width - a.width,
    );
    const widthLead = (widestColumn?.width ?? 0) - (secondColumn?.width ?? 0);
    if (widestColumn === undefined || widestColumn.width <= MIN_WIDTH) break;
    widestColumn.width -= Math.max(
      1,
      Math.min(excessWidth, widthLead, widestColumn.width - MIN_WIDTH),
    );
  }
  const [headLine = "", ...rowLines] = ["", ...rows].map((_, rowIndex) =>
    joinCells(
      shownColumns.map(({ cells, width: columnWidth }) => ({
        text: cells[rowIndex] ?? "",
        width: columnWidth,
      })),
      width,
    ),
  );
  return [paint("bold", headLine), ...rowLines];
}

/** Characters of a line of any width up to which cells are padded: beyond, no columns can be seen. */
const MAX_PADDED = 200;

/** Line of a table. If lines may have any width, no cell is cut, and the line is padded up to `MAX_PADDED` alone. */
function joinCells(
  cells: readonly { readonly text: string; readonly width: number }[],
  lineWidth: number,
): string {
  const line = cells.reduce((joinedLine, { text, width }) => {
    const start = joinedLine === "" ? "" : `${joinedLine}  `;
    const paddedWidth = Math.max(0, MAX_PADDED - start.length);
    const cell =
      lineWidth === Infinity
        ? text.padEnd(Math.min(width, paddedWidth))
        : fitCell(text, width);
    return start + cell;
  }, "");
  return line.trimEnd();
}

/** Fits a text into a column. Of a path or URI that is too long, the start and the end stay. */
function fitCell(text: string, width: number): string {
  if (text.length <= width) return text.padEnd(width);
  const isPath = text.includes("/") && !text.includes(" ");
  const endLength = isPath ? (width - 1) >> 1 : 0;
  const start = text.slice(0, width - 1 - endLength);
  return `${start}…${text.slice(text.length - endLength)}`;
}
