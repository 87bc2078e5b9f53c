import { literal, toPropertyKey } from "../../emit/literal.js";
import { appendPointer } from "../../shared/json-pointer.js";
import {
  isObject,
  getMember,
  entriesOf,
  readText,
  toWord,
} from "../../shared/json.js";
import { parseBody, requiredOf } from "../../runtime.js";
import type { PlannedComponent } from "../../plan/component.js";
import { rejectWorkflow, readObject, type Step } from "./arazzo.js";
import {
  evaluate,
  isExpression,
  evaluateSelector,
  writeText,
  type Scope,
} from "./expressions.js";
import {
  memberTypeOf,
  claimIdentifier,
  isAssignable,
  type ValueType,
  toValueType,
  singleTypeOf,
  toScalarType,
  UNKNOWN_TYPE,
  type TypedValue,
} from "./typed-values.js";

/** Scope of arguments that are written; `statements` come before the call. */
type WriteScope = Scope & {
  readonly statements: string[];
  /** Levels of nesting around the value. */
  readonly depth?: number;
};

/** Levels of nesting that an argument may have. */
const MAX_LEVELS = 100;

/** Values that a step sends to its operation, by name of argument. */
export function collectArguments(
  { args, body, requestSpec }: PlannedComponent,
  { members, id, parameters, pointer }: Step,
  warn: Scope["warn"],
): Record<string, unknown> {
  const bodyPointer = `${pointer}/requestBody`;
  const { payload: rawPayload } = readObject(
    members["requestBody"] ?? {},
    bodyPointer,
  );
  const payload =
    typeof rawPayload === "string" ? parseBody(rawPayload) : rawPayload;
  const wholeBody = args.find(
    (argument) => argument.in === "body" && body?.schema === null,
  );
  if (payload !== undefined && !wholeBody && !(body && isObject(payload)))
    rejectWorkflow(
      pointer,
      "This body is not supported. Write its fields one by one.",
    );
  const isWholeBody = wholeBody !== undefined && payload !== undefined;
  const payloadByName = isWholeBody
    ? { [wholeBody.wireName]: payload }
    : payload;
  const fields = entriesOf(payloadByName).map(([name, value]) => ({
    members: { in: "body", name, value },
    pointer: appendPointer(`${bodyPointer}/payload`, name),
  }));
  const argumentsByKey = new Map(
    args
      .toReversed()
      .map((argument) => [wireKeyOf(argument.in, argument.wireName), argument]),
  );
  const sentValues = collectSentValues(requestSpec);
  const valuesByName = new Map<string, unknown>();
  for (const { members, pointer } of [...parameters, ...fields]) {
    const { in: location, name, value } = members;
    const key = wireKeyOf(location, name);
    const argument = argumentsByKey.get(key);
    const sentValue = sentValues.get(key);
    if (argument !== undefined) valuesByName.set(argument.name, value);
    else if (sentValue === undefined) {
      const message = `${toWord(name)} in ${toWord(location)} is not sent, because the operation does not declare it. The server sends credentials itself.`;
      warn({ code: "workflow-value-dropped", message, pointer });
    } else if (sentValue !== value) {
      const message = `${toWord(name)} in ${toWord(location)} is always sent as ${toWord(sentValue)}, so the value of this step is not used.`;
      warn({ code: "workflow-value-dropped", message, pointer });
    }
  }
  const missingArgument = args.find(
    (argument) => argument.required && !valuesByName.has(argument.name),
  );
  if (missingArgument !== undefined)
    rejectWorkflow(
      pointer,
      `${id} does not set a value for ${missingArgument.wireName}.`,
    );
  return Object.fromEntries(valuesByName);
}

/** Values that the server sends with each request of an operation, by their key on the wire. */
function collectSentValues({
  accept,
  arguments: args = {},
  fixed = {},
  fromClient = {},
}: PlannedComponent["requestSpec"]): Map<string, unknown> {
  const fixedValues = Object.entries({ ...fromClient, ...fixed }).map(
    ([argumentName, value]) => {
      const { in: location, name = argumentName } = args[argumentName] ?? {};
      return [wireKeyOf(location, name), value] as const;
    },
  );
  return new Map([
    ...fixedValues,
    ...(accept === undefined
      ? []
      : [[wireKeyOf("header", "accept"), accept] as const]),
  ]);
}

/** Key of an argument on the wire: its location in the request and its name there. Names of headers are lowercased, since HTTP ignores their case. */
function wireKeyOf(location: unknown, name: unknown): string {
  const nameText = readText(name);
  return `${readText(location)} ${location === "header" ? nameText.toLowerCase() : nameText}`;
}

interface WrittenValue {
  readonly code: string;
  /** True if the compiler sees that the value fits. */
  readonly fits: boolean;
  /** Name of the constant of a value that may be missing. */
  readonly optionalName?: string;
}

