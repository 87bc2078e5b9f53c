import type { Schema } from "../model.js";
import { cutCycles } from "./cycles.js";
import { memory, type TypingsCache } from "./memory.js";
import {
  operationShape,
  operationType,
  shapesOf,
  type OperationSchemas,
} from "./operation.js";
import { printMember } from "./print.js";
import { propertyName } from "./property-name.js";
import { reach } from "./reach.js";
import { allParts, ANYTHING, referredName, type Shape } from "./shape.js";
import { simplify } from "./simplify.js";
import { translator } from "./translate.js";

export interface TypingsInput {
  /** Shared schemas by name: what `#/$defs/<name>` points to. */
  readonly schemas: ReadonlyMap<string, Schema>;
  /** By name, in the order of the output. */
  readonly operations: ReadonlyMap<string, OperationSchemas>;
}

/**
 * The text of src/api.ts: the types of the operations, and of the shared schemas that these use,
 * sorted by name. It says nothing but types, so that it changes only where they do.
 */
export function typings(
  { schemas, operations }: TypingsInput,
  cache: TypingsCache = new Map(),
): string {
  const shapes = shapesByName(schemas);
  const shaped = [...operations].map(
    ([name, operation]) =>
      [name, operationShape(operation, schemas, shapes)] as const,
  );
  const roots = shaped.flatMap(([, operation]) => shapesOf(operation));
  const used = reach(roots, shapes, allParts);
  const translate = translator(shapes);
  const remember = memory(cache);
  const operationTexts = shaped.map(([name, operation]) =>
    remember([name, operation], () => {
      const type = operationType(operation, translate);
      return printMember({ head: propertyName(name), type }, 2);
    }),
  );
  const schemaTexts = namesOf(used).map((name) => {
    const shape = shapes.get(name) ?? ANYTHING;
    return remember([name, shape], () =>
      printMember({ head: propertyName(name), type: translate(shape) }, 4),
    );
  });
  return [
    HEADER,
    ...(used.some(requiresMore) ? [WITH_REQUIRED] : []),
    `export interface operations ${block(operationTexts, "")}\n`,
    `export interface components {\n  schemas: ${block(schemaTexts, "  ")};\n}\n`,
  ].join("\n");
}

const HEADER = `/**
 * Types of the API, made by openapi-typescript. Not for editing: the next generation replaces them.
 */
`;

/** What openapi-typescript uses where a composition requires a property of a shared schema. */
const WITH_REQUIRED =
  "type WithRequired<T, K extends keyof T> = T & { [P in K]-?: T[P] };\n";

function shapesByName(
  schemas: ReadonlyMap<string, Schema>,
): Map<string, Shape> {
  return cutCycles(
    new Map(
      [...schemas].map(([name, schema]) => [name, simplify(schema, schemas)]),
    ),
  );
}

function namesOf(shapes: readonly Shape[]): string[] {
  const names = shapes.map(referredName).filter((name) => name !== undefined);
  return [...new Set(names)].sort();
}

/** A shape that requires a property of a schema it refers to. */
function requiresMore({ allOf, required }: Shape): boolean {
  return allOf !== undefined && required !== undefined;
}

function block(members: readonly string[], indent: string): string {
  return members.length === 0 ? "{}" : `{\n${members.join("")}${indent}}`;
}
