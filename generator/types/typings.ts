import { propertyKey } from "../emit/literal.js";
import type { Schema } from "../model.js";
import type { Cache } from "../output/cache.js";
import { reachable } from "../schema/shape.js";
import { digest } from "../text.js";
import {
  operationShape,
  printOperation,
  shapesOf,
  type OperationSchemas,
} from "./operation.js";
import { ANYTHING, cutCircles } from "./shape.js";
import { simplify } from "./simplify.js";
import { translator } from "./translate.js";

/**
 * The text of src/api.ts: the types of the operations, and of the shared schemas that these use,
 * sorted by name. It says nothing but types, so that it changes only where they do.
 */
export function typings(
  given: {
    /** Shared schemas by name: what `#/$defs/<name>` points to. */
    readonly schemas: ReadonlyMap<string, Schema>;
    /** By name, in the order of the output. */
    readonly operations: ReadonlyMap<string, OperationSchemas>;
  },
  cache: Pick<Cache, "get" | "set"> = new Map(),
): string {
  const { schemas, operations } = given;
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
  const named = reachable(roots, {
    get: (name) => shapes.get(name) ?? ANYTHING,
  });
  const schemaTexts = [...named].map(([name, shape]) =>
    remember(
      [name, shape],
      () => `    ${propertyKey(name)}: ${translate(shape, "    ")};\n`,
    ),
  );
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
