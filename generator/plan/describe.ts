import type { ToolDefinition } from "../../runtime/types.js";
import type { Api, Operation } from "../model.js";
import { isSchema } from "../schema/shape.js";
import type { Argument } from "./arguments.js";
import type { PlannedBody } from "./body.js";
import type { ComponentKind } from "./classify.js";
import { cut, cutAtWord } from "./cut.js";
import {
  exampleOfSchema,
  firstExample,
  isPlaceholder,
  MAX_EXAMPLE,
} from "./example.js";
import { mediaTypeName } from "./media.js";
import { humanise } from "./names.js";
import { wireNameOf } from "./wire-name.js";

export type ToolAnnotations = NonNullable<ToolDefinition["annotations"]>;

/** What a model reads to choose an operation. */
export interface Words {
  readonly title: string;
  /** Null: the title says it all. */
  readonly description: string | null;
  /** Arguments by name, as far as the document has examples and there is room to show them; undefined: none. */
  readonly example?: Readonly<Record<string, unknown>> | undefined;
  /** Likewise. */
  readonly exampleAnswer?: unknown;
}

/** Longest title, in characters. */
const MAX_TITLE = 100;

/**
 * Title: the summary in one line, else the name in words. Description: the document's, else the
 * summary, else method and path. What a team gives stands in their place.
 */
export function describe(
  operation: Operation,
  {
    name,
    kind,
    given,
    args,
    body,
    api,
    limit,
  }: {
    readonly name: string;
    readonly kind: ComponentKind;
    readonly given: { readonly title?: string; readonly description?: string };
    readonly args: readonly Argument[];
    readonly body: PlannedBody | null;
    readonly api: Api;
    /** Characters of description and examples together. */
    readonly limit: number;
  },
): Words {
  const title = given.title ?? titleOf(operation, name);
  if (given.description !== undefined)
    return { title, description: besides(title, given.description.trim()) };
  const text =
    operation.description.trim() ||
    operation.summary.trim() ||
    `${operation.method} ${operation.path}`;
  // Variables of a URI have no other place to be described in.
  const named = kind === "tool" ? [] : args.map(wireNameOf);
  const more = [body?.words ?? "", ...named].filter(Boolean).join(" ");
  const words = more === "" ? "" : `\n\n${more}`;
  const whole = operation.deprecated ? `Deprecated. ${text}` : text;
  const main = cut(whole, limit - words.length) + words;
  const example = exampleArguments(args, body);
  const exampleAnswer = exampleOfAnswer(operation, api);
  const room = limit - main.length;
  const first = lengthOf("Example arguments", example);
  const second = lengthOf("Example answer", exampleAnswer);
  const rest = first <= room ? room - first : room;
  return {
    title,
    description: besides(title, main),
    ...(first <= room ? { example } : {}),
    ...(second <= rest ? { exampleAnswer } : {}),
  };
}

/** What clients are shown for a description: the runtime puts it together in the same way. */
export function told({
  title,
  description,
  example,
  exampleAnswer,
}: Words): string {
  return [
    description ?? title,
    ...paragraph("Example arguments", example),
    ...paragraph("Example answer", exampleAnswer),
  ].join("\n\n");
}

function paragraph(label: string, example: unknown): string[] {
  if (example === undefined) return [];
  const text = typeof example === "string" ? example : JSON.stringify(example);
  return [`${label}: ${text}`];
}

/** What differs from a tool that destroys, or one that only reads where it is one. https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations */
export function annotationsOf(operation: Operation): ToolAnnotations {
  const { method } = operation;
  if (["GET", "HEAD", "OPTIONS", "TRACE", "QUERY"].includes(method))
    return { readOnlyHint: true };
  return {
    ...(method === "POST" && creates(operation)
      ? { destructiveHint: false }
      : {}),
    // https://www.rfc-editor.org/rfc/rfc9110#section-9.2.2
    ...(method === "PUT" || method === "DELETE"
      ? { idempotentHint: true }
      : {}),
  };
}

/** All hints, as the runtime lists them. */
export function hintsOf(annotations: ToolAnnotations): ToolAnnotations {
  const { readOnlyHint = false } = annotations;
  return {
    readOnlyHint,
    destructiveHint: !readOnlyHint,
    idempotentHint: readOnlyHint,
    openWorldHint: true,
    ...annotations,
  };
}

function titleOf(operation: Operation, name: string): string {
  const summary = operation.summary.replace(/\s+/g, " ").trim();
  return cutAtWord(summary.replace(/\.$/, "") || humanise(name), MAX_TITLE);
}

/** A description that says no more than its title is none. */
function besides(title: string, description: string): string | null {
  const isTitle = description.replace(/\.$/, "") === title;
  return isTitle || description === "" ? null : description;
}

/** A POST that answers 201, or says so in its name, only adds. */
function creates({ operationId, summary, responses }: Operation): boolean {
  const verb = /^(create|add|new|insert|register|upload|submit|send|publish)/i;
  return (
    responses.some(({ status }) => status === "201") ||
    verb.test(summary.trim()) ||
    (operationId ?? "").split(/[^A-Za-z0-9]+/).some((word) => verb.test(word))
  );
}

/** Characters of an example in its own paragraph; beyond all limits, where it is too long. */
function lengthOf(label: string, example: unknown): number {
  const [text = ""] = paragraph(label, example);
  const isLong = text.length > `${label}: `.length + MAX_EXAMPLE;
  return text === "" ? 0 : isLong ? Infinity : "\n\n".length + text.length;
}

function exampleArguments(
  args: readonly Argument[],
  body: PlannedBody | null,
): Words["example"] {
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
  return Object.values(all).every(isPlaceholder) ? undefined : all;
}

function exampleOf({ schema, parameter }: Argument): unknown {
  return parameter?.examples[0] ?? firstExample(schema);
}

function bodyExample(body: PlannedBody | null): unknown {
  return body?.media.examples[0] ?? firstExample(body?.media.schema);
}

/** Frames of a stream are no answer that a model could read. */
function exampleOfAnswer(operation: Operation, api: Api): unknown {
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
