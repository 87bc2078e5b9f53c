import { isCheap, isRegExp } from "../../runtime/features/checks/pattern.js";
import { literal } from "../emit/literal.js";
import { isObject, toWord } from "../shared/json.js";
import { leave, type Placed } from "./arazzo.js";
import { evaluate, isExpression, valueOf, type Scope } from "./expressions.js";
import { fits, scalar } from "./typed-values.js";

/** A criterion as a condition of TypeScript. https://spec.openapis.org/arazzo/latest.html#criterion-object */
export function criterion({ given, pointer }: Placed, about: Scope): string {
  const scope = { ...about, pointer };
  const { condition, context, type: typed = "simple" } = given;
  const type = isObject(typed) ? typed["type"] : typed;
  if (typeof condition !== "string" || condition.length > 2000)
    return leave(pointer, "It has no condition, or one that is too long.");
  if (type === "simple") return simple(condition, scope);
  if (type === "jsonpath")
    return `${valueOf({ context, type, selector: condition }, scope).code} !== undefined`;
  if (type !== "regex" || !isExpression(context))
    return leave(
      pointer,
      `${toWord(type)} is not served, or has no context: write simple conditions of $response.body#/….`,
    );
  if (!isRegExp(condition))
    return leave(pointer, `${condition} is no regular expression.`);
  if (!isCheap(condition))
    return leave(
      pointer,
      `The regular expression ${condition} may take very long for some texts.`,
      "Write simple conditions, or an expression that begins with ^, has no groups or alternatives and repeats one character or class freely at most, such as ^ord-[0-9]+$.",
    );
  const { code } = evaluate(context, scope);
  return `new RegExp(${literal(condition)}, "u").test(String(${code}).slice(0, 10_000))`;
}

/** The opposite of a condition. */
export function negated(code: string): string {
  const other = code.replace(/^\(([\w.?]+) === (\w+)\)$/, "$1 !== $2");
  return other === code ? `!(${code})` : other;
}

const OPERAND =
  /'(?:[^']|'')*'|-?(?:0|[1-9]\d*)(?:\.\d+)?|\$[^\s()=!<>&|'{}]+|true|false|null/;

/** An operand, or a comparison of two. */
const PART = new RegExp(
  `(${OPERAND.source})(?:\\s*([=!<>]=|[<>])\\s*(${OPERAND.source}))?`,
  "gi",
);

/** What is compared; `constant`: undefined where it is known only when the handler runs. */
interface Operand {
  readonly code: string;
  readonly constant?: string | number | boolean | null;
  readonly isNumber: boolean;
}

/** Signs between comparisons mean in TypeScript what they mean in Arazzo. */
function simple(text: string, scope: Scope): string {
  const codes: string[] = [];
  const signs = text
    .replaceAll("\0", "?")
    .replace(PART, (all, left: string, sign?: string, right?: string) => {
      const first = operand(left, scope);
      const second = right === undefined ? first : operand(right, scope);
      if ("constant" in first && "constant" in second) return all;
      codes.push(
        sign === undefined
          ? `Boolean(${first.code})`
          : compare(first, sign, second),
      );
      return "\0";
    })
    .replace(/\s+/g, "");
  let whole = signs;
  for (let before = ""; before !== whole;) {
    before = whole;
    whole = whole.replace(/!\0|\(\0\)|\0(?:&&|\|\|)\0/g, "\0");
  }
  if (whole !== "\0")
    leave(
      scope.pointer,
      `The condition ${text} can't be read: it may have expressions, literals ('text' in single quotes), comparisons, &&, ||, ! and parentheses.`,
    );
  return signs.replace(/\0/g, () => `(${codes.shift() ?? ""})`);
}

const NUMBER = scalar("number");

function operand(token: string, scope: Scope): Operand {
  if (token.startsWith("$")) {
    const { code, optional, ...known } = evaluate(token, scope);
    return { code, isNumber: !optional && fits(known, NUMBER) };
  }
  const constant = token.startsWith("'")
    ? token.slice(1, -1).replaceAll("''", "'")
    : (JSON.parse(token.toLowerCase()) as number | boolean | null); // by its pattern
  const isNumber = typeof constant === "number";
  if (isNumber && !Number.isFinite(constant))
    return leave(scope.pointer, `${token} is too large a number.`);
  return { code: literal(constant), constant, isNumber };
}

/** Comparisons are loose, and texts are alike in any case of their letters. */
function compare(left: Operand, sign: string, right: Operand): string {
  const isEqual = /^[=!]=$/.test(sign);
  const js = isEqual ? `${sign}=` : sign;
  if (right.constant === null) return `(${left.code} ?? null) ${js} null`;
  const form = left.isNumber || right.isNumber || !isEqual ? numeric : lower;
  return `${form(left)} ${js} ${form(right)}`;
}

function numeric({ code, constant, isNumber }: Operand): string {
  if (isNumber) return code;
  return constant === undefined ? `Number(${code} ?? NaN)` : `Number(${code})`;
}

function lower({ code, constant }: Operand): string {
  if (constant === undefined) return `String(${code}).toLowerCase()`;
  return literal(String(constant).toLowerCase());
}
