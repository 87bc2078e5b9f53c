import {
  ArgumentError,
  selectBody,
  isSchema,
  formatIssues,
  typeOf,
} from "../../index.js";
import type {
  Args,
  ValidationTarget,
  Component,
  RegisteredComponent,
  JsonSchema,
  ApiDefinition,
} from "../../index.js";
import { bodySchema } from "./body.js";
import { findFaults, ROOT } from "./deep.js";
import type { SchemaFault } from "./deep.js";

/** Schemas that are looked at for one call; what lies beyond is left to the API. */
const MAX_STEPS = 200_000;

/** Looks at arguments to any depth, with bounds, patterns and alternatives, and at what bodies say as a whole. */
export const checks: Required<ApiDefinition>["check"] = (
  args,
  checked,
  entry,
) => {
  const { component } = entry;
  const right = validateDeep(sentOf(args, entry), checked);
  if (!wholes.has(component))
    wholes.set(component, bodySchema(component, checked.$defs));
  const whole = wholes.get(component);
  const body = whole && selectBody(entry, { ...right, ...component.fixed });
  if (whole && isSchema(body))
    validateDeep(body, { ...checked, schema: whole });
  return right;
};

/** Without texts that are left out of queries, and what stands for nothing. */
function sentOf(args: Args, { parameters }: RegisteredComponent): Args {
  const skipped = new Set(
    parameters()
      .filter((one) => one.in === "query" && !one.allowEmptyValue)
      .map(({ argument }) => argument),
  );
  const sent = Object.entries(args).filter(
    ([name, value]) =>
      value !== undefined && (value !== "" || !skipped.has(name)),
  );
  return Object.fromEntries(sent);
}

/** What the bodies of components say as a whole, from their first call on. */
const wholes = new WeakMap<Component, JsonSchema | undefined>();

/** The same for any value and its schema. Formats and what alternatives exclude are left to the API. Throws an `ArgumentError`. */
export function validateDeep(args: Args, checked: ValidationTarget): Args {
  const { $defs, schema } = checked;
  let left = MAX_STEPS;
  const spend = (steps: number) => (left -= steps) >= 0;
  const run = (value: unknown, corrects: boolean) => {
    const faults: SchemaFault[] = [];
    const trial = { $defs, spend, faults, corrects };
    return { faults, value: findFaults(value, schema, ROOT, trial) };
  };
  const first = run(args, true);
  const isLast = first.faults.length > 0 || first.value === args;
  // What was put right for one schema has to suit the others, too.
  const last = isLast ? first : run(first.value, false);
  if (last.faults.length === 0) return last.value as Args; // an object stays one
  const places = [...new Set(last.faults.map(({ at }) => at))];
  const mistakes = places.map((at) => {
    const there = last.faults.filter((fault) => fault.at === at);
    return { at, rule: sentence(there) };
  });
  throw new ArgumentError(formatIssues(mistakes, checked));
}

/** The types that are wanted in one place stand together. */
function sentence(faults: readonly SchemaFault[]): string {
  const typed = faults.filter(({ wanted }) => wanted);
  const types = new Set(typed.flatMap(({ wanted = [] }) => wanted));
  const type = `must be ${[...types].join(" or ")}, not ${typeOf(typed[0]?.value)}`;
  const rules = new Set(faults.flatMap(({ rule }) => rule ?? []));
  return [...(typed.length > 0 ? [type] : []), ...rules].join("; ");
}
