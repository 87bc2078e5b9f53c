import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";

/** A regular expression of the source, and its place. */
export interface Expression {
  /** `folder/file.ts:line`. */
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

/**
 * Regular expressions that are as literals in the TypeScript files of a folder, those in its folders included, each
 * once.
 */
export function expressionsIn(folder: string): Expression[] {
  const expressions = new Map<string, Expression>();
  for (const name of readdirSync(folder, { recursive: true }).map(String)) {
    if (!name.endsWith(".ts")) continue;
    const text = readFileSync(`${folder}/${name}`, "utf8");
    const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const { line } = file.getLineAndCharacterOfPosition(node.getStart());
        const [, source = "", flags = ""] =
          /^\/(.*)\/(\w*)$/s.exec(node.text) ?? [];
        if (!expressions.has(node.text))
          expressions.set(node.text, {
            place: `${folder}/${name}:${line + 1}`,
            source,
            flags,
          });
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return [...expressions.values()];
}

/** Expressions of which the longest text that they are given is known, in characters. */
export const SHORT_TEXTS = new Map([
  // Digits of a number.
  [String.raw`\B(?=(?:\d{3})+$)`, 30],
]);

/** The parts of a pattern, in order: brackets of groups, alternatives, characters and classes, each with its quantifier. */
const PART =
  /(\(\?<?[=!]|\(\?:|\(\?<\w+>|[()|^$])|(\\b|\\B)|((?:\[(?:\\.|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[\da-f]{4}|\\x[\da-f]{2}|\\.|.))|/isuy;
const QUANTIFIER = /(?:[*+?]|\{\d+(?:,\d*)?\})\??|/y;

/** Characters that are tried for a class, the plainest first. */
const SIGNS = [
  ..." a1A_-./\n\t\r\"'`<>{}[]()|\\:;,=&#@+*?!$%~^",
  ..."é“。！\u00a0\u200b\ud800\u{1d173}\u0001\0",
];

/**
 * Atoms of a pattern: a character that each matches, and whether it, or a group that it is in, is repeated without a
 * bound.
 */
function atomsOf({ source, flags }: Expression) {
  const unicode = flags.includes("u") ? "u" : "";
  const atoms: { sign: string; inner: string; isRepeated: boolean }[] = [];
  const open: number[] = [];
  for (let at = 0; at < source.length;) {
    PART.lastIndex = at;
    const [whole = "", bracket, edge, atom] = PART.exec(source) ?? [];
    at += whole.length || 1;
    if (bracket === ")") {
      QUANTIFIER.lastIndex = at;
      const quantifier = QUANTIFIER.exec(source)?.[0] ?? "";
      at += quantifier.length;
      const from = open.pop() ?? 0;
      if (/[*+]|,\}/.test(quantifier))
        for (const one of atoms.slice(from)) one.isRepeated = true;
    } else if (bracket?.startsWith("(")) open.push(atoms.length);
    if (bracket !== undefined || edge !== undefined || atom === undefined)
      continue;
    QUANTIFIER.lastIndex = at;
    const quantifier = QUANTIFIER.exec(source)?.[0] ?? "";
    at += quantifier.length;
    // A reference to a group or what this table has no character for shows no separate loop.
    if (/^\\[1-9k]/.test(atom)) continue;
    const expression = new RegExp(`^${atom}$`, `is${unicode}`);
    const sign = SIGNS.find((one) => expression.test(one)) ?? [...atom].at(-1);
    const least = Number(/^\{(\d+)/.exec(quantifier)?.[1] ?? 1);
    if (sign !== undefined)
      atoms.push({
        sign: sign.repeat(Math.max(least, 1)),
        inner: atom,
        isRepeated: /[*+]|,\}/.test(quantifier),
      });
  }
  return atoms;
}

/**
 * Texts of a length on which an expression that is not linear shows it: each character that it loops on, alone, behind
 * what the expression asks for before, and as a group that begins again.
 */
export function attacksOn(expression: Expression, length: number): string[] {
  const atoms = atomsOf(expression);
  const texts = new Set<string>();
  const fill = (unit: string, head = "") => {
    if (unit === "") return;
    const count = Math.ceil((length - head.length) / unit.length);
    // A character that no expression asks for ends it, so that a loop that has to end elsewhere tries again.
    texts.add(`${head}${unit.repeat(Math.max(count, 1))}\u0002`);
  };
  const all = atoms.map(({ sign }) => sign);
  atoms.forEach(({ isRepeated, inner, sign }, index) => {
    if (!isRepeated) return;
    const before = all.slice(0, index).join("");
    const unicode = expression.flags.includes("u") ? "u" : "";
    const test = new RegExp(`^${inner}$`, `is${unicode}`);
    // The repeated characters may be the beginning of another part.
    const meant = new Set(
      [sign, ...SIGNS, ...all].filter((one) => test.test(one)),
    );
    const starts = [...meant].filter(
      (one) => all.includes(one) || one === sign,
    );
    for (const one of new Set([sign, ...starts.slice(0, 6)])) {
      fill(one);
      fill(one, before);
    }
    fill(before + sign);
    fill(before + sign, before);
    // A match may begin at each part of the prefix.
    for (const from of [index - 1, index - 2, Math.floor(index / 2)])
      if (from >= 0) fill(all.slice(from, index + 1).join(""));
  });
  if (all.length > 1) fill(all.join(""));
  return [...texts];
}

/** Milliseconds of one core that something takes: a machine with other work makes it no slower. */
export function millisecondsOf(run: () => unknown): number {
  const before = process.cpuUsage().user;
  run();
  return (process.cpuUsage().user - before) / 1000;
}

/** Lengths that are tried one after the other, so that what is not linear is found before it takes long. */
const STEPS = [1 / 1024, 1 / 256, 1 / 64, 1 / 16, 1 / 4, 1];

/**
 * Milliseconds that an expression takes at most for a text of this length, and the beginning of that text. It stops at
 * the first text that takes longer than `most`, or would by its length: `milliseconds` is then of the whole length.
 */
export function slowest(
  expression: Expression,
  length: number,
  most: number,
): { milliseconds: number; length: number; text: string } {
  const flags = `${expression.flags.replace(/[gy]/g, "")}g`;
  const compiled = new RegExp(expression.source, flags);
  let worst = { milliseconds: 0, length: 0, text: "" };
  for (const step of STEPS) {
    const size = Math.ceil(length * step);
    for (const text of attacksOn(expression, size)) {
      const milliseconds = millisecondsOf(() => text.replace(compiled, ""));
      if (milliseconds > worst.milliseconds)
        worst = { milliseconds, length: size, text: text.slice(0, 60) };
      const share = Math.max(step, 1 / 8);
      if (milliseconds <= most * share) continue;
      // If it is not clear, once more, since the first time may have compiled the expression or collected garbage.
      const again =
        milliseconds > 4 * most * share
          ? milliseconds
          : millisecondsOf(() => text.replace(compiled, ""));
      if (again > most * share)
        return {
          milliseconds: again / share,
          length: size,
          text: text.slice(0, 60),
        };
    }
  }
  return worst;
}
