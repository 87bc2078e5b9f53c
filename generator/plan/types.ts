import type { Schema } from "../model.js";
import { gather } from "../shared/group-by.js";
import { byKey } from "../shared/order.js";
import type { OperationSchemas } from "../emit/types/operation-types.js";
import type { Argument } from "./arguments.js";
import type { PlannedComponent } from "./component.js";

/** What api.ts says of operations: by name, sorted. A tool says more than a resource of the same operation. */
export function planTypes(
  components: readonly PlannedComponent[],
): Map<string, OperationSchemas> {
  const byName = gather(components.map((one) => [one.typesKey, one]));
  const known = new Map<string, Argument>();
  return new Map(
    [...byName].sort(byKey).flatMap(([key, all]) => {
      const best = all.findLast(({ kind }) => kind === "tool") ?? all[0];
      return best ? [[key, operationSchemas(best, known)] as const] : [];
    }),
  );
}

function operationSchemas(
  component: PlannedComponent,
  known: Map<string, Argument>,
): OperationSchemas {
  const { answer, body } = component;
  const common = commonOf(component, known);
  const optional = body !== null && body.required !== true;
  const args = component.args
    .filter((one) => !common.has(one))
    .map((one) =>
      one.in === "body" && optional ? { ...one, required: false } : one,
    );
  return {
    arguments: argumentsSchema(
      { args, body },
      args.filter((one) => one.isShared && one.name !== one.wireName),
    ),
    common: Object.fromEntries(
      [...common].map(([argument, name]) => [name, objectOf([argument])]),
    ),
    omit: body?.omitted ?? [],
    optional,
    answer: answerOf(component),
    mayBeEmpty: answer.mayBeEmpty,
  };
}

/** Arguments of which a module says nothing itself, with the name of what they share; those that are the same wherever they are used. */
function commonOf(
  { args, recipe }: PlannedComponent,
  known: Map<string, Argument>,
): Map<Argument, string> {
  const common = new Map<Argument, string>();
  for (const argument of args) {
    const { $ref, ...own } = recipe.arguments?.[argument.name] ?? {};
    if (typeof $ref !== "string" || Object.keys(own).length > 0) continue;
    const name = $ref.replace(/^#\/arguments\//, "");
    const first = known.get(name) ?? argument;
    known.set(name, first);
    const isSame = (["name", "required", "schema"] as const).every(
      (field) =>
        JSON.stringify(first[field]) === JSON.stringify(argument[field]),
    );
    if (isSame) common.set(argument, name);
  }
  return common;
}

/**
 * The arguments as one schema: those of the module, and references to what they share.
 * @param renamed those of what is shared that it knows under the API's names alone
 */
export function argumentsSchema(
  { args, body }: Pick<PlannedComponent, "args" | "body">,
  renamed: readonly Argument[] = [],
): Schema {
  return {
    ...objectOf([...args.filter((one) => !one.isShared), ...renamed]),
    ...(body && body.shared.length > 0 && { allOf: body.shared }),
    ...(body?.open !== true && { additionalProperties: false }),
  };
}

function objectOf(args: readonly Argument[]): Schema {
  return {
    type: "object",
    properties: Object.fromEntries(
      args.map(({ name, schema }) => [name, schema]),
    ),
    required: args.filter((one) => one.required).map(({ name }) => name),
  };
}

function answerOf({ answer }: PlannedComponent): OperationSchemas["answer"] {
  switch (answer.form) {
    case "json":
      return answer.schema ?? {};
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
