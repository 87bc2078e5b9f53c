import { literal, propertyKey } from "../emit/literal.js";
import { members, readText, toWord } from "../shared/json.js";
import type { Api } from "../model.js";
import type { PlannedComponent } from "../plan/component.js";
import { namesOf } from "../plan/names.js";
import { sentBy, write } from "./arguments.js";
import { criterion, negated } from "./criteria.js";
import { leave, listed } from "./arazzo.js";
import type { Placed, Step, Workflow } from "./arazzo.js";
import { valueOf, type Answered, type Scope } from "./expressions.js";
import { claim, knownOf, scalar, UNKNOWN } from "./typed-values.js";

/** A step, and the operation that it calls. */
export interface Called {
  readonly step: Step;
  readonly component: PlannedComponent;
  readonly schemas: Api["schemas"];
}

/** Names that the template gives. */
const NAMES =
  "args begun before call error failed progress refused setTimeout signal tries";

const MOST_RETRIES = 10;
const MOST_SECONDS = 60;

/** What the types of an API are imported as. */
export const typesOf = (source: string | null) =>
  source === null ? "operations" : `${namesOf(source).exportName}Operations`;

/** Decides the code of a handler, as its template prints it, and what it calls, by what it is imported as. */
export function handlerOf(
  { drop, inputs, given, pointer, steps }: Workflow,
  called: readonly Called[],
) {
  const taken = new Set(NAMES.split(" "));
  const uses = new Map<PlannedComponent, string>();
  for (const { component } of called)
    if (!uses.has(component))
      uses.set(component, claim(component.exportName, taken));
  const labels = new Map<string | null, string>();
  for (const id of [...steps.map((one) => one.id), null])
    labels.set(id, claim(`to ${id ?? "end"}`, taken));
  const used = new Set<string>();
  const answers = new Map<string, Answered>();
  const end: Scope = {
    pointer: `${pointer}/outputs`,
    drop,
    inputs,
    used,
    taken,
    answers,
    named: new Map(),
    jumps: steps.some(
      ({ onFailure, onSuccess }) =>
        onSuccess.length > 0 || !onFailure.every(isRetry),
    ),
    ahead: new Map(),
  };
  const made = called.map((one, at) => {
    const callee = uses.get(one.component) ?? "";
    const ahead = new Map([...labels].slice(at + 1));
    const scope = { ...end, answers: new Map(answers), ahead };
    const step = stepOf(one, callee, scope);
    answers.set(step.id, step.current);
    return step;
  });
  const outputs = members(given["outputs"]).map(
    ([name, output]) => `${propertyKey(name)}: ${valueOf(output, end).code}`,
  );

  // Answers that are looked at behind the block that they come in.
  const declared = made.filter((one) => one.isDeclared && used.has(one.name));
  const typed = [...declared, ...made.filter((one) => one.isCast)];
  return {
    uses,
    /** Whose types are named. */
    sources: new Set(
      typed.filter(({ types }) => types !== "").map(({ source }) => source),
    ),
    declared: declared.map(
      ({ name, types }) =>
        `let ${name}: Answer${types && `<${types}["answer"]>`} | undefined;`,
    ),
    // All steps before one stand in a block, so that `break` goes to it; the outermost is the first.
    blocks: [...labels.values()].filter((one) => used.has(one)).reverse(),
    steps: made.map(({ called: call, isDeclared, name, ...one }, at) => ({
      ...one,
      told: `${at + 1} of ${steps.length}: ${one.id}`,
      called: used.has(name)
        ? `${isDeclared ? "" : "const "}${name} = ${call}`
        : call,
      closes: used.has(labels.get(one.id) ?? ""),
    })),
    closes: used.has(labels.get(null) ?? ""),
    outputs: outputs.length === 0 ? "steps: begun" : outputs.join(", "),
  };
}