/** Writes a value of the document, whose strings may be expressions, as an argument of the expected type. */
export function writeValue(
  rawValue: unknown,
  expectedType: ValueType,
  name: string,
  outerScope: WriteScope,
): WrittenValue {
  const { depth = 0 } = outerScope;
  if (depth > MAX_LEVELS)
    rejectWorkflow(
      outerScope.pointer,
      `It has more than ${MAX_LEVELS} levels.`,
    );
  const scope: WriteScope = { ...outerScope, depth: depth + 1 };
  const value = evaluateText(rawValue, scope);
  if (value !== undefined)
    return bindOptional(value, expectedType, name, scope);
  if (Array.isArray(rawValue)) {
    const itemType = memberTypeOf(expectedType, "0");
    const writtenItems = rawValue.map((element) =>
      writeValue(element, itemType ?? UNKNOWN_TYPE, name, scope),
    );
    for (const { optionalName } of writtenItems)
      if (optionalName) addGuard(optionalName, name, scope);
    const code = `[${writtenItems.map((writtenItem) => writtenItem.code).join(", ")}]`;
    return {
      code,
      fits: itemType !== undefined && writtenItems.every(({ fits }) => fits),
    };
  }
  if (!isObject(rawValue)) {
    const literalType = toValueType({ const: rawValue }, expectedType.schemas);
    return {
      code: literal(rawValue),
      fits: rawValue !== null && isAssignable(literalType, expectedType),
    };
  }
  const requiredNames = requiredOf(singleTypeOf(expectedType)?.shape ?? {});
  let fits = requiredNames.every((requiredName) =>
    Object.hasOwn(rawValue, requiredName),
  );
  const memberTexts = Object.entries(rawValue).map(([key, element]) => {
    const memberType = memberTypeOf(expectedType, key);
    const { code, optionalName, ...writtenMember } = writeValue(
      element,
      memberType ?? UNKNOWN_TYPE,
      key,
      scope,
    );
    fits &&= writtenMember.fits && memberType !== undefined;
    const memberKey = toPropertyKey(key);
    const memberText = memberKey === code ? memberKey : `${memberKey}: ${code}`;
    if (optionalName === undefined) return memberText;
    if (!requiredNames.includes(key))
      return `...(${optionalName} != null && { ${memberText} })`;
    addGuard(optionalName, key, scope);
    return memberText;
  });
  return { code: `{ ${memberTexts.join(", ")} }`, fits };
}

/** Evaluates an expression, a text with expressions in it, or a selector; undefined for a literal value. */
function evaluateText(rawValue: unknown, scope: Scope): TypedValue | undefined {
  if (
    isExpression(getMember(rawValue, "context")) &&
    getMember(rawValue, "selector")
  )
    return evaluateSelector(rawValue, scope);
  if (typeof rawValue !== "string") return undefined;
  const textParts = rawValue.split(/\{(\$[^{}]+)\}/);
  const [, singleExpression] = /^\{(\$[^{}]+)\}$/.exec(rawValue) ?? [];
  if (singleExpression !== undefined || isExpression(rawValue))
    return evaluate(singleExpression ?? rawValue, scope);
  if (textParts.length === 1) return undefined;
  const code = textParts.map((textPart, index) => {
    if (index % 2 === 0)
      return literal(textPart)
        .slice(1, -1)
        .replace(/`|\$(?=\{)/g, "\\$&");
    const value = evaluate(textPart, scope);
    return `\${${isCheckedScalar(value) ? value.code : writeText(value.code, scope, '""')}}`;
  });
  return {
    ...toScalarType("string"),
    code: `\`${code.join("")}\``,
    optional: false,
  };
}

/** True if a value is a scalar whatever the API returns: an input that was checked, or a status. */
function isCheckedScalar(value: TypedValue): boolean {
  return (
    !value.optional &&
    ["string", "number", "boolean"].some((type) =>
      isAssignable(value, toScalarType(type)),
    )
  );
}

/** Binds a value that may be missing to a constant, so that the compiler can narrow it. */
function bindOptional(
  value: TypedValue,
  expectedType: ValueType,
  name: string,
  { statements, namesByCode, takenNames }: WriteScope,
): WrittenValue {
  const { code, optional } = value;
  const fits = isAssignable(value, expectedType);
  if (!optional) return { code, fits };
  const existingName = /^args\.\w+$/.test(code) ? code : namesByCode.get(code);
  const optionalName = existingName ?? claimIdentifier(name, takenNames);
  if (existingName === undefined)
    statements.push(`const ${optionalName} = ${code};`);
  namesByCode.set(code, optionalName);
  return { code: optionalName, fits, optionalName };
}

function addGuard(
  optionalName: string,
  name: string,
  { statements, namesByCode }: WriteScope,
) {
  const message = literal(`The value for ${name} is missing.`);
  const guardLine = `if (${optionalName} == null) throw new CallError(${message});`;
  if (!namesByCode.has(guardLine)) statements.push(guardLine);
  namesByCode.set(guardLine, optionalName);
}
