import { requiredOf } from "../../runtime/schema.js";
import { filled, gather } from "../json.js";
import type { Schema } from "../model.js";
import { byKey } from "../text.js";
import type { OperationSchemas } from "../types/operation.js";
import type { Argument } from "./arguments.js";
import type { PlannedComponent } from "./component.js";

/** By name in api.ts, sorted. A tool says more than a resource of the same operation. */
export function planTypes(
  components: readonly PlannedComponent[],
): Map<string, OperationSchemas> {
  const byName = gather(components.map((one) => [one.typesKey, one]));
  return new Map(
    [...byName].sort(byKey).flatMap(([key, all]) => {
      const best = all.findLast(({ kind }) => kind === "tool") ?? all[0];
      return best === undefined ? [] : [[key, typesOf(best)] as const];
    }),
  );
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

function typesOf(component: PlannedComponent): OperationSchemas {
  const { body, args } = component;
  const inputSchema = argumentsSchema(component);
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
    omit,
    optional: body?.required === false,
    answer: answerOf(component),
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
