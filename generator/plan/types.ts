import { requiredOf } from "../../runtime/schema.js";
import { filled, gather } from "../json.js";
import type { Schema } from "../model.js";
import { byKey } from "../text.js";
import type { OperationSchemas } from "../types/operation-types.js";
import type { Argument } from "../request/arguments.js";
import type { PlannedComponent } from "./component.js";
import { hoverWords } from "../words/hover.js";

/** What api.ts says of operations: by name, sorted. A tool says more than a resource of the same operation. */
export function planTypes(components: readonly PlannedComponent[]): {
  readonly operations: Map<string, OperationSchemas>;
  readonly words: typeof hoverWords;
} {
  const byName = gather(components.map((one) => [one.typesKey, one]));
  const common = new Map<string, Argument>();
  const operations = new Map(
    [...byName].sort(byKey).flatMap(([key, all]) => {
      const best = all.findLast(({ kind }) => kind === "tool") ?? all[0];
      return best === undefined
        ? []
        : [[key, operationSchemas(best, common)] as const];
    }),
  );
  return { operations, words: hoverWords };
}

/** Arguments of which a module says nothing itself, by the name of what they share; those that are the same wherever they are used. */
function commonOf(
  { args, recipe }: PlannedComponent,
  known: Map<string, Argument>,
): Map<string, Argument> {
  const found = args.flatMap((argument): [string, Argument][] => {
    const { $ref, ...own } = recipe.arguments?.[argument.name] ?? {};
    const name = String($ref).replace(/^#\/arguments\//, "");
    if ($ref === undefined || Object.keys(own).length > 0) return [];
    const first = known.get(name) ?? argument;
    known.set(name, first);
    const isSame = (["name", "required", "schema"] as const).every(
      (field) =>
        JSON.stringify(first[field]) === JSON.stringify(argument[field]),
    );
    return isSame ? [[name, argument]] : [];
  });
  return new Map(found);
}

/** The arguments as one schema: those of the module, and references to what they share. */
export function argumentsSchema(
  component: Pick<PlannedComponent, "args" | "body">,
): Schema {
  const { args, body } = component;
  const own = args.filter(
    (one) => one.in !== "body" || !body?.sharedNames.has(one.name),
  );
  return {
    type: "object",
    ...filled({
      properties: schemasOf(own),
      required: requiredNames(own),
      allOf: body?.shared,
    }),
    ...(body?.open !== true && { additionalProperties: false }),
  };
}

function schemasOf(args: readonly Argument[]): Record<string, Schema> {
  return Object.fromEntries(args.map(({ name, schema }) => [name, schema]));
}

function requiredNames(args: readonly Argument[]): string[] {
  return args.filter((one) => one.required).map(({ name }) => name);
}

function operationSchemas(
  component: PlannedComponent,
  known: Map<string, Argument>,
): OperationSchemas {
  const { body } = component;
  const common = commonOf(component, known);
  const shared = new Set(common.values());
  const optional = body !== null && body.required !== true;
  const args = component.args
    .filter((one) => !shared.has(one))
    .map((one) =>
      one.in === "body" && optional ? { ...one, required: false } : one,
    );
  const inputSchema = argumentsSchema({ args, body });
  const omit = body?.omitted ?? [];
  const renamed = args.filter(
    (one) => one.in === "body" && omit.includes(one.wireName),
  );
  const required = [...requiredOf(inputSchema), ...requiredNames(renamed)];
  return {
    arguments: {
      ...inputSchema,
      ...filled({ required }),
      properties: {
        ...(inputSchema["properties"] as Schema | undefined),
        ...schemasOf(renamed),
      },
    },
    common: Object.fromEntries(
      [...common].map(([name, one]) => [
        name,
        {
          type: "object",
          properties: schemasOf([one]),
          required: requiredNames([one]),
        },
      ]),
    ),
    omit,
    optional,
    answer: answerOf(component),
    mayBeEmpty: component.answer.mayBeEmpty,
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
