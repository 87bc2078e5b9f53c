import { propertyKey } from "../emit/literal.js";
import type { Schema } from "../model.js";
import type { Cache } from "../output/cache.js";
import { referenceNames } from "../schema/shape.js";
import { digest } from "../text.js";
import {
  operationShape,
  printOperation,
  shapesOf,
  type OperationSchemas,
} from "./operation.js";
import { ANYTHING, cutCircles, type Shape } from "./shape.js";
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
  cache: Pick<Cache, "get" | "set"> = new Map(),
): string {
  const shapes = cutCircles(
    new Map(
      [...schemas].map(([name, schema]) => [name, simplify(schema, schemas)]),
    ),
  );
  const translate = translator(shapes);
  const remember = (of: readonly unknown[], make: () => string): string => {
    const key = `types ${digest(JSON.stringify(of))}`;
    const text = cache.get(key) ?? make();
    cache.set(key, text);
    return text;
  };
  const shaped = [...operations].map(
    ([name, operation]) =>
      [name, operationShape(operation, schemas, shapes)] as const,
  );
  const operationTexts = shaped.map(([name, operation]) =>
    remember([name, operation], () =>
      printOperation(name, operation, translate),
    ),
  );
  const roots = shaped.flatMap(([, operation]) => shapesOf(operation));
  const schemaTexts = reachable(roots, shapes).map((name) => {
    const shape = shapes.get(name) ?? ANYTHING;
    return remember(
      [name, shape],
      () => `    ${propertyKey(name)}: ${translate(shape, "    ")};\n`,
    );
  });
  const texts = [...operationTexts, ...schemaTexts];
  return [
    HEADER,
    ...(texts.some((text) => text.includes("WithRequired<"))
      ? [WITH_REQUIRED]
      : []),
    `export interface operations {\n${operationTexts.join("")}}\n`,
    `export interface components {\n  schemas: {\n${schemaTexts.join("")}  };\n}\n`,
  ].join("\n");
}

const HEADER = `/**
 * Types of the API: what openapi-typescript makes of each schema. Not for editing: the next generation replaces them.
 */
`;

/** What openapi-typescript uses where a composition requires a property of a shared schema. */
const WITH_REQUIRED =
  "type WithRequired<T, K extends keyof T> = T & { [P in K]-?: T[P] };\n";

/** Names of all shared shapes that some shapes lead to, sorted. */
function reachable(
  roots: readonly Shape[],
  shapes: ReadonlyMap<string, Shape>,
): string[] {
  const names = new Set(roots.flatMap(referenceNames));
  // The set grows while it is walked.
  for (const name of names)
    for (const next of referenceNames(shapes.get(name) ?? ANYTHING))
      names.add(next);
  return [...names].sort();
}
