import type { Sides } from "./three-way.js";
import { treesIn, type Child, type Tree } from "./syntax-tree.js";

/** Writes pieces of one file so that they fit into another one, of which `unit` is one level of indentation. */
export type Restyle = ReturnType<typeof restyler>;

/** Looks at a file's indentation, quotes, last commas and semicolons. */
function styleOf(file: Tree) {
  const indents = [...file.text.matchAll(/^(\t|  +)(?![ \t*])/gm)].map(
    ([, indent = ""]) => indent,
  );
  const unit = indents.reduce(
    (least, indent) => (indent.length < least.length ? indent : least),
    indents[0] ?? "  ",
  );
  const single: boolean[] = [];
  const commas: boolean[] = [];
  const semicolons: boolean[] = [];
  for (const tree of treesIn(file)) {
    const last = tree.children.at(-1);
    if (tree.shape === "leaf" && /^["']/.test(tree.text))
      single.push(tree.text.startsWith("'"));
    if (tree.commas && last?.lead.includes("\n"))
      commas.push(last.after.includes(","));
    if (STATEMENT.test(tree.kind))
      semicolons.push(last?.tree.kind === "SemicolonToken");
  }
  return {
    /** One level of indentation. */
    unit,
    quote: 2 * single.filter(Boolean).length > single.length ? "'" : '"',
    /** Behind the last member of a list over several lines. */
    lastComma: isMost(commas),
    semicolons: isMost(semicolons),
  };
}

/** What a semicolon may end. */
const STATEMENT =
  /^(?:(?:Ex|Im)port(?:Declaration|Assignment)|(?:Expression|Return|Variable)Statement|TypeAliasDeclaration)$/;

/** Most of them, or none to tell from. */
function isMost(found: readonly boolean[]): boolean {
  return 2 * found.filter(Boolean).length >= found.length;
}

/** Text of `next` goes into `yours`, from one indentation of the line that it begins on to another. Only white space at line beginnings, the quotes of strings, last commas and semicolons change. */
export function restyler({ next, yours }: Pick<Sides<Tree>, "next" | "yours">) {
  const [source, target] = [styleOf(next), styleOf(yours)];
  const reindent = (indent: string, from: string, to: string) => {
    const inside = indent.length - from.length;
    if (inside < 0) return to.slice(0, inside);
    const levels = Math.floor(inside / source.unit.length);
    const rest = inside % source.unit.length;
    return to + target.unit.repeat(levels) + " ".repeat(rest);
  };
  const gap = (text: string, from: string, to: string) =>
    text.replace(
      /\n([ \t]*)(?![ \t\n])/g,
      (_, indent: string) => `\n${reindent(indent, from, to)}`,
    );
  const tree = (node: Tree, from: string, to: string): string => {
    if (node.shape === "leaf") return requote(node.text, target.quote);
    let text = "";
    for (const each of node.children) {
      if (!target.semicolons && each.tree.kind === "SemicolonToken") continue;
      const isLast = node.commas && each === node.children.at(-1);
      const isBare = isLast && !target.lastComma && each.lead.includes("\n");
      const after = isBare ? each.after.replace(",", "") : each.after;
      text += child({ ...each, after }, from, to);
    }
    return text + gap(node.close, from, to);
  };
  const child = (
    { lead, tree: node, after }: Child,
    from: string,
    to: string,
  ): string =>
    gap(lead, from, to) + tree(node, from, to) + gap(after, from, to);
  return { unit: target.unit, tree, gap, child };
}

/** A string that has either quote inside stays as it is. */
function requote(text: string, quote: string): string {
  const [, own, body] = /^(["'])([^"']*)\1$/s.exec(text) ?? [];
  return own === undefined || own === quote ? text : `${quote}${body}${quote}`;
}
