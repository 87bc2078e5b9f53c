import type { MergedChild } from "./merged-child.js";
import type { Tree, TreeVersions } from "./syntax-tree.js";

/** Writes the merged children of a list in the layout of `current`: line breaks, separators, and a last comma if it has one. */
export function printChildren(
  mergedChildren: readonly MergedChild[],
  beforeClose: string,
  { current, incoming }: TreeVersions,
): string {
  // If the last member has gone, so have the lines of the list.
  if (
    mergedChildren.length === 0 &&
    current.hasCommas &&
    beforeClose.trim() === ""
  )
    return "";
  const laidOutChildren = current.hasCommas
    ? layOutList(mergedChildren, current, incoming)
    : current.mergeMode === "module"
      ? separateLines(mergedChildren, current)
      : mergedChildren;
  let text = "";
  // Kept apart, so that it is not looked for in all of the text each time.
  let lastLine = "";
  const append = (part: string) => {
    text += part;
    const lineBreak = part.lastIndexOf("\n");
    lastLine = lineBreak < 0 ? lastLine + part : part.slice(lineBreak + 1);
  };
  const appendPart = (part: string) => {
    // Nothing may be behind a line comment on its line.
    const quotes = ['"', "'", "`"].map((quote) => lastLine.lastIndexOf(quote));
    const isAfterComment = /(?:^|[\s,;])\/\//.test(
      lastLine.slice(Math.max(...quotes, 0)),
    );
    if (isAfterComment && !/^[ \t]*\n/.test(part)) append("\n");
    append(part);
  };
  for (const [
    index,
    { leading, text: body, trailing, isConflict },
  ] of laidOutChildren.entries()) {
    appendPart(leading);
    appendPart(body + trailing);
    const followingGap = laidOutChildren[index + 1]?.leading ?? beforeClose;
    const isEnd = index === laidOutChildren.length - 1 && beforeClose === "";
    if (isConflict && !isEnd && !/^[ \t]*\n/.test(followingGap)) append("\n");
  }
  appendPart(beforeClose);
  return text;
}

/** Adapts line breaks: the first line of a file may have become another one, and the other way round. */
function separateLines(
  mergedChildren: readonly MergedChild[],
  { children }: Tree,
): MergedChild[] {
  const beginsWithLineBreak = (leading: string) => /^[ \t]*\n/.test(leading);
  const startsOnNewLine = beginsWithLineBreak(children[0]?.leading ?? "");
  return mergedChildren.map((mergedChild, index) => {
    if (index === 0 && !startsOnNewLine)
      return {
        ...mergedChild,
        leading: mergedChild.leading.replace(/^\s*\n/, ""),
      };
    // Without its empty line, a header would be the comment of what comes first now.
    const [firstChild] = children;
    const isBehindHeader =
      index === 1 &&
      firstChild?.key === "header" &&
      !/^#!.*$/.test(firstChild.tree.text);
    if (isBehindHeader && !/^\s*\n[ \t]*\n/.test(mergedChild.leading))
      return {
        ...mergedChild,
        leading: `\n\n${mergedChild.leading.replace(/^\s*\n/, "")}`,
      };
    const isGlued =
      index > 0 &&
      !beginsWithLineBreak(mergedChild.leading) &&
      !/^[ \t]+$/.test(mergedChild.leading);
    return isGlued
      ? { ...mergedChild, leading: `\n${mergedChild.leading}` }
      : mergedChild;
  });
}

function layOutList(
  mergedChildren: readonly MergedChild[],
  current: Tree,
  incoming: Tree,
): MergedChild[] {
  const becomesMultiline =
    !current.text.includes("\n") &&
    mergedChildren.some(({ leading }) => leading.includes("\n"));
  const modelList =
    current.children.length > 0 && !becomesMultiline ? current : incoming;
  const firstLeading = modelList.children[0]?.leading ?? "";
  const hasLastComma = hasComma(modelList.children.at(-1)?.trailing ?? "");
  const lineBreakMatch = /\n[ \t]*$/.exec(
    mergedChildren.find(({ leading }) => leading.includes("\n"))?.leading ?? "",
  );
  return mergedChildren.map((mergedChild, index) => {
    const needsComma = index < mergedChildren.length - 1 || hasLastComma;
    const trailing = mergedChild.isConflict
      ? ""
      : withComma(mergedChild.trailing, needsComma);
    if (/\S|\n/.test(mergedChild.leading)) return { ...mergedChild, trailing };
    // A line that became several ones has all its members on separate lines.
    const inlineGap =
      index > 0 ? " " : /\S|\n/.test(firstLeading) ? "" : firstLeading;
    const leading = becomesMultiline
      ? (lineBreakMatch?.[0] ?? inlineGap)
      : inlineGap;
    return { ...mergedChild, leading, trailing };
  });
}

function hasComma(trailing: string): boolean {
  return /^(?:\s|\/\*(?:[^*]|\*(?!\/))*\*\/)*,/.test(trailing);
}

function withComma(trailing: string, needsComma: boolean): string {
  if (hasComma(trailing) === needsComma) return trailing;
  return needsComma ? `,${trailing}` : trailing.replace(",", "");
}
