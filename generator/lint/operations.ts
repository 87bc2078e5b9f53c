import type { Schema } from "../model.js";
import { hintsOf } from "../describe/annotations.js";
import { toWords } from "../describe/identifiers.js";
import { viewObject } from "../schema/object-view.js";
import { appendPointer } from "../shared/json-pointer.js";
import { isObject } from "../shared/json.js";
import { createFinding, cureByOverlay, cureByOverride } from "./cures.js";
import type { LintFinding } from "./findings.js";
import type { LintedOperation, LintedTool } from "./tools.js";

/** Finds a tool of a deprecated operation. */
export function lintDeprecated(tool: LintedTool): LintFinding[] {
  const { operation } = tool;
  if (operation?.component.operation.deprecated !== true) return [];
  const { pointer } = operation.component.operation;
  const advice = "Remove the operation";
  // An edited module would be an orphan without its operation: its owner decides.
  const cure = tool.isHandWritten([])
    ? cureByOverride(tool, "Exclude the operation", "{ exclude: true }")
    : cureByOverlay(
        tool,
        { pointer, steps: [] },
        { advice, remove: true, isCertain: true },
      );
  return [
    createFinding(tool, {
      rule: "deprecated-served",
      message: "The operation is deprecated.",
      cure,
    }),
  ];
}

/** Word at the end of the path of an operation that only asks: a body without conditions asks for everything. */
const QUERY_WORD = /search|query|find|filter|list|count|lookup|preview|batch/i;

/** Finds writes with a body that requires nothing, or that may be left out. */
export function lintWrites(tool: LintedTool): LintFinding[] {
  const { operation } = tool;
  if (operation === null) return [];
  if (isBodyOptional(operation)) return [reportOptionalBody(tool, operation)];
  if (!isLooseWrite(tool, operation)) return [];
  const { component, places } = operation;
  const contentType = component.body?.media.contentType ?? "";
  const body = places.findBody(component.operation, contentType);
  const holder = body === null ? null : appendPointer(body, "schema");
  const pointer = holder === null ? null : places.follow(holder);
  const required = requiredByExamples(operation);
  const steps = ["body"];
  return [
    createFinding(tool, {
      rule: "write-without-required",
      message: `${component.operation.method} takes an empty body: no field is required.`,
      pointer,
      steps,
      cure: cureByOverlay(
        tool,
        { pointer, steps },
        {
          ...adviceFor(component.operation.method, required),
          isCertain: required !== null && pointer === holder,
        },
      ),
    }),
  ];
}

/** True if the document says that the body of a write may be left out, though the operation does nothing without it. */
function isBodyOptional({ component }: LintedOperation): boolean {
  const { annotations, body, name, operation } = component;
  if (body === null || operation.body?.required !== false) return false;
  const isReading = annotations !== null && hintsOf(annotations).readOnlyHint;
  const needsBody =
    operation.method === "PATCH" ||
    (operation.method === "PUT" && operation.path.endsWith("}")) ||
    (operation.method === "POST" && CREATION.test(toWords(name)));
  return needsBody && !isReading;
}

function reportOptionalBody(
  tool: LintedTool,
  { component: { operation } }: LintedOperation,
): LintFinding {
  const pointer = appendPointer(operation.pointer, "requestBody");
  const steps = ["body"];
  return createFinding(tool, {
    rule: "write-without-required",
    message: `${operation.method} takes no body at all: the document says that it may be left out.`,
    steps,
    cure: cureByOverlay(
      tool,
      { pointer, steps },
      {
        advice: "Set required: true for the request body if the API needs one",
        update: { required: true },
        isCertain: false,
      },
    ),
  });
}

/** Words of names of operations that create an object. */
const CREATION = /\b(?:add|create|insert|new|upload)\b/;

function adviceFor(method: string, required: readonly string[] | null) {
  if (required !== null)
    return {
      advice: `Add required: ${JSON.stringify(required)}`,
      update: { required },
    };
  // A patch changes some fields, whichever they are.
  return method === "PATCH"
    ? {
        advice:
          "Add minProperties: 1 if an empty patch changes nothing, or name the fields that the API needs as required",
        update: { required: ["<field that the API needs>"] },
      }
    : {
        advice: "Name the fields that the API needs as required",
        update: { required: ["<field that the API needs>"] },
      };
}

function isLooseWrite(
  tool: LintedTool,
  { api: { api }, component }: LintedOperation,
): boolean {
  const { annotations, body, operation } = component;
  if (!/^(?:POST|PUT|PATCH)$/.test(operation.method)) return false;
  if (body === null || body.schema === null) return false;
  // A body that may be left out may be empty as well: it is told by itself. If the document doesn't say, a PUT of one object replaces it.
  const isBodyRequired = operation.body?.required ?? null;
  if (isBodyRequired === false) return false;
  const isObjectPath = operation.path.endsWith("}");
  const isReplacement = operation.method === "PUT" && isObjectPath;
  if (operation.method !== "POST" && !isReplacement && isBodyRequired === null)
    return false;
  // A POST to one object changes some of its fields, unless it creates the object.
  const isUpdate = operation.method === "POST" && isObjectPath;
  if (isUpdate && !CREATION.test(toWords(component.name))) return false;
  const isReading = annotations !== null && hintsOf(annotations).readOnlyHint;
  if (isReading || QUERY_WORD.test(operation.path.split("/").at(-1) ?? ""))
    return false;
  const bodyArguments = tool.args.filter(
    ({ steps: [member] }) => member === "body",
  );
  if (bodyArguments.length === 0) return false;
  if (bodyArguments.some(({ required }) => required)) return false;
  // A value that the query takes as well may be left out of the body.
  const bodyNames = component.args
    .filter(({ in: location }) => location === "body")
    .map(({ wireName }) => wireName);
  const isInQuery = operation.parameters.some(
    ({ in: location, name }) =>
      location === "query" && bodyNames.includes(name),
  );
  if (isInQuery) return false;
  return !saysMinimum(body.media.schema, api) && !saysMinimum(body.schema, api);
}

/** True if a schema asks for properties in other words than `required`. */
function saysMinimum(
  schema: Schema,
  api: LintedOperation["api"]["api"],
): boolean {
  const target = viewObject(schema, api);
  return (
    target === null ||
    [...target.properties.values()].some(({ required }) => required) ||
    ["minProperties", "anyOf", "oneOf"].some((keyword) =>
      Object.hasOwn(schema, keyword),
    )
  );
}

/** Examples from which on their common fields are certain: a single one may show fields that no one needs. */
const MIN_EXAMPLES = 2;

/** Fields that every example of a body has. Null if they are not certain, or if every example has all fields. */
function requiredByExamples({
  api: { api },
  component,
}: LintedOperation): readonly string[] | null {
  const { body, operation } = component;
  if (body === null || operation.method === "PATCH" || !body.media.isJson)
    return null;
  const examples = body.media.examples.filter(isObject);
  const names = [
    ...(viewObject(body.media.schema, api)?.properties.keys() ?? []),
  ];
  const required = names.filter((name) =>
    examples.every((example) => Object.hasOwn(example, name)),
  );
  const isCertain =
    examples.length >= MIN_EXAMPLES &&
    required.length > 0 &&
    required.length < names.length;
  return isCertain ? required : null;
}
