import type { Piece } from "./merged-child.js";
import type { Tree, Trees } from "./syntax-tree.js";

/** Puts the pieces of a list together in your layout: line breaks, separators, and a last comma where you have one. */
export function join(
  pieces: readonly Piece[],
  close: string,
  { yours, next }: Trees,
): string {
  // Where the last member has gone, so have the lines of the list.
  if (pieces.length === 0 && yours.commas && close.trim() === "") return "";
  const laid = yours.commas
    ? layOut(pieces, yours, next)
    : yours.shape === "module"
      ? inLines(pieces, yours)
      : pieces;
  let text = "";
  // Kept apart, so that it is not looked for in all of the text each time.
  let line = "";
  const add = (part: string) => {
    text += part;
    const at = part.lastIndexOf("\n");
    line = at < 0 ? line + part : part.slice(at + 1);
  };
  const put = (part: string) => {
    // Nothing may stand behind a line comment on its line.
    const comment = /(?:^|[\s,;])\/\/[^"'`]*$/.test(line);
    if (comment && !/^[ \t]*\n/.test(part)) add("\n");
    add(part);
  };
  for (const [index, { lead, text: body, after, conflict }] of laid.entries()) {
    put(lead);
    put(body + after);
    const behind = laid[index + 1]?.lead ?? close;
    const isEnd = index === laid.length - 1 && close === "";
    if (conflict && !isEnd && !/^[ \t]*\n/.test(behind)) add("\n");
  }
  put(close);
  return text;
}

/** What was the first line of a file may have become another one, and the other way round. */
function inLines(pieces: readonly Piece[], { children }: Tree): Piece[] {
  const isGap = (lead: string) => /^[ \t]*\n/.test(lead);
  const blank = isGap(children[0]?.lead ?? "");
  return pieces.map((piece, index) => {
    if (index === 0 && !blank)
      return { ...piece, lead: piece.lead.replace(/^\s*\n/, "") };
    // Without its empty line, a header would be the comment of what comes first now.
    const [first] = children;
    const isFirst =
      index === 1 && first?.key === "header" && !/^#!.*$/.test(first.tree.text);
    if (isFirst && !/^\s*\n[ \t]*\n/.test(piece.lead))
      return { ...piece, lead: `\n\n${piece.lead.replace(/^\s*\n/, "")}` };
    const glued =
      index > 0 && !isGap(piece.lead) && !/^[ \t]+$/.test(piece.lead);
    return glued ? { ...piece, lead: `\n${piece.lead}` } : piece;
  });
}

function layOut(pieces: readonly Piece[], yours: Tree, next: Tree): Piece[] {
  const spreads =
    !yours.text.includes("\n") &&
    pieces.some(({ lead }) => lead.includes("\n"));
  const model = yours.children.length > 0 && !spreads ? yours : next;
  const first = model.children[0]?.lead ?? "";
  const lastComma = hasComma(model.children.at(-1)?.after ?? "");
  const broken = /\n[ \t]*$/.exec(
    pieces.find(({ lead }) => lead.includes("\n"))?.lead ?? "",
  );
  return pieces.map((piece, index) => {
    const comma = index < pieces.length - 1 || lastComma;
    const after = piece.conflict ? "" : withComma(piece.after, comma);
    if (/\S|\n/.test(piece.lead)) return { ...piece, after };
    // A line that became several ones has all its members on lines of their own.
    const onLine = index > 0 ? " " : /\S|\n/.test(first) ? "" : first;
    const lead = spreads ? (broken?.[0] ?? onLine) : onLine;
    return { ...piece, lead, after };
  });
}

function hasComma(after: string): boolean {
  return /^(?:\s|\/\*(?:[^*]|\*(?!\/))*\*\/)*,/.test(after);
}

function withComma(after: string, wanted: boolean): string {
  if (hasComma(after) === wanted) return after;
  return wanted ? `,${after}` : after.replace(",", "");
}
