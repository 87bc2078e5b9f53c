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
import { mediaTypeName } from "./media.js";
import type { PlanOptions } from "./options.js";

/** Arguments by name, as far as the document has examples; where they are to be slim, if any of them has a form to show. */
export function exampleArguments(
  args: readonly Argument[],
  body: PlannedBody | null,
  texts: PlanOptions["texts"],
): Readonly<Record<string, unknown>> | undefined {
  const fromParameters = args.flatMap((argument) => {
    const example = exampleOf(argument);
    return example === undefined ? [] : [[argument.name, example] as const];
  });
  const example = bodyExample(body);
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

function exampleOf({ schema, parameter }: Argument): unknown {
  return parameter?.examples[0] ?? firstExample(schema);
}

function bodyExample(body: PlannedBody | null): unknown {
  return body?.media.examples[0] ?? firstExample(body?.media.schema);
}

/** Frames of a stream are no answer that a model could read. */
export function exampleOfAnswer(operation: Operation, api: Api): unknown {
  const media = operation.responses.find(({ status }) => status.startsWith("2"))
    ?.media[0];
  if (media === undefined) return undefined;
  if (mediaTypeName(media.contentType) === "text/event-stream")
    return undefined;
  const example = media.examples[0] ?? exampleOfSchema(media.schema, api);
  return typeof example === "string" ? example.trim() || undefined : example;
}

function pickKnown(
  example: Readonly<Record<string, unknown>>,
  args: readonly Argument[],
): Record<string, unknown> {
  const entries = args
    .filter(
      ({ in: location, wireName }) =>
        location === "body" && Object.hasOwn(example, wireName),
    )
    .map(({ name, wireName }) => [name, example[wireName]]);
  return Object.fromEntries(entries) as Record<string, unknown>;
}
