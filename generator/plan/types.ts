import { requiredOf } from "../../runtime/schema.js";
import type { Schema } from "../model.js";
import { byCodeUnit } from "../text.js";
import type { PlannedComponent } from "./component.js";

/** What api.ts has to say of one operation. */
export interface PlannedTypes {
  readonly arguments: Schema;
  /** Properties of shared schemas that are not asked for under their own name. */
  readonly omit: readonly string[];
  /** The body may be left out, so nothing of its shared schemas is required. */
  readonly optional: boolean;
  readonly answer: Schema | "bytes" | null;
}

/** By name in api.ts, sorted. A tool says more than a resource of the same operation. */
export function planTypes(components: readonly PlannedComponent[]) {
  const types = new Map<string, PlannedTypes>();
  for (const component of components) {
    if (component.kind === "tool" || !types.has(component.typesKey)) {
      types.set(component.typesKey, typesOf(component));
    }
  }
  return new Map([...types].sort(([a], [b]) => byCodeUnit(a, b)));
}

/** The arguments as one schema: those of the module, and references to what they share. */
export function argumentsSchema({
  args,
  body,
}: Pick<PlannedComponent, "args" | "body">): Schema {
  const own = args.filter(
    ({ in: location, name }) =>
      location !== "body" || !body?.sharedNames.has(name),
  );
  const required = own.filter((arg) => arg.required).map(({ name }) => name);
  return {
    type: "object",
    ...(own.length !== 0 && {
      properties: Object.fromEntries(
        own.map(({ name, schema }) => [name, schema]),
      ),
    }),
    ...(required.length !== 0 && { required }),
    ...(body === null || body.shared.length === 0
      ? {}
      : { allOf: body.shared }),
    ...(body?.open !== true && { additionalProperties: false }),
  };
}

function typesOf(component: PlannedComponent): PlannedTypes {
  const { body, args } = component;
  const inputSchema = argumentsSchema(component);
  const omit = body?.omitted ?? [];
  const renamed = args.filter(
    ({ in: location, wireName }) =>
      location === "body" && omit.includes(wireName),
  );
  const required = [
    ...requiredOf(inputSchema),
    ...renamed.filter((one) => one.required).map(({ name }) => name),
  ];
  return {
    arguments: {
      ...inputSchema,
      ...(required.length > 0 && { required }),
      properties: {
        ...(inputSchema["properties"] as Schema | undefined),
        ...Object.fromEntries(
          renamed.map(({ name, schema }) => [name, schema]),
        ),
      },
    },
    omit,
    optional: body?.required === false,
    answer: answerOf(component),
  };
}

function answerOf({ answer }: PlannedComponent): PlannedTypes["answer"] {
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
