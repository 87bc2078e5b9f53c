/** Text without its tables, and each table as lines, with the line that announces it. */
export interface TablesOfText {
  readonly text: string;
  readonly tables: readonly string[];
}

/** Largest table that stays, in bytes. */
const MAX_TABLE = 600;

/**
 * Takes the tables out of a text: a line `first column: the rest` for each row. A table of more than `MAX_TABLE` bytes
 * goes, with the line that announces it. https://github.github.com/gfm/#tables-extension-
 */
export function extractTables(text: string): TablesOfText {
  const tables: string[] = [];
  const plainText = replaceTables(text, (rows, announcement) => {
    const table = rows.join("\n");
    if (Buffer.byteLength(table) <= MAX_TABLE)
      tables.push([announcement, table].filter(Boolean).join("\n"));
    return "";
  });
  return { text: plainText, tables };
}

/** Writes each table of a text as a list: an item `first column: the rest` for each row. */
export function flattenTables(text: string): string {
  return replaceTables(text, (rows, announcement) =>
    [announcement, ...rows.map((row) => `- ${row}`)].filter(Boolean).join("\n"),
  );
}

/** Replaces tables, each with the line that announces it. */
function replaceTables(
  text: string,
  replace: (rows: readonly string[], announcement: string) => string,
): string {
  if (!text.includes("|")) return text;
  const lines = text.split("\n");
  const keptLines: string[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    if (!isHeader(lines[index]) || !isDelimiter(lines[index + 1])) {
      keptLines.push(lines[index] ?? "");
      continue;
    }
    const rowLines: string[] = [];
    for (index += 2; isRow(lines[index]); index += 1)
      rowLines.push(lines[index] ?? "");
    index -= 1;
    keptLines.push(replace(toRows(rowLines), takeAnnouncement(keptLines)), "");
  }
  return keptLines.join("\n");
}

function isHeader(line = ""): boolean {
  return line.includes("|");
}

function isDelimiter(line = ""): boolean {
  return /^[\s|:-]*$/.test(line) && line.includes("|") && line.includes("-");
}

function isRow(line = ""): boolean {
  return line.includes("|");
}

function toRows(lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
    const cells = line
      .replace(/^\s*\||(?<!\\)\|\s*$/g, "")
      .split(/(?<!\\)\|/)
      .map((cell) => cell.replaceAll("\\|", "|").trim());
    const [firstCell = "", ...otherCells] = cells;
    const remainder = otherCells.filter(Boolean).join(" ");
    return [firstCell, remainder].filter(Boolean).join(": ") || [];
  });
}

/** Removes the line at the end that announces what follows, and returns it; empty if there is none. */
function takeAnnouncement(lines: string[]): string {
  const index = lines.findLastIndex((line) => line.trim() !== "");
  const line = (lines[index] ?? "").trim();
  if (!/[:：]$/.test(line)) return "";
  lines.splice(index);
  return line;
}
