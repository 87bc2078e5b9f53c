/** A regular expression as far as its running time depends on it. */
export type Expression =
  /** One character out of a set, given as the source of that set. */
  | { readonly kind: "character"; readonly source: string }
  /** What takes no character: anchors, lookarounds. */
  | { readonly kind: "empty" }
  | { readonly kind: "sequence"; readonly items: readonly Expression[] }
  | { readonly kind: "choice"; readonly items: readonly Expression[] }
  | {
      readonly kind: "repeat";
      readonly item: Expression;
      readonly min: number;
      readonly max: number;
    };

const TOKEN = new RegExp(
  [
    // An escape with all that belongs to it; a class.
    /\\(?:[pPu]\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[a-zA-Z]|k<[^>]*>|\d+|[^])/,
    /\[(?:\\[^]|[^\]\\])*\]/,
    /(?<opener>\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?)/,
    /(?<quantifier>[*+?]|\{\d+(?:,\d*)?\})\??/,
    /[^]/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "gu",
);

interface Group {
  readonly opener: string;
  readonly branches: Expression[];
  items: Expression[];
}

/** Reads a pattern that compiles with the `u` flag: itself, and each lookaround in it, which runs for itself. */
export function parsePattern(pattern: string): Expression[] {
  const lookarounds: Expression[] = [];
  const root: Group = { opener: "", branches: [], items: [] };
  const outer: Group[] = [];
  let group = root;
  for (const { 0: token, groups = {} } of pattern.matchAll(TOKEN)) {
    const { opener, quantifier } = groups;
    if (opener !== undefined) {
      outer.push(group);
      group = { opener, branches: [], items: [] };
    } else if (quantifier !== undefined) {
      const item = group.items.pop() ?? { kind: "empty" };
      group.items.push({ kind: "repeat", item, ...boundsOf(quantifier) });
    } else if (token === ")") {
      const closed = close(group);
      const isLookaround = /[=!]$/.test(group.opener);
      if (isLookaround) lookarounds.push(closed);
      group = outer.pop() ?? root;
      group.items.push(isLookaround ? { kind: "empty" } : closed);
    } else if (token === "|") {
      group.branches.push({ kind: "sequence", items: group.items });
      group.items = [];
    } else {
      group.items.push(single(token));
    }
  }
  return [close(root), ...lookarounds];
}

function close({ branches, items }: Group): Expression {
  const last: Expression = { kind: "sequence", items };
  return branches.length === 0
    ? last
    : { kind: "choice", items: [...branches, last] };
}

function single(token: string): Expression {
  if (["^", "$", "\\b", "\\B"].includes(token)) return { kind: "empty" };
  // What a back reference takes depends on the text.
  const isReference = /^\\(?:[1-9]|k<)/.test(token);
  return { kind: "character", source: isReference ? "[^]" : token };
}

function boundsOf(quantifier: string): { min: number; max: number } {
  switch (quantifier) {
    case "*":
      return { min: 0, max: Infinity };
    case "+":
      return { min: 1, max: Infinity };
    case "?":
      return { min: 0, max: 1 };
    default: {
      const [min = "0", max = min] = quantifier.slice(1, -1).split(",");
      return { min: Number(min), max: max === "" ? Infinity : Number(max) };
    }
  }
}
