import { getOwn } from "../../runtime.js";
import { convertSchema } from "../../normalise/schema/schema.js";
import type { SchemaContext } from "../../normalise/schema/schema-values.js";
import { ToolwrightError, type LocatedProblem } from "../../errors.js";
import { appendPointer, parsePointer } from "../../shared/json-pointer.js";
import {
  isObject,
  toArray,
  getMember,
  readText,
  toWord,
  type JsonObject,
} from "../../shared/json.js";
import type { Schema } from "../../model.js";

/** Object of an Arazzo document, and its JSON pointer. */
export interface ArazzoObject {
  readonly members: JsonObject;
  readonly pointer: string;
}

/** Schemas that the inputs of one workflow may have. */
const MAX_INPUT_SCHEMAS = 1_000;
/** Steps that one workflow may have; more is not a task for one call. */
const MAX_STEPS = 50;

// prettier-ignore
const SUPPORTED_MEMBERS = new Set(["summary", "description", "inputs", "outputs", "parameters", "steps", "successActions", "failureActions", "stepId", "operationId", "operationPath", "requestBody", "payload", "contentType", "successCriteria", "onSuccess", "onFailure", "name", "in", "value", "condition", "context", "type", "criteria", "retryAfter", "retryLimit"]);

/** Members of Arazzo that no code is generated for, and what to write in their place. */
const UNSUPPORTED_MEMBERS: Readonly<Record<string, string>> = {
  workflowId: "copy the steps of the other workflow",
  dependsOn: "copy the steps of the other workflow",
  channelPath: "only HTTP is called",
  timeout: "the API's client has its own",
  replacements: "write the payload out",
};

/** Leaves a workflow out: throws a ToolwrightError at the pointer that can't become code. */
export function rejectWorkflow(
  pointer: string,
  message: string,
  hint = "Change it in its file, or write the tool in src/custom. docs/workflows.md lists the supported parts.",
): never {
  const code = "workflow-left-out";
  throw new ToolwrightError({ code, pointer, message, hint });
}

/**
 * Workflows of a document, not validated. Throws a ToolwrightError if it is not an Arazzo document of version 1.0 or
 * 1.1.
 */
export function readWorkflows(document: unknown, file: string) {
  const workflows = toArray(getMember(document, "workflows"));
  const version = readText(getMember(document, "arazzo"));
  if (/^1\.[01]\./.test(version) && workflows.length > 0) return workflows;
  throw new ToolwrightError({
    code: "not-arazzo",
    file,
    message: "This is not an Arazzo 1.0 or 1.1 document with workflows.",
    hint: "Begin it with arazzo: 1.0.1, and add sourceDescriptions and workflows.",
  });
}

export type Workflow = ReturnType<typeof readWorkflow>;
export type Step = Workflow["steps"][number];

/** Reads one workflow. Throws if it is invalid or can't become code. https://spec.openapis.org/arazzo/latest.html#workflow-object */
export function readWorkflow(
  workflow: unknown,
  pointer: string,
  document: unknown,
) {
  const members = readObject(workflow, pointer, "workflowId");
  const workflowObject: ArazzoObject = { members, pointer };
  const steps = readList(workflowObject, "steps").map((step) => {
    const joinLists = (stepMember: string, workflowMember: string) => {
      const ownObjects = readList(step, stepMember, document);
      const ownKeys = new Set(ownObjects.map(keyOf));
      const commonObjects = readList(workflowObject, workflowMember, document);
      return [
        ...ownObjects,
        ...commonObjects.filter((object) => !ownKeys.has(keyOf(object))),
      ];
    };
    return {
      ...step,
      id: readId(step.members["stepId"], step.pointer),
      criteria: readList(step, "successCriteria"),
      // Includes those that the workflow declares for all steps.
      parameters: joinLists("parameters", "parameters"),
      onSuccess: joinLists("onSuccess", "successActions"),
      onFailure: joinLists("onFailure", "failureActions"),
    };
  });
  if (steps.length === 0 || steps.length > MAX_STEPS)
    rejectWorkflow(pointer, `It must have 1 to ${MAX_STEPS} steps.`);
  if (new Set(steps.map(({ id }) => id)).size < steps.length)
    rejectWorkflow(pointer, "Two steps have the same stepId.");
  // Warnings by pointer and message: those of workflow-wide parameters come up at every step.
  const warnings = new Map<string, LocatedProblem>();
  const warn = (problem: LocatedProblem) =>
    warnings.set(problem.pointer + problem.message, problem);
  const inputs = readInputs(
    document,
    members["inputs"],
    `${pointer}/inputs`,
    warn,
  );
  const id = readId(members["workflowId"], pointer);
  return { id, members, pointer, steps, inputs, warn, warnings };
}

