import type { Api, Operation } from "../model.js";
import { isSchema } from "../schema/shape.js";
import type { Argument } from "./arguments.js";
import type { PlannedBody } from "./body.js";
import {
  exampleOfSchema,
  firstExample,
  isNested,
  isPlaceholder,
} from "./example.js";
import { mediaTypeName, successesOf } from "./media.js";
import type { PlanOptions } from "./options.js";

/** Arguments by name, as far as the document has examples; where they are to be slim, if any of them has a form to show. */
export function exampleArguments(
  args: readonly Argument[],
  body: PlannedBody | null,
  texts: PlanOptions["texts"],
): Readonly<Record<string, unknown>> | undefined {
  const fromParameters = args.flatMap(({ name, parameter, schema }) => {
    const example = parameter?.examples[0] ?? firstExample(schema);
    return example === undefined ? [] : [[name, example] as const];
  });
  const example =
    body?.media.examples[0] ?? firstExample(body?.media.schema ?? {});
  const fromBody =
    example === undefined
      ? {}
      : body?.schema === null
        ? { body: example }
        : isSchema(example)
          ? pickKnown(example, args)
          : {};
  const all = { ...Object.fromEntries(fromParameters), ...fromBody };
  const values = Object.values(all);
  const tells = texts === "full" || values.some(isNested);
  return values.every(isPlaceholder) || !tells ? undefined : all;
}

/** Frames of a stream are no answer that a model could read. */
export function exampleOfAnswer(operation: Operation, api: Api): unknown {
  const media = successesOf(operation)[0]?.media[0];
  if (!media || mediaTypeName(media.contentType) === "text/event-stream")
    return undefined;
  const example = media.examples[0] ?? exampleOfSchema(media.schema, api);
  return typeof example === "string" ? example.trim() || undefined : example;
}

function pickKnown(
  example: Readonly<Record<string, unknown>>,
  args: readonly Argument[],
): Record<string, unknown> {
  return Object.fromEntries(
    args
      .filter(
        (one) => one.in === "body" && Object.hasOwn(example, one.wireName),
      )
      .map(({ name, wireName }) => [name, example[wireName]]),
  );
}
