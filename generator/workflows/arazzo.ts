import { own } from "../../runtime/schema.js";
import { convertSchema } from "../normalise/schema/schema.js";
import type { SchemaContext } from "../normalise/schema/schema-values.js";
import { ToolwrightError, type Placed as Told } from "../errors.js";
import { below, steps as stepsOf } from "../shared/json-pointer.js";
import {
  isObject,
  listOf,
  member,
  readText,
  toWord,
  type JsonObject,
} from "../shared/json.js";
import type { Schema } from "../model.js";

/** An object of a document, and where it stands. */
export interface Placed {
  readonly given: JsonObject;
  readonly pointer: string;
}

/** Schemas of the inputs of one. */
const MOST_SCHEMAS = 1_000;
/** Steps of one workflow; more is no task that one call should do. */
const MOST_STEPS = 50;

// prettier-ignore
const SERVED = new Set(["summary", "description", "inputs", "outputs", "parameters", "steps", "successActions", "failureActions", "stepId", "operationId", "operationPath", "requestBody", "payload", "contentType", "successCriteria", "onSuccess", "onFailure", "name", "in", "value", "condition", "context", "type", "criteria", "retryAfter", "retryLimit"]);

/** What Arazzo has and no handler is made of, and what to write in its place. */
const NOT_SERVED: Readonly<Record<string, string>> = {
  workflowId: "list the steps of the other workflow here",
  dependsOn: "list the steps of the other workflow here",
  channelPath: "only HTTP is called",
  timeout: "the API's client has one",
  replacements: "write the payload out",
};

/** Leaves a workflow out: what can't become code is told where it is met. */
export function leave(
  pointer: string,
  message: string,
  hint = "Change it in its file, or write the tool by hand in src/custom: docs/workflows.md says what becomes code.",
): never {
  const code = "workflow-left-out";
  throw new ToolwrightError({ code, pointer, message, hint });
}

/** The workflows of a document, unread. Throws a ToolwrightError for what is no Arazzo document. */
export function workflowsIn(document: unknown, file: string) {
  const all = listOf(member(document, "workflows"));
  const version = readText(member(document, "arazzo"));
  if (/^1\.[01]\./.test(version) && all.length > 0) return all;
  throw new ToolwrightError({
    code: "not-arazzo",
    file,
    message: "This is no Arazzo document of version 1.0 or 1.1 with workflows.",
    hint: "It begins with arazzo: 1.0.1, and has sourceDescriptions and workflows.",
  });
}

export type Workflow = ReturnType<typeof readWorkflow>;
export type Step = Workflow["steps"][number];

/** Reads one workflow. Throws where it can't be one. https://spec.openapis.org/arazzo/latest.html#workflow-object */
export function readWorkflow(
  workflow: unknown,
  pointer: string,
  document: unknown,
) {
  const given = objectOf(workflow, pointer, "workflowId");
  const whole = { given, pointer };
  const steps = listed(whole, "steps").map((step) => {
    const both = (own: string, common: string) => {
      const all = listed(step, own, document);
      const known = new Set(all.map(keyOf));
      const others = listed(whole, common, document);
      return [...all, ...others.filter((one) => !known.has(keyOf(one)))];
    };
    return {
      ...step,
      id: idOf(step.given["stepId"], step.pointer),
      criteria: listed(step, "successCriteria"),
      // With those that the workflow has for all steps.
      parameters: both("parameters", "parameters"),
      onSuccess: both("onSuccess", "successActions"),
      onFailure: both("onFailure", "failureActions"),
    };
  });
  if (steps.length === 0 || steps.length > MOST_STEPS)
    leave(pointer, `It has no steps, or more than ${MOST_STEPS}.`);
  if (new Set(steps.map(({ id }) => id)).size < steps.length)
    leave(pointer, "Two steps have one stepId.");
  // What all steps say is met at each of them.
  const dropped = new Map<string, Told>();
  const drop = (one: Told) => dropped.set(one.pointer + one.message, one);
  const inputs = inputsOf(document, given["inputs"], `${pointer}/inputs`, drop);
  const id = idOf(given["workflowId"], pointer);
  return { id, given, pointer, steps, inputs, drop, dropped };
}

const keyOf = ({ given: { in: place = "", name } }: Placed) =>
  `${toWord(place)} ${toWord(name)}`;

/** Objects of a list, references to components followed. https://spec.openapis.org/arazzo/latest.html#reusable-object */
export function listed(
  { given, pointer }: Placed,
  name: string,
  document?: unknown,
): Placed[] {
  const list = given[name] ?? [];
  const place = `${pointer}/${name}`;
  if (!Array.isArray(list)) return leave(place, "A list is needed here.");
  return list.map((one: unknown, index) => {
    const where = `${place}/${index}`;
    const { reference, ...own } = Object(one) as JsonObject;
    if (reference === undefined)
      return { given: objectOf(one, where), pointer: where };
    const [, ...path] =
      /^\$(components)\.(\w+)\.(.+)$/s.exec(readText(reference)) ?? [];
    const found = path.length > 0 && path.reduce(member, document);
    if (!found)
      leave(where, `The reference ${readText(reference)} leads to nothing.`);
    return { given: { ...objectOf(found, where), ...own }, pointer: where };
  });
}

/** An object that has members alone that become code; extensions say nothing to us. */
export function objectOf(
  given: unknown,
  pointer: string,
  also = "",
): JsonObject {
  if (!isObject(given)) return leave(pointer, "An object is needed here.");
  for (const name of Object.keys(given)) {
    if (SERVED.has(name) || name === also || name.startsWith("x-")) continue;
    const why = own(NOT_SERVED, name) ?? "workflows have no code for it";
    leave(below(pointer, name), `${name} is not served: ${why}.`);
  }
  return given;
}

/** Inputs stand in their place, or as a whole under components. */
function inputsOf(
  document: unknown,
  given: unknown,
  pointer: string,
  warn: SchemaContext["warn"],
): Schema {
  const ref = readText(member(given, "$ref"));
  const schema =
    ref === "" ? (given ?? {}) : stepsOf(ref.slice(1)).reduce(member, document);
  if (!isObject(schema)) return leave(pointer, "No schema of inputs is here.");
  let room = MOST_SCHEMAS;
  const converted = convertSchema(schema, pointer, {
    refSiblings: true,
    specification: "https://spec.openapis.org/oas/v3.1.1",
    follow: (target) => target,
    exampleAt: ({ value }) => value,
    entered: new Set(),
    refer: () =>
      leave(pointer, "$ref is not served within inputs: write them out."),
    spend: () => (room -= 1) < 0 && leave(pointer, "These are too many."),
    warn,
  });
  return { ...converted, type: "object" };
}

function idOf(given: unknown, pointer: string): string {
  const id = readText(given);
  if (/^[\w.-]{1,100}$/.test(id) && /[^\W_]/.test(id)) return id;
  return leave(pointer, "It needs an id of the characters A-Za-z0-9_-.");
}
