import { literal, toPropertyKey } from "../../emit/literal.js";
import { entriesOf, readText, toWord } from "../../shared/json.js";
import type { Api } from "../../model.js";
import type { PlannedComponent } from "../../plan/component.js";
import { toNames } from "../../plan/names.js";
import { collectArguments, writeValue } from "./arguments.js";
import { writeCriterion, negate } from "./criteria.js";
import { rejectWorkflow, readList } from "./arazzo.js";
import type { ArazzoObject, Step, Workflow } from "./arazzo.js";
import {
  evaluateSelector,
  type StepResponse,
  type Scope,
} from "./expressions.js";
import {
  claimIdentifier,
  toValueType,
  toScalarType,
  UNKNOWN_TYPE,
} from "./typed-values.js";

/** Step with the component of the operation that it calls. */
export interface ResolvedStep {
  readonly step: Step;
  readonly component: PlannedComponent;
  readonly schemas: Api["schemas"];
}

/** Identifiers that `workflow.ts.hbs` declares; no step may shadow them. */
const TEMPLATE_NAMES =
  "args begun before call error failed progress refused setTimeout signal toNumber toText tries";

const MAX_RETRIES = 10;
const MAX_WAIT_SECONDS = 60;

/** Identifier that an API's type `operations` is imported as. */
export const operationsTypeOf = (source: string | null) =>
  source === null ? "operations" : `${toNames(source).exportName}Operations`;

/** Plans the code of a handler as its template prints it, and the components that it calls with their identifiers (`uses`). */
export function planHandler(
  { warn, inputs, members, pointer, steps }: Workflow,
  resolvedSteps: readonly ResolvedStep[],
) {
  const takenNames = new Set(TEMPLATE_NAMES.split(" "));
  const uses = new Map<PlannedComponent, string>();
  for (const { component } of resolvedSteps)
    if (!uses.has(component))
      uses.set(component, claimIdentifier(component.exportName, takenNames));
  const labels = new Map<string | null, string>();
  for (const id of [...steps.map((step) => step.id), null])
    labels.set(id, claimIdentifier(`to ${id ?? "end"}`, takenNames));
  const usedNames = new Set<string>();
  const responses = new Map<string, StepResponse>();
  const endScope: Scope = {
    pointer: `${pointer}/outputs`,
    warn,
    inputs,
    usedNames,
    takenNames,
    responses,
    namesByCode: new Map(),
    hasJumps: steps.some(
      ({ onFailure, onSuccess }) =>
        onSuccess.length > 0 || !onFailure.every(isRetry),
    ),
    labelsAhead: new Map(),
  };
  const plannedSteps = resolvedSteps.map((resolvedStep, index) => {
    const callee = uses.get(resolvedStep.component) ?? "";
    const labelsAhead = new Map([...labels].slice(index + 1));
    const scope: Scope = {
      ...endScope,
      responses: new Map(responses),
      labelsAhead,
    };
    const step = planStep(resolvedStep, callee, scope);
    responses.set(step.id, step.response);
    return step;
  });
  const outputs = entriesOf(members["outputs"]).map(
    ([name, output]) =>
      `${toPropertyKey(name)}: ${evaluateSelector(output, endScope).code}`,
  );

  // Responses that are read outside of the block in which they arrive.
  const declared = plannedSteps.filter(
    (step) => step.isDeclared && usedNames.has(step.name),
  );
  const typedSteps = [
    ...declared,
    ...plannedSteps.filter((step) => step.isCast),
  ];
  return {
    uses,
    /** True if the code calls these functions of the runtime. */
    usesNumber: usedNames.has("toNumber"),
    usesText: usedNames.has("toText"),
    /** Sources of the APIs whose types are imported. */
    sources: new Set(
      typedSteps
        .filter(({ types }) => types !== "")
        .map(({ source }) => source),
    ),
    declared: declared.map(
      ({ name, types }) =>
        `let ${name}: ApiResponse${types && `<${types}["response"]>`} | undefined;`,
    ),
    // All steps before a label are in its block, so that `break` jumps there; the outermost block comes first.
    blocks: [...labels.values()]
      .filter((label) => usedNames.has(label))
      .reverse(),
    steps: plannedSteps.map(
      ({ called: call, isDeclared, name, ...step }, index) => ({
        ...step,
        told: `${index + 1} of ${steps.length}: ${step.id}`,
        called: usedNames.has(name)
          ? `${isDeclared ? "" : "const "}${name} = ${call}`
          : call,
        closes: usedNames.has(labels.get(step.id) ?? ""),
      }),
    ),
    closes: usedNames.has(labels.get(null) ?? ""),
    outputs: outputs.length === 0 ? "steps: begun" : outputs.join(", "),
  };
}

