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

/** Maximum number of validated schemas per call. The API validates the rest. */
const MAX_STEPS = 200_000;

/** Validates arguments at any depth, with bounds, patterns and alternatives, and the body as a whole. */
export const checks: Required<ApiDefinition>["check"] = (
  args,
  target,
  entry,
) => {
  const { component } = entry;
  const validArgs = validateDeep(selectSentArguments(args, entry), target);
  if (!bodyRulesCache.has(component))
    bodyRulesCache.set(component, bodySchema(component, target.$defs));
  const bodyRules = bodyRulesCache.get(component);
  const body =
    bodyRules && selectBody(entry, { ...validArgs, ...component.fixed });
  if (bodyRules && isSchema(body))
    validateDeep(body, { ...target, schema: bodyRules });
  return validArgs;
};

/** Removes arguments that are not sent: undefined ones, and empty strings of query parameters that allow none. */
function selectSentArguments(
  args: Args,
  { parameters }: RegisteredComponent,
): Args {
  const skippedNames = new Set(
    parameters()
      .filter(
        (parameter) => parameter.in === "query" && !parameter.allowEmptyValue,
      )
      .map(({ argument }) => argument),
  );
  const sentEntries = Object.entries(args).filter(
    ([name, value]) =>
      value !== undefined && (value !== "" || !skippedNames.has(name)),
  );
  return Object.fromEntries(sentEntries);
}

/** Constraints on the bodies of components, cached from their first call on. */
const bodyRulesCache = new WeakMap<Component, JsonSchema | undefined>();

/**
 * Validates a value against its schema at any depth. Leaves formats and exclusions between alternatives to the API.
 * Throws an `ArgumentError`.
 */
export function validateDeep(args: Args, target: ValidationTarget): Args {
  const { $defs, schema } = target;
  let remainingSteps = MAX_STEPS;
  const spend = (steps: number) => (remainingSteps -= steps) >= 0;
  const validate = (value: unknown, corrects: boolean) => {
    const faults: SchemaFault[] = [];
    const validation = { $defs, spend, faults, corrects };
    return { faults, value: findFaults(value, schema, ROOT, validation) };
  };
  const firstRun = validate(args, true);
  const isLast = firstRun.faults.length > 0 || firstRun.value === args;
  // A value that was corrected for one schema must still match the others.
  const lastRun = isLast ? firstRun : validate(firstRun.value, false);
  if (lastRun.faults.length === 0) return lastRun.value as Args; // an object stays an object
  const places = [...new Set(lastRun.faults.map(({ at }) => at))];
  const issues = places.map((at) => {
    const localFaults = lastRun.faults.filter((fault) => fault.at === at);
    return { at, rule: formatFaults(localFaults) };
  });
  throw new ArgumentError(formatIssues(issues, target));
}

/** Joins the faults of one place into a rule, with all expected types. */
function formatFaults(faults: readonly SchemaFault[]): string {
  const typeFaults = faults.filter(({ expectedTypes }) => expectedTypes);
  const types = new Set(
    typeFaults.flatMap(({ expectedTypes = [] }) => expectedTypes),
  );
  const type = `must be ${[...types].join(" or ")}, not ${typeOf(typeFaults[0]?.value)}`;
  const rules = new Set(faults.flatMap(({ rule }) => rule ?? []));
  return [...(typeFaults.length > 0 ? [type] : []), ...rules].join("; ");
}
