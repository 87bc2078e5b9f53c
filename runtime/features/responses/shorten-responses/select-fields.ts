import { isSchema } from "../../../index.js";
import type { ResponseFields, JsonSchema } from "../../../index.js";
import {
  findDeclared,
  findWrapped,
  declaredNames,
  itemFieldNames,
  fieldNames,
} from "./field-paths.js";
import type { DeclaredFields, FieldSelection } from "./field-paths.js";

/** Fields that compact results omit in addition to nulls: by name, and links of objects that have a separate page. */
const OMITTED_FIELD = /^(node_id|_links)$/;
const LINK_FIELD = /(^|_)url$/;
const PAGE_FIELD = "html_url";

/** Maximum length of the names in one note, in characters. */
const MAX_NAMES_LENGTH = 800;

/** Fields that a call requests, and the declared schema of the response. */
export interface SelectOptions {
  readonly selection: FieldSelection;
  readonly compact: boolean;
  readonly declaredSchema: JsonSchema | undefined;
  readonly $defs: ResponseFields["$defs"];
}

/** Selected part of a response, the field names of its items, and a note about unknown fields. */
export interface SelectedFields {
  readonly data: unknown;
  readonly names?: () => readonly string[];
  readonly note?: string | undefined;
}

/** Selects the requested fields of a response. Returns the whole response if it has none of them. */
export function selectFields(
  data: unknown,
  options: SelectOptions,
): SelectedFields {
  const {
    $defs,
    compact,
    declaredSchema,
    selection: requestedFields,
  } = options;
  /** Names of all fields at the places that a selection was applied to. */
  const seenNames = new Map<FieldSelection, Set<string>>();

  function recordNames(
    selection: FieldSelection,
    names: Iterable<string>,
  ): void {
    const recordedNames = seenNames.get(selection) ?? new Set();
    for (const name of names) recordedNames.add(name);
    seenNames.set(selection, recordedNames);
  }

  function pick(value: unknown, selection: FieldSelection): unknown {
    const isWhole = selection.size === 0;
    if (typeof value !== "object" || value === null) return value;
    if (isWhole && !compact) return value;
    if (Array.isArray(value))
      return value.map((element) => pick(element, selection));
    if (!isWhole) recordNames(selection, Object.keys(value));
    return mapFields(value, (name, field) => {
      const isDropped = isWhole
        ? isOmittedField(name, field, value)
        : !selection.has(name);
      return isDropped
        ? undefined
        : pick(field, selection.get(name) ?? ALL_FIELDS);
    });
  }

  /**
   * Applies names that a wrapper does not have to its wrapped content. If none of the names are the wrapper's own, its
   * strings and numbers stay.
   */
  function pickWrapped(value: unknown, selection: FieldSelection): unknown {
    const [wrappedName, wrappedData] = findWrapped(value) ?? [];
    const names = new Set(fieldNames(value));
    const missingFields = [...selection].filter(([name]) => !names.has(name));
    const wrappedNames = new Set(itemFieldNames(wrappedData));
    const isWrapper = missingFields.some(([name]) => wrappedNames.has(name));
    if (!isSchema(value) || !isWrapper) return pick(value, selection);
    const wrappedSelection = new Map([
      ...missingFields,
      ...(selection.get(wrappedName ?? "") ?? []),
    ]);
    const pickedFields = mapFields(value, (name, field) => {
      if (name === wrappedName) return pickWrapped(field, wrappedSelection);
      const childSelection = selection.get(name);
      if (childSelection) return pick(field, childSelection);
      const isDropped =
        typeof field === "object" || missingFields.length < selection.size;
      return isDropped || isOmittedField(name, field, value)
        ? undefined
        : field;
    });
    recordNames(selection, [
      ...names,
      ...(seenNames.get(wrappedSelection) ?? []),
    ]);
    return pickedFields;
  }

  /** Lists requested fields that neither the response nor its schema has, each with the known names. */
  function listUnknownFields(
    selection: FieldSelection,
    fields: DeclaredFields,
    prefix = "",
  ): string[][] {
    const names = seenNames.get(selection) ?? new Set();
    return [...selection].flatMap(([name, childSelection]) => {
      const fieldSchema = fields.get(name);
      const childFields = declaredNames(fieldSchema, $defs);
      if (names.has(name))
        return listUnknownFields(
          childSelection,
          childFields,
          `${prefix}${name}.`,
        );
      if (fieldSchema || names.size === 0) return [];
      const knownNames = fields.size > 0 ? fields.keys() : names;
      return [
        [
          prefix + name,
          ...[...knownNames].map((knownName) => prefix + knownName),
        ],
      ];
    });
  }

  const listNames = () => itemFieldNames(findWrapped(data)?.[1] ?? data);
  if (requestedFields.size === 0)
    return { data: pick(data, ALL_FIELDS), names: listNames };
  const pickedData = pickWrapped(data, requestedFields);
  const fields = findDeclared(declaredSchema, $defs);
  const foundNames = [
    ...fields.keys(),
    ...(seenNames.get(requestedFields) ?? []),
  ];
  const hasNone = !foundNames.some((name) => requestedFields.has(name));
  const unknownFieldsNote = describeUnknownFields(
    listUnknownFields(requestedFields, fields),
  );
  const isEmptySelection =
    !unknownFieldsNote && hasNothing(pickedData) && !hasNothing(data);
  const message = isEmptySelection
    ? `The response has none of these fields. Its fields: ${formatNames(listNames())}.`
    : unknownFieldsNote;
  const note = isEmpty(data) && hasNone ? undefined : message;
  return {
    data: hasNone ? pick(data, ALL_FIELDS) : pickedData,
    names: listNames,
    note,
  };
}

/** True if a response holds an empty list. Fields of missing items are unknown. */
const isEmpty = (data: unknown) =>
  Object.values(Object(data) as object).some(
    (field) => Array.isArray(field) && field.length === 0,
  );

function formatNames(names: readonly string[]): string {
  const text = names.join(", ");
  return text.length > MAX_NAMES_LENGTH
    ? `${text.slice(0, MAX_NAMES_LENGTH)}…`
    : text;
}

const hasNothing = (data: unknown): boolean =>
  typeof data === "object" &&
  data !== null &&
  Object.values(data).every(hasNothing);

function describeUnknownFields(
  unknownFields: readonly string[][],
): string | undefined {
  if (unknownFields.length === 0) return undefined;
  const knownNames = new Set(
    unknownFields.flatMap(([, ...suggestions]) => suggestions),
  );
  const unknownNames = formatNames(unknownFields.map(([name]) => name ?? ""));
  const suggestedNames = formatNames([...knownNames]);
  return `Unknown fields: ${unknownNames}. Known fields: ${suggestedNames}.`;
}

const ALL_FIELDS: FieldSelection = new Map();

function isOmittedField(name: string, value: unknown, object: object): boolean {
  const isLink = LINK_FIELD.test(name) && name !== PAGE_FIELD;
  const hasPage = Object.hasOwn(object, PAGE_FIELD);
  return value === null || OMITTED_FIELD.test(name) || (isLink && hasPage);
}

/** Maps the fields of an object. Omits those for which `change` returns undefined. */
function mapFields(
  object: object,
  change: (name: string, value: unknown) => unknown,
): object {
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, value]: [string, unknown]) => {
      const changedValue = change(name, value);
      return changedValue === undefined ? [] : [[name, changedValue]];
    }),
  );
}
