import type { Schema } from "../model.js";
import { groupBy } from "../shared/group-by.js";
import { compareKeys } from "../shared/order.js";
import type { OperationSchemas } from "../emit/types/operation-types.js";
import type { Argument } from "./arguments.js";
import type { PlannedComponent } from "./component.js";

/**
 * Types of operations for api.ts, by name, sorted. A tool has more of them than a resource of the
 * same operation, so it goes first.
 */
export function planTypes(
  components: readonly PlannedComponent[],
): Map<string, OperationSchemas> {
  const byName = groupBy(
    components.map((component) => [component.typesKey, component]),
  );
  const firstArguments = new Map<string, Argument>();
  return new Map(
    [...byName].sort(compareKeys).flatMap(([key, namesakes]) => {
      const mainComponent =
        namesakes.findLast(({ kind }) => kind === "tool") ?? namesakes[0];
      return mainComponent
        ? [[key, toOperationSchemas(mainComponent, firstArguments)] as const]
        : [];
    }),
  );
}

function toOperationSchemas(
  component: PlannedComponent,
  firstArguments: Map<string, Argument>,
): OperationSchemas {
  const { response, body } = component;
  const sharedArguments = sharedArgumentsOf(component, firstArguments);
  const isBodyOptional = body !== null && body.required !== true;
  const args = component.args
    .filter((argument) => !sharedArguments.has(argument))
    .map((argument) =>
      argument.in === "body" && isBodyOptional
        ? { ...argument, required: false }
        : argument,
    );
  return {
    arguments: toArgumentsSchema(
      { args, body },
      args.filter(
        (argument) => argument.isShared && argument.name !== argument.wireName,
      ),
    ),
    common: Object.fromEntries(
      [...sharedArguments].map(([argument, name]) => [
        name,
        toObjectSchema([argument]),
      ]),
    ),
    omit: body?.omittedNames ?? [],
    optional: isBodyOptional,
    response: responseTypeOf(component),
    mayBeEmpty: response.mayBeEmpty,
  };
}

/**
 * Names of shared arguments, by argument: of those that a module only refers to, and that are the
 * same wherever they are used.
 */
function sharedArgumentsOf(
  { args, requestSpec }: PlannedComponent,
  firstArguments: Map<string, Argument>,
): Map<Argument, string> {
  const sharedArguments = new Map<Argument, string>();
  for (const argument of args) {
    const { $ref, ...ownKeywords } =
      requestSpec.arguments?.[argument.name] ?? {};
    if (typeof $ref !== "string" || Object.keys(ownKeywords).length > 0)
      continue;
    const name = $ref.replace(/^#\/arguments\//, "");
    const firstArgument = firstArguments.get(name) ?? argument;
    firstArguments.set(name, firstArgument);
    const isSame = (["name", "required", "schema"] as const).every(
      (field) =>
        firstArgument[field] === argument[field] ||
        JSON.stringify(firstArgument[field]) ===
          JSON.stringify(argument[field]),
    );
    if (isSame) sharedArguments.set(argument, name);
  }
  return sharedArguments;
}

/**
 * Schema of all arguments: those of the module, and references to the schemas that they share.
 * @param renamedArguments properties of shared schemas that those know under the API's names alone
 */
export function toArgumentsSchema(
  { args, body }: Pick<PlannedComponent, "args" | "body">,
  renamedArguments: readonly Argument[] = [],
): Schema {
  return {
    ...toObjectSchema([
      ...args.filter((argument) => !argument.isShared),
      ...renamedArguments,
    ]),
    ...(body && body.sharedSchemas.length > 0 && { allOf: body.sharedSchemas }),
    ...(body?.allowsMore !== true && { additionalProperties: false }),
  };
}

function toObjectSchema(args: readonly Argument[]): Schema {
  return {
    type: "object",
    properties: Object.fromEntries(
      args.map(({ name, schema }) => [name, schema]),
    ),
    required: args
      .filter((argument) => argument.required)
      .map(({ name }) => name),
  };
}

function responseTypeOf({
  response,
}: PlannedComponent): OperationSchemas["response"] {
  switch (response.form) {
    case "json":
      return response.schema ?? {};
    case "text":
      return { type: "string" };
    case "bytes":
      return "bytes";
    case "empty":
      return null;
    case "unknown":
      return {};
  }
}
