import { isCheap, isRegExp } from "../../runtime.js";
import { literal } from "../../emit/literal.js";
import { isObject, toWord } from "../../shared/json.js";
import { rejectWorkflow, type ArazzoObject } from "./arazzo.js";
import {
  evaluate,
  isExpression,
  evaluateSelector,
  writeText,
  type Scope,
} from "./expressions.js";
import { isAssignable, toScalarType } from "./typed-values.js";

/** Source of a criterion as a condition in TypeScript. https://spec.openapis.org/arazzo/latest.html#criterion-object */
export function writeCriterion(
  { members, pointer }: ArazzoObject,
  outerScope: Scope,
): string {
  const scope: Scope = { ...outerScope, pointer };
  const { condition, context, type: typeMember = "simple" } = members;
  const type = isObject(typeMember) ? typeMember["type"] : typeMember;
  if (typeof condition !== "string" || condition.length > 2000)
    return rejectWorkflow(
      pointer,
      "It has no condition, or the condition is too long.",
    );
  if (type === "simple") return writeSimpleCondition(condition, scope);
  if (type === "jsonpath")
    return `${evaluateSelector({ context, type, selector: condition }, scope).code} !== undefined`;
  if (type !== "regex" || !isExpression(context))
    return rejectWorkflow(
      pointer,
      `${toWord(type)} is not supported, or has no context. Write simple conditions on $response.body#/….`,
    );
  if (!isRegExp(condition))
    return rejectWorkflow(
      pointer,
      `${condition} is not a valid regular expression.`,
    );
  if (!isCheap(condition))
    return rejectWorkflow(
      pointer,
      `The regular expression ${condition} may take very long for some strings.`,
      "Write simple conditions, or an expression such as ^ord-[0-9]+$: it begins with ^, has no groups or alternatives, and has at most one unbounded repetition.",
    );
  const { code } = evaluate(context, scope);
  return `new RegExp(${literal(condition)}, "u").test(${writeText(code, scope)}.slice(0, 10_000))`;
}

/** Negates the source of a condition. */
export function negate(code: string): string {
  const negatedCode = code.replace(/^\(([\w.?]+) === (\w+)\)$/, "$1 !== $2");
  return negatedCode === code ? `!(${code})` : negatedCode;
}

const OPERAND =
  /'(?:[^']|'')*'|-?(?:0|[1-9]\d*)(?:\.\d+)?|\$[^\s()=!<>&|'{}]+|true|false|null/;

/** Matches an operand, or a comparison of two. */
const COMPARISON = new RegExp(
  `(${OPERAND.source})(?:\\s*([=!<>]=|[<>])\\s*(${OPERAND.source}))?`,
  "gi",
);

/** Operand of a comparison; `constant` is undefined if its value is known only when the handler runs. */
interface Operand {
  readonly code: string;
  readonly constant?: string | number | boolean | null;
  readonly isNumber: boolean;
}

/** Writes a simple condition. Operators between comparisons mean the same in TypeScript as in Arazzo. */
function writeSimpleCondition(text: string, scope: Scope): string {
  const codes: string[] = [];
  const skeleton = text
    .replaceAll("\0", "?")
    .replace(
      COMPARISON,
      (
        matchedText,
        leftToken: string,
        operator?: string,
        rightToken?: string,
      ) => {
        const leftOperand = readOperand(leftToken, scope);
        const rightOperand =
          rightToken === undefined
            ? leftOperand
            : readOperand(rightToken, scope);
        if ("constant" in leftOperand && "constant" in rightOperand)
          return matchedText;
        codes.push(
          operator === undefined
            ? `Boolean(${leftOperand.code})`
            : writeComparison(leftOperand, operator, rightOperand, scope),
        );
        return "\0";
      },
    )
    .replace(/\s+/g, "");
  let reducedText = skeleton;
  for (let previousText = ""; previousText !== reducedText;) {
    previousText = reducedText;
    reducedText = reducedText.replace(/!\0|\(\0\)|\0(?:&&|\|\|)\0/g, "\0");
  }
  if (reducedText !== "\0")
    rejectWorkflow(
      scope.pointer,
      `The condition ${text} can't be parsed. Use expressions, literals ('text' in single quotes), comparisons, &&, ||, ! and parentheses.`,
    );
  return skeleton.replace(/\0/g, () => `(${codes.shift() ?? ""})`);
}

const NUMBER = toScalarType("number");

function readOperand(token: string, scope: Scope): Operand {
  if (token.startsWith("$")) {
    const { code, optional, ...valueType } = evaluate(token, scope);
    return { code, isNumber: !optional && isAssignable(valueType, NUMBER) };
  }
  const constant = token.startsWith("'")
    ? token.slice(1, -1).replaceAll("''", "'")
    : (JSON.parse(token.toLowerCase()) as number | boolean | null); // OPERAND matches nothing else
  const isNumber = typeof constant === "number";
  if (isNumber && !Number.isFinite(constant))
    return rejectWorkflow(scope.pointer, `${token} is too large a number.`);
  return { code: literal(constant), constant, isNumber };
}

/** Writes a comparison. As in Arazzo, it is loose, and strings are compared case-insensitively. */
function writeComparison(
  leftOperand: Operand,
  operator: string,
  rightOperand: Operand,
  scope: Scope,
): string {
  const isEqual = /^[=!]=$/.test(operator);
  const jsOperator = isEqual ? `${operator}=` : operator;
  if (rightOperand.constant === null)
    return `(${leftOperand.code} ?? null) ${jsOperator} null`;
  const writeOperand =
    leftOperand.isNumber || rightOperand.isNumber || !isEqual
      ? writeNumber
      : writeLowerCase;
  return `${writeOperand(leftOperand, scope)} ${jsOperator} ${writeOperand(rightOperand, scope)}`;
}

function writeNumber(
  { code, constant, isNumber }: Operand,
  { usedNames }: Scope,
): string {
  if (isNumber) return code;
  if (constant !== undefined) return `Number(${code})`;
  usedNames.add("toNumber");
  return `toNumber(${code})`;
}

function writeLowerCase({ code, constant }: Operand, scope: Scope): string {
  return constant === undefined
    ? `${writeText(code, scope)}.toLowerCase()`
    : literal(String(constant).toLowerCase());
}