/** Plans the code of a step. `callee`: identifier that its component is imported as. */
function planStep(
  { component, schemas, step }: ResolvedStep,
  callee: string,
  sharedScope: Scope,
) {
  const { hasJumps, takenNames } = sharedScope;
  const { criteria, members, id, onFailure, onSuccess, pointer } = step;
  const isTaken = takenNames.has(toNames(id).exportName);
  const name = claimIdentifier(isTaken ? `${id} answer` : id, takenNames);
  // Constants of a step that may be skipped are not visible to later steps.
  const namesByCode = hasJumps
    ? new Map<string, string>()
    : sharedScope.namesByCode;
  const scope: Scope = { ...sharedScope, pointer, namesByCode };
  const statements: string[] = [];
  const argumentsValue = writeValue(
    collectArguments(component, step, sharedScope.warn),
    toValueType(argumentsSchemaOf(component), schemas),
    id,
    { ...scope, statements },
  );
  const { bodyType, types } = responseTypeOf(component, schemas);
  const isCast = !argumentsValue.fits && types !== "";
  const cast = isCast ? ` as object as ${types}["arguments"]` : "";

  const outputs = members["outputs"];
  const response: StepResponse = {
    name,
    scope,
    bodyType,
    outputs,
    optional: hasJumps,
  };
  const scopeWithResponse: Scope = { ...scope, response };
  // On failure, the API's error response may stand for the response.
  const refusedResponse: StepResponse = {
    ...response,
    optional: true,
    isRefused: true,
  };
  const failureScope: Scope = { ...scope, response: refusedResponse };
  const failures = onFailure.map((action) =>
    planAction(action, failureScope, id),
  );
  return {
    id,
    name,
    response,
    source: component.source,
    types,
    isCast,
    before: statements,
    called: `await call(${callee}, ${argumentsValue.code}${cast});`,
    met: criteria.map((criterion) => writeCheck(criterion, scopeWithResponse)),
    isDeclared: hasJumps || onFailure.length > 0,
    repeats: onFailure.some(isRetry),
    onFailure: failures,
    refuses: failures.some((failure) =>
      failure.condition.includes("(refused ?? "),
    ),
    onSuccess: onSuccess.map((action) => planAction(action, scopeWithResponse)),
  };
}

/** Type of a response as the compiler knows it, and the source of its operation's type; empty for resources, which `call` doesn't type. */
function responseTypeOf(component: PlannedComponent, schemas: Api["schemas"]) {
  const { response, kind, source, typesKey } = component;
  if (kind !== "tool") return { bodyType: UNKNOWN_TYPE, types: "" };
  const types = `${operationsTypeOf(source)}[${JSON.stringify(typesKey)}]`;
  if (response.form === "json")
    return { bodyType: toValueType(response.schema, schemas), types };
  return {
    bodyType: response.form === "text" ? toScalarType("string") : UNKNOWN_TYPE,
    types,
  };
}

/** Schema of a component's arguments, as one object. */
const argumentsSchemaOf = ({ args }: PlannedComponent) => ({
  type: "object",
  properties: Object.fromEntries(
    args.map((argument) => [argument.name, argument.schema]),
  ),
  required: args.flatMap((argument) =>
    argument.required ? argument.name : [],
  ),
});

/** Statement that ends the step if its response doesn't meet a success criterion. */
function writeCheck(criterion: ArazzoObject, scope: Scope): string {
  const condition = readText(criterion.members["condition"]);
  if (/\$statusCode\s*==\s*[45]/.test(condition))
    rejectWorkflow(
      criterion.pointer,
      `${condition} is not supported, because \`call\` throws on that status.`,
    );
  const message = literal(
    `The response does not meet the condition ${condition}.`,
  );
  return `if (${negate(writeCriterion(criterion, scope))}) throw new CallError(${message});`;
}

/** Plans the statement of an action and its condition. `id`: of the step that it may retry, for failure actions. */
function planAction(action: ArazzoObject, scope: Scope, id?: string) {
  const isRetryAction = id !== undefined && isRetry(action);
  const statement = isRetryAction
    ? planRetry(action, id)
    : planJump(action, scope);
  const conditions = readList(action, "criteria").map(
    (criterion) => `(${writeCriterion(criterion, scope)})`,
  );
  return {
    code: statement.code,
    condition: [...statement.test, ...conditions].join(" && "),
  };
}

const isRetry = ({ members }: ArazzoObject) => members["type"] === "retry";

function planRetry({ members, pointer }: ArazzoObject, id: string) {
  const { retryAfter = 0, retryLimit = 1, stepId = id } = members;
  if (stepId !== id)
    rejectWorkflow(
      pointer,
      "A retry that goes through another step is not supported.",
    );
  const milliseconds = clampNumber(retryAfter, MAX_WAIT_SECONDS) * 1000;
  const wait = `await setTimeout(${milliseconds}, undefined, { signal });\n`;
  return {
    test: [`tries < ${Math.floor(clampNumber(retryLimit, MAX_RETRIES))}`],
    code: `${milliseconds > 0 ? wait : ""}continue;`,
  };
}

function clampNumber(input: unknown, maxNumber: number): number {
  return typeof input === "number" && input >= 0
    ? Math.min(input, maxNumber)
    : 0;
}

function planJump(
  { members: { stepId, type }, pointer }: ArazzoObject,
  { labelsAhead, usedNames }: Scope,
) {
  if (type !== "end" && type !== "goto")
    rejectWorkflow(pointer, `${toWord(type)} is not a supported action.`);
  const label = labelsAhead.get(type === "end" ? null : readText(stepId));
  if (label === undefined)
    return rejectWorkflow(
      pointer,
      `${toWord(stepId)} is not a later step. Jumping back is not supported. Use a retry instead.`,
    );
  usedNames.add(label);
  return { test: [], code: `break ${label};` };
}
