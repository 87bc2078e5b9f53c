import type { Sides } from "./sides.js";
import type { Child, Tree } from "./tree.js";

/** How a file is laid out. */
interface Style {
  /** One level of indentation. */
  readonly unit: string;
  readonly quote: '"' | "'";
  /** Behind the last member of a list over several lines. */
  readonly lastComma: boolean;
  /** Behind statements. */
  readonly semicolons: boolean;
}

/** From where to where a piece of text goes: the indentation of the line that it begins on. */
export interface Move {
  readonly from: string;
  readonly to: string;
}

/** Writes pieces of one file so that they fit into another one. */
export interface Restyle {
  /** One level of indentation in the other file. */
  readonly unit: string;
  tree(tree: Tree, move: Move): string;
  gap(gap: string, move: Move): string;
  child(child: Child, move: Move): string;
}

/** Looks at a file's indentation, quotes, last commas and semicolons. */
function styleOf(tree: Tree): Style {
  const indents = [...tree.text.matchAll(/^(\t|  +)(?![ \t*])/gm)].map(
    ([, indent = ""]) => indent,
  );
  const shortest = indents.reduce(
    (least, indent) => (indent.length < least.length ? indent : least),
    indents[0] ?? "  ",
  );
  const quotes = quotesOf(tree);
  const single = quotes.filter((quote) => quote === "'").length;
  const [commas, ends] = [lastCommas(tree), semicolons(tree)];
  return {
    unit: shortest,
    quote: 2 * single > quotes.length ? "'" : '"',
    lastComma: isMost(commas),
    semicolons: isMost(ends),
  };
}

/** Most of them, or none to tell from. */
function isMost(found: readonly boolean[]): boolean {
  return 2 * found.filter(Boolean).length >= found.length;
}

/** Of all lists over several lines, whether a comma ends them. */
function lastCommas({ children, commas }: Tree): boolean[] {
  const last = commas ? children.at(-1) : undefined;
  const isLong = last?.lead.includes("\n") === true;
  return [
    ...(isLong ? [last.after.includes(",")] : []),
    ...children.flatMap(({ tree }) => lastCommas(tree)),
  ];
}

/** Of all statements that may have one, whether a semicolon ends them. */
function semicolons({ kind, children }: Tree): boolean[] {
  const isStatement =
    /^(?:(?:Ex|Im)port(?:Declaration|Assignment)|(?:Expression|Return|Variable)Statement|TypeAliasDeclaration)$/;
  return [
    ...(isStatement.test(kind)
      ? [children.at(-1)?.tree.kind === "SemicolonToken"]
      : []),
    ...children.flatMap(({ tree }) => semicolons(tree)),
  ];
}

/** Text of `next` goes into `yours`. Only white space at line beginnings, the quotes of strings, last commas and semicolons change. */
export function restyler({
  next,
  yours,
}: Pick<Sides<Tree>, "next" | "yours">): Restyle {
  const [source, target] = [styleOf(next), styleOf(yours)];
  const gap = (text: string, move: Move) =>
    text.replace(
      /\n([ \t]*)(?![ \t\n])/g,
      (_, indent: string) => `\n${reindent(indent, move)}`,
    );
  const reindent = (indent: string, { from, to }: Move) => {
    const inside = indent.length - from.length;
    if (inside < 0) return to.slice(0, inside);
    const levels = Math.floor(inside / source.unit.length);
    const rest = inside % source.unit.length;
    return to + target.unit.repeat(levels) + " ".repeat(rest);
  };
  const tree = (node: Tree, move: Move): string => {
    if (node.shape === "leaf") return requote(node.text, target.quote);
    const children = node.children
      .filter(
        ({ tree: { kind } }) => target.semicolons || kind !== "SemicolonToken",
      )
      .map((each, index) => {
        const isLast = node.commas && index === node.children.length - 1;
        const isBare = isLast && !target.lastComma && each.lead.includes("\n");
        const after = isBare ? each.after.replace(",", "") : each.after;
        return child({ ...each, after }, move);
      });
    return children.join("") + gap(node.close, move);
  };
  const child = ({ lead, tree: node, after }: Child, move: Move): string =>
    gap(lead, move) + tree(node, move) + gap(after, move);
  return { unit: target.unit, tree, gap, child };
}

/** Of all strings, how each is quoted. */
function quotesOf({ shape, text, children }: Tree): string[] {
  if (shape === "leaf") return /^["']/.exec(text)?.slice(0, 1) ?? [];
  return children.flatMap(({ tree }) => quotesOf(tree));
}

/** A string that has either quote inside stays as it is. */
function requote(text: string, quote: string): string {
  const [, own, body] = /^(["'])([^"']*)\1$/s.exec(text) ?? [];
  return own === undefined || own === quote ? text : `${quote}${body}${quote}`;
}
