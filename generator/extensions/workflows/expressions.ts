import { literal, toPropertyKey } from "../../emit/literal.js";
import {
  omitEmpty,
  isObject,
  getMember,
  toWord,
  type JsonObject,
} from "../../shared/json.js";
import { parsePointer } from "../../shared/json-pointer.js";
import type { Schema } from "../../model.js";
import { propertiesOf, requiredOf } from "../../runtime.js";
import { escapeInvisible } from "../../shared/escape.js";
import { rejectWorkflow, type Workflow } from "./arazzo.js";
import {
  readPath,
  isInherited,
  toValueType,
  toScalarType,
  SCALAR_TYPE,
  UNKNOWN_TYPE,
} from "./typed-values.js";
import type { ValueType, TypedValue } from "./typed-values.js";

/** Scope in which one part of a workflow becomes code. */
export interface Scope {
  readonly pointer: string;
  readonly inputs: Schema;
  /** Responses of the steps before, by step id. */
  readonly responses: ReadonlyMap<string, StepResponse>;
  /** Response of the step itself, which `$response` and `$statusCode` refer to. */
  readonly response?: StepResponse;
  /** Names of responses that an expression reads, labels that an action jumps to, and functions of the runtime that conditions call. */
  readonly usedNames: Set<string>;
  /** Identifiers that the handler declares. */
  readonly takenNames: Set<string>;
  /** Names of constants that are bound already, by the code of their values. */
  readonly namesByCode: Map<string, string>;
  /** Reports a value that is not sent. */
  readonly warn: Workflow["warn"];
  /** True if an action may skip steps. */
  readonly hasJumps: boolean;
  /** Labels that a step may jump to, by the ids of the steps behind it; null is the end. */
  readonly labelsAhead: ReadonlyMap<string | null, string>;
}

/** Response of a step, as code refers to it. */
export interface StepResponse {
  /** Identifier of the response in the handler. */
  readonly name: string;
  /** True if the response may be missing. */
  readonly optional: boolean;
  /** True if an `UpstreamError`, `refused`, may stand for it. */
  readonly isRefused?: boolean;
  readonly bodyType: ValueType;
  readonly outputs: unknown;
  /** Scope of the step, in which its outputs are evaluated. */
  readonly scope: Scope;
}

/** Runtime expressions that become code. https://spec.openapis.org/arazzo/latest.html#runtime-expressions */
const EXPRESSION =
  /^\$(?:inputs\.(?<input>.+)|statusCode|response\.(?:(?<body>body)|headers?\.(?<header>.+))|steps\.(?<step>.+?)\.outputs\.(?<output>.+))$/s;

export function isExpression(text: unknown): text is string {
  return typeof text === "string" && /^\$[a-zA-Z]/.test(text);
}

