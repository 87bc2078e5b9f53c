import type { Tree } from "./tree.js";

/** A merged child, ready to be written. */
export interface Piece {
  readonly lead: string;
  readonly text: string;
  readonly after: string;
  /** What it is called, once for every conflict in it. */
  readonly places: readonly string[];
  /** Consists of conflict lines, to which no separator belongs. */
  readonly conflict: boolean;
}

/** Puts the pieces of a list together in your layout: line breaks, separators, and a last comma where you have one. */
export function join(
  pieces: readonly Piece[],
  { close, yours, next }: { close: string; yours: Tree; next: Tree },
): string {
  const laid = spread(pieces, yours);
  const model = yours.children.length > 0 && laid === pieces ? yours : next;
  const lastComma = hasComma(model.children.at(-1)?.after ?? "");
  let text = "";
  for (const [index, piece] of laid.entries()) {
    const isLast = index === laid.length - 1;
    const after =
      yours.commas && !piece.conflict
        ? withComma(piece.after, !isLast || lastComma)
        : piece.after;
    text = append(text, piece.lead) + piece.text + after;
    const behind = isLast ? close : (laid[index + 1]?.lead ?? "");
    const ended = /^\s*\n/.test(behind) || (isLast && close === "");
    if (piece.conflict && !ended) text += "\n";
  }
  return append(text, close);
}

/** A line that became several ones has all its members on lines of their own. */
function spread(pieces: readonly Piece[], yours: Tree): readonly Piece[] {
  if (!yours.commas || yours.text.includes("\n")) return pieces;
  const broken = pieces.find(({ lead }) => lead.includes("\n"));
  const lead = /\n[ \t]*$/.exec(broken?.lead ?? "")?.[0];
  if (lead === undefined) return pieces;
  return pieces.map((piece) =>
    piece.lead.includes("\n") ? piece : { ...piece, lead },
  );
}

/** Nothing may stand behind a line comment on its line. */
function append(text: string, gap: string): string {
  const lastLine = text.slice(text.lastIndexOf("\n") + 1);
  const comment = /(?:^|[\s,;])\/\/[^"'`]*$/.test(lastLine);
  return comment && !/^[ \t]*\n/.test(gap) ? `${text}\n${gap}` : text + gap;
}

function hasComma(after: string): boolean {
  return /^(?:\s|\/\*.*?\*\/)*,/s.test(after);
}

function withComma(after: string, wanted: boolean): string {
  if (hasComma(after) === wanted) return after;
  return wanted ? `,${after}` : after.replace(",", "");
}
