import { propertyKey } from "../emit/literal.js";
import type { Cache } from "../output/cache.js";
import { reachable } from "../schema/shape.js";
import { byKey, digest } from "../text.js";
import {
  operationShape,
  printOperation,
  shapesOf,
  type OperationSchemas,
} from "./operation.js";
import { ANYTHING, cutCircles, type Shape } from "./shape.js";
import { simplify, type Reading } from "./simplify.js";
import { translator } from "./translate.js";

/**
 * The text of src/api.ts: the types of the operations, and of the shared schemas that these use,
 * sorted by name. Of words it has those that an editor shows beside a property, one line each.
 */
export function typings(
  given: Reading & {
    /** By name, in the order of the output. */
    readonly operations: ReadonlyMap<string, OperationSchemas>;
  },
  cache: Pick<Cache, "get" | "set"> = new Map(),
): string {
  const { schemas, operations } = given;
  const shapes = cutCircles(
    new Map(
      [...schemas].map(([name, schema]) => [name, simplify(schema, given)]),
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
      [name, operationShape(operation, given, shapes)] as const,
  );
  const operationTexts = shaped.map(([name, operation]) =>
    remember([name, operation], () =>
      printOperation(name, operation, translate),
    ),
  );
  const common = [...operations.values()]
    .flatMap((operation) => Object.entries(operation.common ?? {}))
    .map(([name, schema]) => [name, simplify(schema, given)] as const);
  const parameters = [...new Map(common)].sort(byKey);
  const roots = [
    ...shaped.flatMap(([, operation]) => shapesOf(operation)),
    ...parameters.map(([, shape]) => shape),
  ];
  const named = reachable(roots, {
    get: (name) => shapes.get(name) ?? ANYTHING,
  });
  const member = ([name, shape]: readonly [string, Shape]): string =>
    remember(
      [name, shape],
      () => `    ${propertyKey(name)}: ${translate(shape, "    ")};\n`,
    );
  const schemaTexts = [...named].map(member);
  const texts = [...operationTexts, ...schemaTexts];
  return [
    HEADER,
    ...(texts.some((text) => text.includes("WithRequired<"))
      ? [WITH_REQUIRED]
      : []),
    `export interface operations {\n${operationTexts.join("")}}\n`,
    `export interface components {\n${list("parameters", parameters.map(member))}${list("schemas", schemaTexts)}}\n`,
  ].join("\n");
}

function list(name: string, texts: readonly string[]): string {
  // A type without members would be any value but null.
  if (texts.length === 0)
    return name === "schemas" ? `  ${name}: Record<string, never>;\n` : "";
  return `  ${name}: {\n${texts.join("")}  };\n`;
}

const HEADER = `/**
 * Types of the API: what openapi-typescript makes of each schema. Not for editing: the next generation replaces them.
 */
`;

/** What openapi-typescript uses where a composition requires a property of a shared schema. */
const WITH_REQUIRED =
  "type WithRequired<T, K extends keyof T> = T & { [P in K]-?: T[P] };\n";