const keyOf = ({ members: { in: location = "", name } }: ArazzoObject) =>
  `${toWord(location)} ${toWord(name)}`;

/** Reads a list of objects; references to components are followed. https://spec.openapis.org/arazzo/latest.html#reusable-object */
export function readList(
  { members, pointer }: ArazzoObject,
  name: string,
  document?: unknown,
): ArazzoObject[] {
  const elements = members[name] ?? [];
  const listPointer = `${pointer}/${name}`;
  if (!Array.isArray(elements))
    return rejectWorkflow(listPointer, "This must be a list.");
  return elements.map((element: unknown, index) => {
    const elementPointer = `${listPointer}/${index}`;
    const { reference, ...overrides } = Object(element) as JsonObject;
    if (reference === undefined)
      return {
        members: readObject(element, elementPointer),
        pointer: elementPointer,
      };
    const [, ...path] =
      /^\$(components)\.(\w+)\.(.+)$/s.exec(readText(reference)) ?? [];
    const component = path.length > 0 && path.reduce(getMember, document);
    if (!component)
      rejectWorkflow(
        elementPointer,
        `The reference ${readText(reference)} can't be resolved.`,
      );
    return {
      members: { ...readObject(component, elementPointer), ...overrides },
      pointer: elementPointer,
    };
  });
}

/** Reads an object. Throws if it has a member that can't become code; extensions (`x-…`) are ignored. */
export function readObject(
  input: unknown,
  pointer: string,
  allowedMember = "",
): JsonObject {
  if (!isObject(input))
    return rejectWorkflow(pointer, "This must be an object.");
  for (const name of Object.keys(input)) {
    if (
      SUPPORTED_MEMBERS.has(name) ||
      name === allowedMember ||
      name.startsWith("x-")
    )
      continue;
    const reason =
      getOwn(UNSUPPORTED_MEMBERS, name) ?? "toolwright can't turn it into code";
    rejectWorkflow(
      appendPointer(pointer, name),
      `${name} is not supported: ${reason}.`,
    );
  }
  return input;
}

/** Reads the schema of the inputs, which is in place or is a reference to components. */
function readInputs(
  document: unknown,
  inputsMember: unknown,
  pointer: string,
  warn: SchemaContext["warn"],
): Schema {
  const ref = readText(getMember(inputsMember, "$ref"));
  const schema =
    ref === ""
      ? (inputsMember ?? {})
      : parsePointer(ref.slice(1)).reduce(getMember, document);
  if (!isObject(schema))
    return rejectWorkflow(pointer, "The schema of the inputs is missing.");
  let remainingSchemas = MAX_INPUT_SCHEMAS;
  const converted = convertSchema(schema, pointer, {
    refSiblings: true,
    isJava: false,
    specificationUrl: "https://spec.openapis.org/oas/v3.1.1",
    follow: (target) => target,
    readExampleAt: ({ value }) => value,
    enteredPointers: new Set(),
    // A mapping selects schemas that are references, which aren't supported.
    findMapped: (text) => text,
    warnOfRef: () => undefined,
    setRef: () =>
      rejectWorkflow(
        pointer,
        "$ref is not supported within inputs. Write them out.",
      ),
    countSchema: () =>
      (remainingSchemas -= 1) < 0 &&
      rejectWorkflow(pointer, "This list is too long."),
    warn,
  });
  return { ...converted, type: "object" };
}

function readId(input: unknown, pointer: string): string {
  const id = readText(input);
  if (/^[\w.-]{1,100}$/.test(id) && /[^\W_]/.test(id)) return id;
  return rejectWorkflow(
    pointer,
    "It needs an id made of the characters A-Za-z0-9_-.",
  );
}