/** Evaluates a runtime expression. Throws if it leads to nothing that is known by then. */
export function evaluate(text: string, scope: Scope): TypedValue {
  const { responses, response, inputs, pointer, usedNames } = scope;
  const [source = "", fragment = ""] = text.split(/#(.*)/s);
  const { groups } = EXPRESSION.exec(source) ?? {};
  if (groups === undefined)
    return rejectWorkflow(
      pointer,
      `${text} is not supported. Use $inputs.…, $statusCode, $response.body#/…, $response.header.… or $steps.….outputs.….`,
    );
  const { body, header, input, output, step } = groups;
  const value = input
    ? evaluateInput(inputs, input)
    : step
      ? evaluateOutput(responses.get(step), output ?? "")
      : response && evaluateResponse(response, usedNames, body, header);
  if (value === undefined)
    return rejectWorkflow(pointer, `${text} does not exist at this step.`);
  return readPath(value, checkPathLength(parsePointer(fragment), pointer));
}

/** Segments that one path may have; more lead to nothing that an API returns. */
const MAX_LEVELS = 100;

function checkPathLength(path: readonly string[], pointer: string) {
  if (path.length > MAX_LEVELS)
    rejectWorkflow(pointer, `The path has more than ${MAX_LEVELS} steps.`);
  return path;
}

function evaluateResponse(
  { bodyType, isRefused, name, optional }: StepResponse,
  usedNames: Set<string>,
  body: string | undefined,
  header: string | undefined,
): TypedValue {
  usedNames.add(name);
  const dot = optional ? "?." : ".";
  if (body) return { ...bodyType, code: `${name}${dot}data`, optional: true };
  const prefix = (isRefused ? `(refused ?? ${name})` : name) + dot;
  if (!header)
    return { ...toScalarType("number"), code: `${prefix}status`, optional };
  const key = header.toLowerCase();
  const headers = { ...UNKNOWN_TYPE, code: `${prefix}headers`, optional };
  if (isInherited(key)) return readPath(headers, [key]);
  const code = `${headers.code}[${literal(key)}]`;
  return { ...toScalarType("string"), code, optional: true };
}

function evaluateOutput(response: StepResponse | undefined, name: string) {
  const output = getMember(response?.outputs, name);
  return response && output !== undefined
    ? evaluateSelector(output, { ...response.scope, response })
    : undefined;
}

/** Evaluates an input. Scalars are typed, as `defineTool` does it; members of others are `unknown`. */
function evaluateInput(inputs: Schema, name: string): TypedValue | undefined {
  const schema = propertiesOf(inputs).find(
    ([inputName]) => inputName === name,
  )?.[1];
  if (schema === undefined) return undefined;
  const { default: defaultValue, enum: values, type } = schema;
  const key = toPropertyKey(name);
  const argumentCode = key === name ? `args.${name}` : `args[${literal(name)}]`;
  const optional = !requiredOf(inputs).includes(name);
  const code =
    optional && isInherited(name)
      ? `(Object.hasOwn(args, ${literal(name)}) ? ${argumentCode} : undefined)`
      : argumentCode;
  if (!SCALAR_TYPE.test(toWord(type)))
    return { ...UNKNOWN_TYPE, code, optional };
  const inputType = toValueType(omitEmpty({ type, enum: values }));
  const hasDefault =
    optional && /^(?:string|number|boolean)$/.test(typeof defaultValue);
  // Defaults are described to the model; nothing else fills them in.
  return hasDefault
    ? {
        ...inputType,
        code: `(${code} ?? ${literal(defaultValue)})`,
        optional: false,
      }
    : { ...inputType, code, optional };
}

/**
 * Source of a value as text. An API may return an object although its document declares a string, and its `toString`
 * may not be a function: `String()` would throw.
 */
export function writeText(
  code: string,
  { usedNames }: Scope,
  missingCode = "null",
): string {
  usedNames.add("toText");
  return `toText(${code} ?? ${missingCode})`;
}

/** Evaluates an expression or a selector of an output or a payload. https://spec.openapis.org/arazzo/latest.html#selector-object */
export function evaluateSelector(
  selectorObject: unknown,
  scope: Scope,
): TypedValue {
  if (isExpression(selectorObject)) return evaluate(selectorObject, scope);
  const {
    context,
    selector,
    type: typeMember,
  } = Object(selectorObject) as JsonObject;
  const type = isObject(typeMember) ? typeMember["type"] : typeMember;
  const parseSelector = type === "jsonpointer" ? parsePointer : parseJsonPath;
  const path =
    typeof selector === "string" ? parseSelector(selector) : undefined;
  if (isExpression(context) && path !== undefined)
    return readPath(
      evaluate(context, scope),
      checkPathLength(path, scope.pointer),
    );
  const selectorText = isObject(selectorObject)
    ? JSON.stringify(omitEmpty({ context, selector, type }), (key, value) =>
        key === "" ? (value as unknown) : toWord(value),
      )
    : toWord(selectorObject);
  return rejectWorkflow(
    scope.pointer,
    `${escapeInvisible(selectorText.slice(0, 200))} is not supported. Write an expression, or a selector of a single place by its names and indexes.`,
  );
}

/** Segments of a JSONPath that selects one node; undefined if it may select several. */
function parseJsonPath(query: string): string[] | undefined {
  const segmentPattern =
    /\.([A-Za-z_]\w*)|\[(?:'([^'\\]*)'|"([^"\\]*)"|(\d+))\]/g;
  if (query.replace(segmentPattern, "") !== "$") return undefined;
  return [...query.matchAll(segmentPattern)].map((match) =>
    match.slice(1).join(""),
  );
}