/** Decides the code of a step. `callee`: what its operation is imported as. */
function stepOf(
  { component, schemas, step }: Called,
  callee: string,
  shared: Scope,
) {
  const { jumps, taken } = shared;
  const { criteria, given, id, onFailure, onSuccess, pointer } = step;
  const isTaken = taken.has(namesOf(id).exportName);
  const name = claim(isTaken ? `${id} answer` : id, taken);
  // Names of a step that may be passed over are its own.
  const named = jumps ? new Map<string, string>() : shared.named;
  const scope = { ...shared, pointer, named };
  const before: string[] = [];
  const sent = write(
    sentBy(component, step, shared.drop),
    knownOf(argumentsOf(component), schemas),
    id,
    { ...scope, before },
  );
  const { data, types } = seenOf(component, schemas);
  const isCast = !sent.sure && types !== "";
  const cast = isCast ? ` as object as ${types}["arguments"]` : "";

  const outputs = given["outputs"];
  const current: Answered = { name, scope, data, outputs, optional: jumps };
  const about = { ...scope, current };
  // There may be the API's refusal in the place of its answer.
  const refused = { ...current, optional: true, isRefused: true };
  const failing = { ...scope, current: refused };
  const failures = onFailure.map((one) => branch(one, failing, id));
  return {
    id,
    name,
    current,
    source: component.source,
    types,
    isCast,
    before,
    called: `await call(${callee}, ${sent.code}${cast});`,
    met: criteria.map((one) => checkOf(one, about)),
    isDeclared: jumps || onFailure.length > 0,
    repeats: onFailure.some(isRetry),
    onFailure: failures,
    refuses: failures.some((one) => one.condition.includes("(refused ?? ")),
    onSuccess: onSuccess.map((one) => branch(one, about)),
  };
}

/** What the compiler knows of an answer, and where its types stand: resources don't tell `call` theirs. */
function seenOf(component: PlannedComponent, schemas: Api["schemas"]) {
  const { answer, kind, source, typesKey } = component;
  if (kind !== "tool") return { data: UNKNOWN, types: "" };
  const types = `${typesOf(source)}[${JSON.stringify(typesKey)}]`;
  if (answer.form === "json")
    return { data: knownOf(answer.schema, schemas), types };
  return { data: answer.form === "text" ? scalar("string") : UNKNOWN, types };
}

/** All that an operation takes, as one object. */
const argumentsOf = ({ args }: PlannedComponent) => ({
  type: "object",
  properties: Object.fromEntries(args.map((one) => [one.name, one.schema])),
  required: args.flatMap((one) => (one.required ? one.name : [])),
});

/** A statement that ends the step where its answer is no success. */
function checkOf(one: Placed, about: Scope): string {
  const said = readText(one.given["condition"]);
  if (/\$statusCode\s*==\s*[45]/.test(said))
    leave(one.pointer, `${said} is not served: \`call\` throws then.`);
  const message = literal(`The answer does not meet ${said}.`);
  return `if (${negated(criterion(one, about))}) throw new CallError(${message});`;
}

/** What is done by an action, and when. `id`: of the step that it may try again. */
function branch(action: Placed, about: Scope, id?: string) {
  const isAgain = id !== undefined && isRetry(action);
  const way = isAgain ? retry(action, id) : jump(action, about);
  const tests = listed(action, "criteria").map(
    (one) => `(${criterion(one, about)})`,
  );
  return { code: way.code, condition: [...way.test, ...tests].join(" && ") };
}

const isRetry = ({ given }: Placed) => given["type"] === "retry";

function retry({ given, pointer }: Placed, id: string) {
  const { retryAfter = 0, retryLimit = 1, stepId = id } = given;
  if (stepId !== id)
    leave(pointer, "A retry by way of another step is not served.");
  const ms = bounded(retryAfter, MOST_SECONDS) * 1000;
  const wait = `await setTimeout(${ms}, undefined, { signal });\n`;
  return {
    test: [`tries < ${Math.floor(bounded(retryLimit, MOST_RETRIES))}`],
    code: `${ms > 0 ? wait : ""}continue;`,
  };
}

function bounded(given: unknown, most: number): number {
  return typeof given === "number" && given >= 0 ? Math.min(given, most) : 0;
}

function jump(
  { given: { stepId, type }, pointer }: Placed,
  { ahead, used }: Scope,
) {
  if (type !== "end" && type !== "goto")
    leave(pointer, `${toWord(type)} is no action here.`);
  const label = ahead.get(type === "end" ? null : readText(stepId));
  if (label === undefined)
    return leave(
      pointer,
      `There is no step ${toWord(stepId)} behind this one. Going back is not served: let the step be retried.`,
    );
  used.add(label);
  return { test: [], code: `break ${label};` };
}
