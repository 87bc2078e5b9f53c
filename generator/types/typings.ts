import { identifiers, propertyKey } from "../emit/literal.js";
import { byKey } from "../text.js";
import {
  operationShape,
  printOperation,
  shapesOf,
  type OperationSchemas,
} from "./operation-types.js";
import { ANYTHING, cutCircles } from "./forms.js";
import { simplify, type Reading } from "./simplify.js";
import { translator } from "./translate.js";
import { reachable } from "../schema/reach.js";

/**
 * The text of src/api.ts: the types of the operations, and of the shared schemas that these use,
 * sorted by name, one declaration each, so that a hunk of a diff says whose it is. Of words it has those that an editor shows beside a property, one line each.
 */
export function typings(
  given: Omit<Reading, "identify"> & {
    /** By name, in the order of the output. */
    readonly operations: ReadonlyMap<string, OperationSchemas>;
  },
): string {
  const { schemas, operations } = given;
  const identify = identifiers();
  const reading = { ...given, identify };
  const shapes = cutCircles(
    new Map(
      [...schemas]
        .sort(byKey)
        .map(([name, schema]) => [
          identify(name, "Schema"),
          simplify(schema, reading),
        ]),
    ),
  );
  const translate = translator(shapes);
  const common = [...operations.values()]
    .flatMap((operation) => Object.entries(operation.common ?? {}))
    .map(
      ([name, schema]) =>
        [identify(name, "Argument"), simplify(schema, reading)] as const,
    );
  const parameters = [...new Map(common)].sort(byKey);
  const shaped = [...operations].map(
    ([name, operation]) =>
      [
        identify(name, "Operation"),
        operationShape(operation, reading, shapes),
      ] as const,
  );
  const roots = [
    ...shaped.flatMap(([, operation]) => shapesOf(operation)),
    ...parameters.map(([, shape]) => shape),
  ];
  const named = reachable(roots, {
    get: (name) => shapes.get(name) ?? ANYTHING,
  });
  const all = [
    ...shaped.map(([name, shape]) => [name, printOperation(shape, translate)]),
    ...[...parameters, ...named].map(([name, shape]) => [
      name,
      translate(shape, ""),
    ]),
  ].map(([name = "", type = ""]) => `export type ${name} = ${type};\n`);
  const members = [...operations.keys()].map(
    (name) => `  ${propertyKey(name)}: ${identify(name, "Operation")};\n`,
  );
  return [
    HEADER,
    ...(all.some((text) => text.includes("WithRequired<"))
      ? [WITH_REQUIRED]
      : []),
    `export interface operations {\n${members.join("")}}\n`,
    all.join(""),
  ].join("\n");
}

const HEADER = `/**
 * Types of the API: what openapi-typescript makes of each schema. Not for editing: the next generation replaces them.
 */
`;

/** What openapi-typescript uses where a composition requires a property of a shared schema. */
const WITH_REQUIRED =
  "type WithRequired<T, K extends keyof T> = T & { [P in K]-?: T[P] };\n";
