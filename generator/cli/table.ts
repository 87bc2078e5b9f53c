import { relative } from "node:path";
import { styleText } from "node:util";
import { inThousands } from "../shared/format-number.js";
import { visible } from "../shared/escape.js";

/** Gives a text an emphasis, where the terminal shows it. */
export type Paint = (
  format: "bold" | "dim" | "green" | "yellow" | "red" | "cyan",
  text: string,
) => string;

/** Colours for a terminal, nothing for everything else. */
export function painter(colours: boolean): Paint {
  return (format, text) =>
    colours ? styleText(format, text, { validateStream: false }) : text;
}

export function plural(count: number, noun: string): string {
  return `${inThousands(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** Lines of what there is to say. */
export function lines(
  ...said: readonly (string | false | readonly string[])[]
): string {
  const all = said.flat().filter((line) => line !== false);
  return `${all.join("\n")}\n`;
}

/** What a project is called, and its folder as seen from another. */
export function heading(
  title: string,
  out: string,
  paint: Paint,
  cwd = process.cwd(),
): string {
  const folder = paint("cyan", relative(cwd, out) || ".");
  return `${paint("bold", visible(title) || "API")} → ${folder}`;
}

/** A line that says of what kind it is. */
export type Saying = readonly [
  label: string,
  color: "dim" | "red" | "yellow",
  text: string,
];

/** `  conflict  src/api.ts` */
export function labelled([label, color, text]: Saying, paint: Paint): string {
  return `  ${paint(color, label.padEnd(8))}  ${text}`;
}

/** Title, most characters, what stands in a row, and whether it can be missed where a line is full. */
export type Column<Row> = readonly [
  title: string,
  most: number,
  cellOf: (row: Row) => string,
  isSpare?: true,
];

/** Characters below which a column says nothing. */
const LEAST = 8;

/** Rows below titles, in lines of a width: without what can be missed, the last first, and with the widest columns cut. */
export function table<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  { paint, width }: { readonly paint: Paint; readonly width: number },
): string[] {
  let shown = columns.map(([title, most, cellOf, isSpare]) => {
    const cells = [title, ...rows.map((row) => visible(cellOf(row)))];
    const widest = Math.max(...cells.map((cell) => cell.length));
    const each = width === Infinity ? widest : Math.min(most, widest);
    return { cells, isSpare, width: each };
  });
  const excess = () =>
    shown.reduce((sum, column) => sum + column.width + 2, -2) - width;
  for (const column of shown.toReversed())
    if (column.isSpare && excess() > 0)
      shown = shown.filter((one) => one !== column);
  for (let over = excess(); over > 0; over = excess()) {
    const [first, second] = shown.toSorted((a, b) => b.width - a.width);
    const lead = (first?.width ?? 0) - (second?.width ?? 0);
    if (first === undefined || first.width <= LEAST) break;
    first.width -= Math.max(1, Math.min(over, lead, first.width - LEAST));
  }
  const [head = "", ...others] = ["", ...rows].map((_, at) =>
    shown
      .map(({ cells, width: each }) => fit(cells[at] ?? "", each))
      .join("  ")
      .trimEnd(),
  );
  return [paint("bold", head), ...others];
}

function fit(text: string, width: number): string {
  return text.length > width
    ? `${text.slice(0, width - 1)}…`
    : text.padEnd(width);
}
