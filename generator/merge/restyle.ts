import type { ThreeWay } from "./three-way.js";
import { collectTrees, type Child, type Tree } from "./syntax-tree.js";

/** Writer of parts of one file in the style of another; `unit` is one level of indentation. */
export type Restyler = ReturnType<typeof createRestyler>;

/** Looks at a file's indentation, quotes, last commas and semicolons. */
function styleOf(file: Tree) {
  const indents = [...file.text.matchAll(/^(\t|  +)(?![ \t*])/gm)].map(
    ([, indent = ""]) => indent,
  );
  const unit = indents.reduce(
    (shortestIndent, indent) =>
      indent.length < shortestIndent.length ? indent : shortestIndent,
    indents[0] ?? "  ",
  );
  const singleQuoteFlags: boolean[] = [];
  const commaFlags: boolean[] = [];
  const semicolonFlags: boolean[] = [];
  for (const tree of collectTrees(file)) {
    const lastChild = tree.children.at(-1);
    if (tree.mergeMode === "leaf" && /^["']/.test(tree.text))
      singleQuoteFlags.push(tree.text.startsWith("'"));
    if (tree.hasCommas && lastChild?.leading.includes("\n"))
      commaFlags.push(lastChild.trailing.includes(","));
    if (STATEMENT.test(tree.kind))
      semicolonFlags.push(lastChild?.tree.kind === "SemicolonToken");
  }
  return {
    /** White space of one level of indentation. */
    unit,
    quote:
      2 * singleQuoteFlags.filter(Boolean).length > singleQuoteFlags.length
        ? "'"
        : '"',
    /** True: a comma is behind the last member of a list over several lines. */
    lastComma: isMajority(commaFlags),
    semicolons: isMajority(semicolonFlags),
  };
}

/** Kinds of nodes that a semicolon may end. */
const STATEMENT =
  /^(?:(?:Ex|Im)port(?:Declaration|Assignment)|(?:Expression|Return|Variable)Statement|TypeAliasDeclaration)$/;

/** True if at least half of the flags are set, or there are none. */
function isMajority(flags: readonly boolean[]): boolean {
  return 2 * flags.filter(Boolean).length >= flags.length;
}

/** Rewrites text of `incoming` for `current`, from one indentation of the line that it begins on to another. Only white space at line beginnings, the quotes of strings, last commas and semicolons change. */
export function createRestyler({
  incoming,
  current,
}: Pick<ThreeWay<Tree>, "incoming" | "current">) {
  const [incomingStyle, currentStyle] = [styleOf(incoming), styleOf(current)];
  const reindent = (indent: string, fromIndent: string, toIndent: string) => {
    const innerWidth = indent.length - fromIndent.length;
    if (innerWidth < 0) return toIndent.slice(0, innerWidth);
    const levels = Math.floor(innerWidth / incomingStyle.unit.length);
    const remainingWidth = innerWidth % incomingStyle.unit.length;
    return (
      toIndent + currentStyle.unit.repeat(levels) + " ".repeat(remainingWidth)
    );
  };
  const restyleGap = (text: string, fromIndent: string, toIndent: string) =>
    text.replace(
      /\n([ \t]*)(?![ \t\n])/g,
      (_, indent: string) => `\n${reindent(indent, fromIndent, toIndent)}`,
    );
  const restyleTree = (
    node: Tree,
    fromIndent: string,
    toIndent: string,
  ): string => {
    if (node.mergeMode === "leaf")
      return requote(node.text, currentStyle.quote);
    let text = "";
    for (const nodeChild of node.children) {
      if (!currentStyle.semicolons && nodeChild.tree.kind === "SemicolonToken")
        continue;
      const isLast = node.hasCommas && nodeChild === node.children.at(-1);
      const dropsComma =
        isLast && !currentStyle.lastComma && nodeChild.leading.includes("\n");
      const trailing = dropsComma
        ? nodeChild.trailing.replace(",", "")
        : nodeChild.trailing;
      text += restyleChild({ ...nodeChild, trailing }, fromIndent, toIndent);
    }
    return text + restyleGap(node.beforeClose, fromIndent, toIndent);
  };
  const restyleChild = (
    { leading, tree: node, trailing }: Child,
    fromIndent: string,
    toIndent: string,
  ): string =>
    restyleGap(leading, fromIndent, toIndent) +
    restyleTree(node, fromIndent, toIndent) +
    restyleGap(trailing, fromIndent, toIndent);
  return {
    unit: currentStyle.unit,
    restyleTree,
    restyleGap,
    restyleChild,
  };
}

/** A string that has either quote inside stays as it is. */
function requote(text: string, quote: string): string {
  const [, ownQuote, body] = /^(["'])([^"']*)\1$/s.exec(text) ?? [];
  return ownQuote === undefined || ownQuote === quote
    ? text
    : `${quote}${body}${quote}`;
}
