import { parseFieldPaths, type FieldSelection } from "../runtime.js";
import type { Override } from "../config/config.js";
import { ToolwrightError, type Finding, type Problem } from "../errors.js";
import {
  type Api,
  type Operation,
  operationKey,
  type Schema,
} from "../model.js";
import {
  collectProperties,
  type ResponseProperties,
} from "../schema/response-properties.js";
import { suggestNames } from "../shared/suggest.js";
import type { PlannedResponse } from "./response.js";
import { valueTypesOf } from "./value-types.js";

/** Fields of a response that callers get. */
export interface SettledFields {
  /** Paths from the response's root: `pets.owner.name`. Empty for all fields. */
  readonly fields: readonly string[];
  /** Paths as the override names them, those that the document has lost included. */
  readonly namedFields: readonly string[];
  readonly findings: readonly Finding[];
}

interface FieldsContext {
  readonly api: Api;
  readonly response: Omit<PlannedResponse, "fields" | "namedFields">;
  /** True if undeclared fields are stripped, so that a name which isn't declared stands for nothing. */
  readonly isStripped: boolean;
  /** True for marks in the lock of the last run. */
  readonly isFormer: (mark: string) => boolean;
}

/**
 * Settles `fields` of an override. A name that only the single list or object of a response has stands for the field
 * there, and the texts and numbers around it stay. Throws a ToolwrightError for a name that no branch declares; one that
 * the document has lost is a finding.
 */
export function settleFields(
  operation: Operation,
  { fields: texts }: Override,
  context: FieldsContext,
): SettledFields {
  const namedFields = formatSelection(parseFieldPaths([...(texts ?? [])]));
  const unchanged = { fields: namedFields, namedFields, findings: [] };
  const { api, response } = context;
  if (texts === undefined) return unchanged;
  const { form, schema } = response;
  if (form === "bytes" || form === "text" || form === "empty")
    throw new ToolwrightError({
      pointer: operation.pointer,
      code: "bad-override",
      message: `The override of ${operationKey(operation)} names fields of a response that is ${form === "empty" ? "empty" : `of ${form}`}.`,
      hint: "Remove `fields`.",
    });
  if (namedFields.length === 0)
    throw new ToolwrightError({
      pointer: operation.pointer,
      code: "bad-override",
      message: `The override of ${operationKey(operation)} sets fields without the name of one.`,
      hint: 'Name fields, such as ["id", "owner.name"], or remove `fields`.',
    });
  // Nothing is known of a response that isn't described.
  if (schema === null) return unchanged;
  const selection = unwrap(
    parseFieldPaths(namedFields),
    collectProperties([schema], api.schemas),
    api,
  );
  const missingPaths = context.isStripped
    ? findMissing(selection, [schema], api)
    : [];
  const problems: Problem[] = [];
  const findings: Finding[] = [];
  const subject = `The override of ${operationKey(operation)} names the field`;
  for (const { knownNames, path, prefix } of missingPaths) {
    const name = JSON.stringify(path);
    const hint = `${suggestNames(path.slice(prefix.length), knownNames)}${formatKnown(knownNames, prefix)}`;
    const { pointer } = operation;
    if (context.isFormer(toFieldMark(operation, path)))
      findings.push({
        severity: "warning",
        code: "lost-field",
        pointer,
        message: `${subject} ${name}, which the response no longer has.`,
        hint,
      });
    else
      problems.push({
        pointer,
        code: "bad-override",
        message: `${subject} ${name}, which the response doesn't declare.`,
        hint: `${hint} If the API sends it anyway, set \`strip: false\` beside \`fields\`.`,
      });
  }
  if (problems.length > 0) throw new ToolwrightError(problems);
  const lostPaths = missingPaths.map(({ path }) => path);
  const fields = formatSelection(selection);
  const isLost = (field: string) =>
    lostPaths.some((path) => field === path || field.startsWith(`${path}.`));
  return {
    fields: fields.filter((field) => !isLost(field)),
    namedFields: fields,
    findings,
  };
}

/** Name in the lock of a field that an override names: `GET /pets fields.owner.name`. */
export function toFieldMark(operation: Operation, path: string): string {
  return `${operationKey(operation)} fields.${path}`;
}

/** Paths of a selection, each on its own: `id`, `owner.name`. */
export function formatSelection(
  selection: FieldSelection,
  prefix = "",
): string[] {
  return [...selection].flatMap(([name, childSelection]) =>
    childSelection.size === 0
      ? [prefix + name]
      : formatSelection(childSelection, `${prefix}${name}.`),
  );
}

/** Selection from the root of a response, if the names are those of its single list, or its single object. */
function unwrap(
  selection: FieldSelection,
  { properties, isList }: ResponseProperties,
  api: Api,
): FieldSelection {
  const names = [...selection.keys()];
  const innerNames = names.filter((name) => !properties.has(name));
  if (isList || innerNames.length === 0 || properties.size === 0)
    return selection;
  const views = [...properties].map(([name, parts]) => ({
    name,
    parts,
    content: collectProperties(parts, api.schemas),
  }));
  const objects = views.filter(({ content }) => content.properties.size > 0);
  const lists = objects.filter(({ content }) => content.isList);
  const [wrapped, ...otherWrapped] = lists.length > 0 ? lists : objects;
  const isWrapper =
    wrapped !== undefined &&
    otherWrapped.length === 0 &&
    innerNames.some((name) => wrapped.content.properties.has(name));
  if (!isWrapper) return selection;
  const innerSelection: FieldSelection = new Map(selection.get(wrapped.name));
  const unwrapped: FieldSelection = new Map();
  const isWholeWrapper = innerNames.length === names.length;
  for (const { name, parts } of views) {
    const ownSelection = selection.get(name);
    if (name === wrapped.name) unwrapped.set(name, innerSelection);
    else if (ownSelection) unwrapped.set(name, ownSelection);
    else if (isWholeWrapper && parts.every((part) => isScalar(part, api)))
      unwrapped.set(name, new Map());
  }
  for (const name of innerNames)
    innerSelection.set(
      name,
      selection.get(name) ?? new Map<string, FieldSelection>(),
    );
  return unwrapped;
}

function isScalar(schema: Schema, api: Api): boolean {
  const types = valueTypesOf(schema, api.schemas);
  return types !== null && !types.has("object") && !types.has("array");
}

interface MissingField {
  readonly path: string;
  readonly prefix: string;
  /** Names that are declared in its place. */
  readonly knownNames: readonly string[];
}

function findMissing(
  selection: FieldSelection,
  schemas: readonly Schema[],
  api: Api,
  prefix = "",
): MissingField[] {
  const { otherSchemas, properties } = collectProperties(schemas, api.schemas);
  return [...selection].flatMap(([name, childSelection]) => {
    const path = prefix + name;
    const parts = properties.get(name) ?? otherSchemas;
    if (parts.length === 0)
      return [{ path, prefix, knownNames: [...properties.keys()] }];
    return findMissing(childSelection, parts, api, `${path}.`);
  });
}

/** Names that a message lists. */
const MAX_KNOWN = 20;

function formatKnown(names: readonly string[], prefix: string): string {
  if (names.length === 0) return "No fields are declared there.";
  const shownNames = names.slice(0, MAX_KNOWN).map((name) => prefix + name);
  const ending = names.length > MAX_KNOWN ? ", …" : "";
  return `Declared are ${shownNames.join(", ")}${ending}.`;
}
