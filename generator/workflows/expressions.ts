import { literal, propertyKey } from "../emit/literal.js";
import {
  filled,
  isObject,
  member,
  toWord,
  type JsonObject,
} from "../shared/json.js";
import { steps as stepsOf } from "../shared/json-pointer.js";
import type { Schema } from "../model.js";
import { propertiesOf, requiredOf } from "../../runtime/schema.js";
import { visible } from "../shared/escape.js";
import { leave, type Workflow } from "./arazzo.js";
import {
  follow,
  isInherited,
  knownOf,
  scalar,
  SIMPLE,
  UNKNOWN,
} from "./typed-values.js";
import type { Known, Value } from "./typed-values.js";

/** What the code at one place of a workflow is made with. */
export interface Scope {
  readonly pointer: string;
  readonly inputs: Schema;
  /** Of the steps before, by their ids. */
  readonly answers: ReadonlyMap<string, Answered>;
  /** Of the step that is spoken of. */
  readonly current?: Answered;
  /** Names of answers that somebody looks at, and labels that somebody goes to. */
  readonly used: Set<string>;
  /** Names of the handler. */
  readonly taken: Set<string>;
  /** What stands under a name already, by its code. */
  readonly named: Map<string, string>;
  /** Tells what is not sent. */
  readonly drop: Workflow["drop"];
  /** Steps may be passed over. */
  readonly jumps: boolean;
  /** Where a step may go on: labels by the ids of the steps behind it; null: the end. */
  readonly ahead: ReadonlyMap<string | null, string>;
}

/** The answer of a step. */
export interface Answered {
  /** What it is called in the handler. */
  readonly name: string;
  /** It may be missing. */
  readonly optional: boolean;
  /** The API's refusal, `refused`, may stand for it. */
  readonly isRefused?: boolean;
  readonly data: Known;
  readonly outputs: unknown;
  /** Where its step stands: its outputs are read there. */
  readonly scope: Scope;
}

/** https://spec.openapis.org/arazzo/latest.html#runtime-expressions */
const EXPRESSION =
  /^\$(?:inputs\.(?<input>.+)|statusCode|response\.(?:(?<body>body)|headers?\.(?<header>.+))|steps\.(?<step>.+?)\.outputs\.(?<output>.+))$/s;

export function isExpression(text: unknown): text is string {
  return typeof text === "string" && /^\$[a-zA-Z]/.test(text);
}

/** The value that a runtime expression means. */
export function evaluate(text: string, scope: Scope): Value {
  const { answers, current, inputs, pointer, used } = scope;
  const [head = "", fragment = ""] = text.split(/#(.*)/s);
  const { groups } = EXPRESSION.exec(head) ?? {};
  if (groups === undefined)
    return leave(
      pointer,
      `${text} is not served: write $inputs.…, $statusCode, $response.body#/…, $response.header.… or $steps.….outputs.….`,
    );
  const { body, header, input, output, step } = groups;
  const value = input
    ? inputOf(inputs, input)
    : step
      ? outputOf(answers.get(step), output ?? "")
      : current && partOf(current, used, body, header);
  if (value === undefined)
    return leave(pointer, `${text} leads to nothing that is there by then.`);
  return follow(value, bounded(stepsOf(fragment), pointer));
}

/** Steps of one path; more lead to nothing that an API answers. */
const MOST_LEVELS = 100;

function bounded(path: readonly string[], pointer: string) {
  if (path.length > MOST_LEVELS)
    leave(pointer, `A path has more than ${MOST_LEVELS} steps here.`);
  return path;
}

function partOf(
  { data, isRefused, name, optional }: Answered,
  used: Set<string>,
  body: string | undefined,
  header: string | undefined,
): Value {
  used.add(name);
  const dot = optional ? "?." : ".";
  if (body) return { ...data, code: `${name}${dot}data`, optional: true };
  const head = (isRefused ? `(refused ?? ${name})` : name) + dot;
  if (!header) return { ...scalar("number"), code: `${head}status`, optional };
  const key = header.toLowerCase();
  const headers = { ...UNKNOWN, code: `${head}headers`, optional };
  if (isInherited(key)) return follow(headers, [key]);
  const code = `${headers.code}[${literal(key)}]`;
  return { ...scalar("string"), code, optional: true };
}

function outputOf(current: Answered | undefined, name: string) {
  const output = member(current?.outputs, name);
  return current && output !== undefined
    ? valueOf(output, { ...current.scope, current })
    : undefined;
}

/** Inputs of one type are typed, as `defineTool` does it; what is below others is `unknown`. */
function inputOf(inputs: Schema, name: string): Value | undefined {
  const schema = propertiesOf(inputs).find(([one]) => one === name)?.[1];
  if (schema === undefined) return undefined;
  const { default: usual, enum: values, type } = schema;
  const key = propertyKey(name);
  const given = key === name ? `args.${name}` : `args[${literal(name)}]`;
  const optional = !requiredOf(inputs).includes(name);
  const code =
    optional && isInherited(name)
      ? `(Object.hasOwn(args, ${literal(name)}) ? ${given} : undefined)`
      : given;
  if (!SIMPLE.test(toWord(type))) return { ...UNKNOWN, code, optional };
  const known = knownOf(filled({ type, enum: values }));
  const isUsual = optional && /^(?:string|number|boolean)$/.test(typeof usual);
  // Defaults are told to the model, and filled in by nobody else.
  return isUsual
    ? { ...known, code: `(${code} ?? ${literal(usual)})`, optional: false }
    : { ...known, code, optional };
}

/** What an output or a payload says by an expression or a selector. https://spec.openapis.org/arazzo/latest.html#selector-object */
export function valueOf(given: unknown, scope: Scope): Value {
  if (isExpression(given)) return evaluate(given, scope);
  const { context, selector, type: typed } = Object(given) as JsonObject;
  const type = isObject(typed) ? typed["type"] : typed;
  const read = type === "jsonpointer" ? stepsOf : namesIn;
  const path = typeof selector === "string" ? read(selector) : undefined;
  if (isExpression(context) && path !== undefined)
    return follow(evaluate(context, scope), bounded(path, scope.pointer));
  const told = isObject(given)
    ? JSON.stringify(filled({ context, selector, type }), (key, value) =>
        key === "" ? (value as unknown) : toWord(value),
      )
    : toWord(given);
  return leave(
    scope.pointer,
    `${visible(told.slice(0, 200))} is not served: write an expression, or a selector of one place by its names and indexes.`,
  );
}

/** Of a JSONPath that selects one place; undefined: it may select several. */
function namesIn(query: string): string[] | undefined {
  const step = /\.([A-Za-z_]\w*)|\[(?:'([^'\\]*)'|"([^"\\]*)"|(\d+))\]/g;
  if (query.replace(step, "") !== "$") return undefined;
  return [...query.matchAll(step)].map((one) => one.slice(1).join(""));
}
