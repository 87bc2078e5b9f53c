import type { ToolAnnotations } from "../../runtime/types.js";
import type { Operation, Schema } from "../model.js";
import type { Argument } from "./arguments.js";
import type { PlannedBody } from "./body.js";
import { cut } from "./cut.js";
import { humanise } from "./names.js";

/** Longest title, in characters. */
const MAX_TITLE = 100;

/** The summary in one line, else the name in words. */
export function titleOf(operation: Operation, name: string): string {
  const summary = operation.summary.replace(/\s+/g, " ").trim();
  return cut(summary.replace(/\.$/, "") || humanise(name), MAX_TITLE);
}

/**
 * What a model reads to choose this operation: description, else summary, else method and path;
 * then an example, where the document has one and there is room.
 */
export function describe(
  operation: Operation,
  {
    args,
    body,
    options,
    limit,
  }: {
    args: readonly Argument[];
    body: PlannedBody | null;
    /** URI template of a resource that takes optional query parameters. */
    options: string | null;
    limit: number;
  },
): string {
  const text =
    operation.description.trim() ||
    operation.summary.trim() ||
    `${operation.method} ${operation.path}`;
  const main = cut(operation.deprecated ? `Deprecated. ${text}` : text, limit);
  const extra = [
    options === null ? null : `With options: ${options}`,
    exampleLine("Example arguments", exampleArguments(args, body)),
    exampleLine("Example answer", exampleAnswer(operation)),
  ];
  return extra.reduce<string>(
    (whole, line) =>
      line !== null && whole.length + line.length + 2 <= limit
        ? `${whole}\n\n${line}`
        : whole,
    main,
  );
}

/** https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations */
export function annotationsOf(operation: Operation): ToolAnnotations {
  const { method } = operation;
  const readOnly = ["GET", "HEAD", "OPTIONS", "TRACE", "QUERY"].includes(
    method,
  );
  return {
    readOnlyHint: readOnly,
    destructiveHint: !readOnly && !(method === "POST" && creates(operation)),
    // https://www.rfc-editor.org/rfc/rfc9110#section-9.2.2
    idempotentHint: readOnly || method === "PUT" || method === "DELETE",
    openWorldHint: true,
  };
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

function exampleLine(label: string, example: unknown): string | null {
  if (example === undefined) return null;
  const text = typeof example === "string" ? example : JSON.stringify(example);
  return text.length > 400 ? null : `${label}: ${text}`;
}

function exampleArguments(
  args: readonly Argument[],
  body: PlannedBody | null,
): unknown {
  const fromParameters = args.flatMap((argument) => {
    const example = exampleOf(argument);
    return example === undefined ? [] : [[argument.name, example] as const];
  });
  const example = bodyExample(body);
  const isWhole = body?.recipe.argument !== undefined;
  const fromBody =
    example === undefined
      ? {}
      : isWhole
        ? { body: example }
        : isRecord(example)
          ? pickKnown(example, args)
          : {};
  const all = { ...Object.fromEntries(fromParameters), ...fromBody };
  return Object.values(all).every(isPlaceholder) ? undefined : all;
}

/** What tools put where nobody gave an example. */
function isPlaceholder(example: unknown): boolean {
  return example === "" || example === "string";
}

function exampleOf({ schema, parameter }: Argument): unknown {
  const [declared] = parameter?.examples ?? [];
  const examples = schema["examples"];
  return (
    declared ?? (Array.isArray(examples) ? (examples[0] as unknown) : undefined)
  );
}

function bodyExample(body: PlannedBody | null): unknown {
  const [declared] = body?.media.examples ?? [];
  return declared ?? firstExample(body?.media.schema);
}

function exampleAnswer(operation: Operation): unknown {
  const media = operation.responses.find(({ status }) => status.startsWith("2"))
    ?.media[0];
  return media?.examples[0] ?? firstExample(media?.schema);
}

function firstExample(schema: Schema | undefined): unknown {
  const examples = schema?.["examples"];
  return Array.isArray(examples) ? examples[0] : undefined;
}

function pickKnown(
  example: Record<string, unknown>,
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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
