import { identifiers, propertyKey } from "../literal.js";
import { byKey } from "../../shared/order.js";
import { operationType, type OperationSchemas } from "./operation-types.js";
import { ANYTHING, cutCircles } from "./type-shapes.js";
import { simplify, type Reading } from "./simplify.js";
import { translator } from "./translate.js";
import { reachable } from "../../schema/reference-graph.js";

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
  const shaped = [...schemas].sort(byKey).map(([name, schema]) => {
    return [identify(name, "Schema"), simplify(schema, reading)] as const;
  });
  const shapes = cutCircles(new Map(shaped));
  const translate = translator(shapes);
  const common = [...operations.values()]
    .flatMap((operation) => Object.entries(operation.common ?? {}))
    .map(([name, schema]) => {
      return [identify(name, "Argument"), simplify(schema, reading)] as const;
    });
  const parameters = [...new Map(common)].sort(byKey);
  const roots = parameters.map(([, shape]) => shape);
  const declared: string[] = [];
  const members: string[] = [];
  for (const [name, operation] of operations) {
    const id = identify(name, "Operation");
    const own = operationType(operation, { ...reading, shapes, translate });
    roots.push(...own.shapes);
    declared.push(`export type ${id} = ${own.type};\n`);
    members.push(`  ${propertyKey(name)}: ${id};\n`);
  }
  const named = reachable(roots, {
    get: (name) => shapes.get(name) ?? ANYTHING,
  });
  for (const [id, shape] of [...parameters, ...named])
    declared.push(`export type ${id} = ${translate(shape, "")};\n`);
  return [
    HEADER,
    ...(declared.some((text) => text.includes("WithRequired<"))
      ? [WITH_REQUIRED]
      : []),
    `export interface operations {\n${members.join("")}}\n`,
    declared.join(""),
  ].join("\n");
}

const HEADER = `/**
 * Types of the API: what openapi-typescript makes of each schema. Not for editing: the next generation replaces them.
 */
`;

/** What openapi-typescript uses where a composition requires a property of a shared schema. */
const WITH_REQUIRED =
  "type WithRequired<T, K extends keyof T> = T & { [P in K]-?: T[P] };\n";
