import { createIdentifierFactory, toPropertyKey } from "../literal.js";
import { compareKeys } from "../../shared/order.js";
import {
  writeOperationType,
  type OperationSchemas,
} from "./operation-types.js";
import { ANYTHING, cutCycles } from "./type-shapes.js";
import { simplify, type SimplifyContext } from "./simplify.js";
import { createShapeTranslator } from "./translate.js";
import { narrowBareObjects } from "../../schema/bare-object.js";
import { reachableSchemas } from "../../schema/reference-graph.js";

/**
 * Text of src/api.ts: the types of the operations, and of the shared schemas that these use, sorted by name.
 * Each has a declaration of its own, so that a hunk of a diff names it. Docs are those that an editor shows
 * beside a property, one line each. A bare object takes any value as an argument; in responses it is the object that
 * the document promises, so that handlers read its members without a check.
 */
export function writeApiTypes(
  input: Omit<SimplifyContext, "identify"> & {
    /** Schemas of operations, by name, in the order of the output. */
    readonly operations: ReadonlyMap<string, OperationSchemas>;
  },
): string {
  const { schemas, operations } = input;
  const identify = createIdentifierFactory();
  const reading = { ...input, identify };
  const argumentSchemas = reachableSchemas(
    [...operations.values()].flatMap(
      ({ arguments: ownArguments, common = {} }) => [
        ownArguments,
        ...Object.values(common),
      ],
    ),
    schemas,
  );
  const namedShapes = [...schemas].sort(compareKeys).map(([name, schema]) => {
    const typedSchema = argumentSchemas.has(name)
      ? schema
      : narrowBareObjects(schema);
    return [identify(name, "Schema"), simplify(typedSchema, reading)] as const;
  });
  const shapes = cutCycles(new Map(namedShapes));
  const translate = createShapeTranslator(shapes);
  const sharedArguments = [...operations.values()]
    .flatMap((operation) => Object.entries(operation.common ?? {}))
    .map(([name, schema]) => {
      return [identify(name, "Argument"), simplify(schema, reading)] as const;
    });
  const parameters = [...new Map(sharedArguments)].sort(compareKeys);
  const roots = parameters.map(([, shape]) => shape);
  const declarations: string[] = [];
  const members: string[] = [];
  for (const [name, operation] of operations) {
    const id = identify(name, "Operation");
    const operationCode = writeOperationType(operation, {
      ...reading,
      shapes,
      translate,
    });
    roots.push(...operationCode.shapes);
    declarations.push(`export type ${id} = ${operationCode.type};\n`);
    members.push(`  ${toPropertyKey(name)}: ${id};\n`);
  }
  const reachableShapes = reachableSchemas(roots, {
    get: (name) => shapes.get(name) ?? ANYTHING,
  });
  for (const [id, shape] of [...parameters, ...reachableShapes])
    declarations.push(`export type ${id} = ${translate(shape, "")};\n`);
  return [
    HEADER,
    ...(declarations.some((text) => text.includes("WithRequired<"))
      ? [WITH_REQUIRED]
      : []),
    `export interface operations {\n${members.join("")}}\n`,
    declarations.join(""),
  ].join("\n");
}

const HEADER = `/**
 * Types of the API: what openapi-typescript makes of each schema. Not for editing: the next generation replaces them.
 */
`;

/** Helper type that openapi-typescript uses if a composition requires a property of a shared schema. */
const WITH_REQUIRED =
  "type WithRequired<T, K extends keyof T> = T & { [P in K]-?: T[P] };\n";
