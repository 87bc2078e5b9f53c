import type { Finding } from "../errors.js";
import { type Operation, operationKey, type Schema } from "../model.js";
import { requireLate } from "../package.js";
import { walk } from "../schema/walk.js";
import type { PlannedComponent } from "./component.js";
import { argumentsSchema } from "./types.js";
import type { ValidateFunction } from "ajv";

/** What a plan would emit, as far as clients compile it. */
export interface Emitted {
  readonly components: readonly PlannedComponent[];
  /** What arguments refer to. */
  readonly schemas: ReadonlyMap<string, Schema>;
}

/**
 * Lets no schema pass that a client could not compile, since one of them takes the whole list of
 * tools down: a broken shared schema accepts any value instead, a component whose own schema is
 * broken is left out. Beyond the form that the metaschema asks for, a schema fails to compile only
 * by its patterns, which are checked too, and by references, which the runtime always resolves.
 */
export function passSchemas(
  emitted: Emitted,
): Emitted & { readonly findings: readonly Finding[] } {
  const { components, schemas } = emitted;
  const findings: Finding[] = [];
  const mend = (all: ReadonlyMap<string, Schema>) =>
    new Map(
      [...all].map(([name, schema]): [string, Schema] => {
        const fault = faultOf(schema);
        if (fault === null) return [name, schema];
        findings.push({
          severity: "warning",
          code: "bad-schema",
          message: `The schema ${name} is no valid JSON Schema (${fault}); any value is accepted in its place.`,
          hint: "Correct it in the document.",
        });
        return [name, { description: `Any ${name}.` }];
      }),
    );
  return {
    components: components.filter((component) => {
      const fault = faultOf(argumentsSchema(component));
      if (fault !== null) findings.push(leftOut(component.operation, fault));
      return fault === null;
    }),
    schemas: mend(schemas),
    findings,
  };
}

function leftOut(operation: Operation, fault: string): Finding {
  const key = operationKey(operation);
  return {
    severity: "left-out",
    code: "bad-schema",
    message: `The schemas of ${key} are no valid JSON Schema (${fault}).`,
    pointer: operation.pointer,
    operation: key,
    hint: "Correct the schemas of its parameters and body.",
  };
}

/** Tells what is wrong with a schema; null: nothing. */
function faultOf(schema: Schema): string | null {
  const isValid = metaschema();
  if (!isValid(schema)) {
    const [first] = isValid.errors ?? [];
    return `${first?.instancePath} ${first?.message}`;
  }
  const pattern = patternsOf(schema).find((each) => !compiles(each));
  return pattern === undefined
    ? null
    : `the pattern ${JSON.stringify(pattern)} does not compile`;
}

/** JSON Schema 2020-12, as the build has ajv compile it, since that takes longer than most plans. */
function metaschema(): ValidateFunction {
  return (compiled ??= (
    requireLate("#metaschema") as { readonly default: ValidateFunction }
  ).default);
}

let compiled: ValidateFunction | undefined;

function patternsOf(schema: Schema): string[] {
  const patterns: string[] = [];
  walk(schema, ({ pattern, patternProperties }) => {
    if (typeof pattern === "string") patterns.push(pattern);
    patterns.push(...Object.keys(patternProperties ?? {}));
  });
  return patterns;
}

/** Clients compile patterns with the `u` flag. */
function compiles(pattern: string): boolean {
  try {
    return new RegExp(pattern, "u") instanceof RegExp;
  } catch {
    return false;
  }
}
