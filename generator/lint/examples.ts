import type { Schemas } from "../runtime.js";
import { appendPointer } from "../shared/json-pointer.js";
import { entriesOf, getMember, toArray } from "../shared/json.js";
import { memoizeWeak } from "../shared/memoize.js";
import type { Api } from "../model.js";
import { findArgument } from "./argument-places.js";
import { createFinding, cureByOverlay, cureInModule } from "./cures.js";
import { findRefusal, findRefusedExamples } from "./example-check.js";
import type { LintFinding } from "./findings.js";
import type { LintedArgument, LintedOperation, LintedTool } from "./tools.js";

/** Longest example in a message, in characters. */
const MAX_SHOWN = 80;

/** Finds examples that the server would refuse: those in the module are errors, those of the document warnings. */
export function lintExamples(tool: LintedTool): LintFinding[] {
  return [...lintModuleExamples(tool), ...lintDocumentExamples(tool)];
}

/** Finds refused examples that the user wrote, or whose schema the user changed. */
export function lintModuleExamples(tool: LintedTool): LintFinding[] {
  if (!tool.isHandWritten([])) return [];
  const { $defs } = tool.schemas;
  const toError = (
    argument: string | null,
    refusal: { readonly example: unknown; readonly reason: string },
    steps: readonly string[],
  ) =>
    createFinding(tool, {
      rule: "example-refused",
      severity: "error",
      argument,
      message: describeRefusal(refusal),
      steps,
      cure: cureInModule(tool, steps, "Correct the example or its schema"),
    });
  const example = getMember(tool.definition, "example");
  const reason =
    example === undefined ? null : findRefusal(example, tool.input, $defs);
  return [
    ...(reason === null
      ? []
      : [toError(null, { example, reason }, ["example"])]),
    ...tool.args
      .filter(({ steps }) => tool.isHandWritten(steps))
      .flatMap(({ name, schema, steps }) =>
        findRefusedExamples(schema, $defs).map((refusal) =>
          toError([name, ...refusal.steps].join("."), refusal, steps),
        ),
      ),
  ];
}

/** Finds refused examples of the operation's parameters and body in the document. */
function lintDocumentExamples(tool: LintedTool): LintFinding[] {
  if (tool.operation === null) return [];
  const { operation } = tool;
  return [
    ...tool.args
      .filter(({ steps }) => !tool.isHandWritten(steps))
      .flatMap((argument) => lintArgument(tool, argument, operation)),
    ...lintBody(tool, operation),
  ];
}

function lintArgument(
  tool: LintedTool,
  argument: LintedArgument,
  { api: { api }, component, places }: LintedOperation,
): LintFinding[] {
  const planned = component.args.find(({ name }) => name === argument.name);
  if (planned === undefined) return [];
  const $defs = definitionsOf(api);
  const { parameter } = planned;
  const schema = parameter?.schema ?? planned.schema;
  const ownRefusals = (parameter?.examples ?? []).flatMap((example) => {
    const reason = findRefusal(example, schema, $defs);
    return reason === null ? [] : [{ steps: [], example, reason }];
  });
  const ownTexts = new Set(ownRefusals.map(({ example }) => toJson(example)));
  const refusals = [
    ...ownRefusals,
    ...findRefusedExamples(schema, $defs).filter(
      ({ steps, example }) =>
        steps.length > 0 || !ownTexts.has(toJson(example)),
    ),
  ];
  return refusals.map((refusal) => {
    const place = findArgument(tool, argument, refusal.steps);
    const holders = [
      ...(place.pointer === null ? [] : [place.pointer]),
      ...(place.schemaPointer === null ? [] : [place.schemaPointer]),
    ];
    const pointer = findExample(places.valueAt, holders, refusal.example);
    return createFinding(tool, {
      rule: "example-refused",
      argument: [argument.name, ...refusal.steps].join("."),
      message: describeRefusal(refusal),
      pointer: pointer ?? place.pointer,
      steps: argument.steps,
      cure: cureByOverlay(
        tool,
        { pointer, steps: argument.steps },
        {
          advice: "Correct or remove the example",
          remove: true,
          isCertain: true,
        },
      ),
    });
  });
}

/** Finds the refused examples of a JSON body as a whole. */
function lintBody(
  tool: LintedTool,
  { api: { api }, component, places }: LintedOperation,
): LintFinding[] {
  const { body, operation } = component;
  if (body === null || !body.media.isJson) return [];
  const { contentType, examples, schema } = body.media;
  if (tool.isHandWritten(["body"])) return [];
  return examples.flatMap((example) => {
    const reason = findRefusal(example, schema, definitionsOf(api));
    if (reason === null) return [];
    const holder = places.findBody(operation, contentType);
    const holders =
      holder === null
        ? []
        : [holder, places.follow(appendPointer(holder, "schema"))];
    const pointer = findExample(places.valueAt, holders, example);
    return [
      createFinding(tool, {
        rule: "example-refused",
        argument: "body",
        message: describeRefusal({ example, reason }),
        pointer: pointer ?? holder,
        steps: ["body"],
        cure: cureByOverlay(
          tool,
          { pointer, steps: ["body"] },
          {
            advice: "Correct or remove the example",
            remove: true,
            isCertain: true,
          },
        ),
      }),
    ];
  });
}

const definitionsOf = memoizeWeak(
  ({ schemas }: Pick<Api, "schemas">): Schemas["$defs"] =>
    Object.fromEntries(schemas),
);

function toJson(value: unknown): string {
  return JSON.stringify(value);
}

/** Pointer to an example of this value in one of the places that may hold it; null if none does. */
function findExample(
  valueAt: (pointer: string) => unknown,
  holders: readonly string[],
  example: unknown,
): string | null {
  const text = toJson(example);
  for (const holder of holders) {
    const value = valueAt(holder);
    for (const keyword of ["example", "x-example"])
      if (
        Object.hasOwn(Object(value) as object, keyword) &&
        toJson(getMember(value, keyword)) === text
      )
        return appendPointer(holder, keyword);
    const list = appendPointer(holder, "examples");
    const examples = getMember(value, "examples");
    for (const [index, item] of toArray(examples).entries())
      if (toJson(item) === text) return appendPointer(list, index);
    for (const [name, item] of entriesOf(examples))
      if (toJson(exampleValueOf(item, valueAt)) === text)
        return appendPointer(list, name);
  }
  return null;
}

/** Value of an Example Object, which may be a reference. https://spec.openapis.org/oas/v3.1.1#example-object */
function exampleValueOf(
  item: unknown,
  valueAt: (pointer: string) => unknown,
): unknown {
  const ref = getMember(item, "$ref");
  const target =
    typeof ref === "string" && ref.startsWith("#/")
      ? valueAt(ref.slice(1))
      : item;
  return getMember(target, "value") ?? getMember(target, "dataValue") ?? target;
}

function describeRefusal({
  example,
  reason,
}: {
  readonly example: unknown;
  readonly reason: string;
}): string {
  const text = toJson(example);
  const exampleText =
    text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
  return `The example ${exampleText} is refused: ${reason}.`;
}
