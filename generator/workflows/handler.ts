import { literal, propertyKey } from "../emit/literal.js";
import { members } from "../json.js";
import type { Api } from "../model.js";
import type { PlannedComponent } from "../plan/component.js";
import { sentBy, write } from "./arguments.js";
import { criterion, negated } from "./conditions.js";
import { leave, listed, type Placed, type Workflow } from "./document.js";
import { valueOf, type Answered, type Scope } from "./expressions.js";
import { namesOf } from "../plan/names.js";
import { claim, knownOf, scalar, UNKNOWN } from "./values.js";

/** A handler, as its template prints it: every text is code. */
export type Handler = ReturnType<typeof handlerOf>["handler"];

/** Finds the operation of a step. */
export type Find = (step: Placed) => {
  readonly component: PlannedComponent;
  readonly schemas: Api["schemas"];
};

/** Hears of what is not sent, and where it stands. */
export type Tell = (pointer: string, message: string) => void;

/** What the types of an API are imported as. */
export const typesOf = (source: string | null) =>
  source === null ? "operations" : `${namesOf(source).exportName}Operations`;

/** Names that the template gives. */
const NAMES =
  "args begun before call error failed progress refused setTimeout signal tries";

const MOST_RETRIES = 10;
const MOST_SECONDS = 60;

/** Decides the code of a handler, and what it calls, by what it is imported as. */
export function handlerOf(
  { inputs, given, pointer, steps }: Workflow,
  find: Find,
  tell: Tell,
) {
  const taken = new Set(NAMES.split(" "));
  const uses = new Map<PlannedComponent, string>();
  const ready = steps.map((step) => {
    const called = find(step);
    const { exportName } = called.component;
    const callee = uses.get(called.component) ?? claim(exportName, taken);
    uses.set(called.component, callee);
    const onSuccess = step.listed("onSuccess", "successActions");
    const onFailure = step.listed("onFailure", "failureActions");
    return { ...called, callee, step, onSuccess, onFailure };
  });
  const ids = [...steps.map(({ id }) => id), null];
  const labels = ids.map((id) => claim(`to ${id ?? "end"}`, taken));
  const targets = new Set<number>();
  const jumps = ready.some(
    ({ onFailure, onSuccess }) =>
      onSuccess.length > 0 || !onFailure.every(isRetry),
  );
  const [answers, used] = [new Map<string, Answered>(), new Set<string>()];
  const declared = new Map<string, string>();
  const shared = new Map<string, string>();
  const made = ready.map((one, at) => {
    const { callee, component, onFailure, onSuccess, schemas, step } = one;
    const { id } = step;
    const before = new Map(answers);
    const scope = { pointer: step.pointer, inputs, used, answers: before };
    const isTaken = taken.has(namesOf(id).exportName);
    const name = claim(isTaken ? `${id} answer` : id, taken);
    // Resources don't tell `call` their types.
    const types =
      component.kind === "tool" &&
      `${typesOf(component.source)}[${JSON.stringify(component.typesKey)}]`;
    const answer = (head: string, optional: boolean): Answered => ({
      ...{ name, scope, outputs: step.given["outputs"] },
      ...{ head: head + (optional ? "?." : "."), optional },
      data: dataOf(component, schemas),
    });
    const current = answer(name, jumps);
    answers.set(id, current);
    if (jumps || onFailure.length > 0)
      declared.set(name, types ? `<${types}["answer"]>` : "");
    const about = { ...scope, current };
    // There may be the API's refusal in the place of its answer.
    const failed = { ...scope, current: answer(`(refused ?? ${name})`, true) };

    const jump = ({ given: { stepId, type }, pointer: where }: Placed) => {
      if (type !== "end" && type !== "goto")
        leave(where, `${String(type)} is no action here.`);
      const target = ids.indexOf(type === "end" ? null : String(stepId));
      if (target < 0) leave(where, `There is no step ${String(stepId)}.`);
      if (target <= at)
        leave(where, "Going back is not served: let the step be retried.");
      targets.add(target);
      return { test: [], code: `break ${labels[target] ?? ""};` };
    };
    const branch = (action: Placed, place: Scope) => {
      const isAgain = isRetry(action) && place === failed;
      const { code, test } = isAgain ? retry(action, id) : jump(action);
      const tests = listed(action, "criteria").map(
        (one) => `(${criterion(one, place)})`,
      );
      return { condition: [...test, ...tests].join(" && "), code };
    };

    const ahead: string[] = [];
    const named = jumps ? new Map<string, string>() : shared;
    const sent = write(
      sentBy(component, step, tell),
      argumentsOf(component, schemas),
      id,
      { scope, taken, before: ahead, named },
    );
    const fit =
      sent.sure || !types ? "" : ` as object as ${types}["arguments"]`;
    const met = step.listed("successCriteria").map((criteria) => {
      const said = String(criteria.given["condition"]);
      if (/\$statusCode\s*==\s*[45]/.test(said))
        leave(criteria.pointer, `${said} is not served: \`call\` throws then.`);
      const message = literal(`The answer does not meet ${said}.`);
      return `if (${negated(criterion(criteria, about))}) throw new CallError(${message});`;
    });
    const failures = onFailure.map((action) => branch(action, failed));
    return {
      ...{ id, name, told: `${at + 1} of ${ready.length}: ${id}`, met },
      before: ahead,
      called: `await call(${callee}, ${sent.code}${fit});`,
      repeats: onFailure.some(isRetry),
      onFailure: failures,
      refuses: failures.some(({ condition }) => condition.includes("(refused")),
      onSuccess: onSuccess.map((action) => branch(action, about)),
    };
  });
  const end = { pointer: `${pointer}/outputs`, inputs, used, answers };
  const outputs = members(given["outputs"]).map(
    ([name, output]) => `${propertyKey(name)}: ${valueOf(output, end).code}`,
  );
  const handler = {
    // Answers that are looked at behind the block that they come in.
    declared: [...declared]
      .filter(([name]) => used.has(name))
      .map(([name, type]) => `let ${name}: Answer${type} | undefined;`),
    // All steps before one stand in a block, so that `break` goes to it; the outermost is the first.
    blocks: [...targets].sort((a, b) => b - a).map((target) => labels[target]),
    steps: made.map(({ called, name, ...one }, at) => {
      const kept = `${declared.has(name) ? "" : "const "}${name} = ${called}`;
      return {
        ...one,
        called: used.has(name) ? kept : called,
        closes: targets.has(at),
      };
    }),
    closes: targets.has(ready.length),
    outputs: outputs.length === 0 ? "steps: begun" : outputs.join(", "),
  };
  return { handler, uses };
}

const isRetry = ({ given }: Placed) => given["type"] === "retry";

/** All that an operation takes, as one object. */
function argumentsOf({ args }: PlannedComponent, schemas: Api["schemas"]) {
  const properties = Object.fromEntries(
    args.map((one) => [one.name, one.schema]),
  );
  const required = args.flatMap((one) => (one.required ? one.name : []));
  return knownOf({ type: "object", properties, required }, schemas);
}

/** What the compiler knows of an answer. */
function dataOf({ answer, kind }: PlannedComponent, schemas: Api["schemas"]) {
  // Resources don't tell `call` their types.
  if (kind !== "tool") return UNKNOWN;
  if (answer.form === "json") return knownOf(answer.schema, schemas);
  return answer.form === "text" ? scalar("string") : UNKNOWN;
}

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
