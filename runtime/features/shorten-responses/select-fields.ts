import { isSchema } from "../../index.js";
import type { ResponseFields, JsonSchema } from "../../index.js";
import {
  findDeclared,
  findWrapped,
  declaredNames,
  itemFieldNames,
  fieldNames,
} from "./field-paths.js";
import type { DeclaredFields, FieldSelection } from "./field-paths.js";

/** What a compact answer is without, as nulls are: by name, and links of what has a page of its own. */
const LEFT_OUT = /^(node_id|_links)$/;
const LINK = /(^|_)url$/;
const PAGE = "html_url";

/** Characters of names that one note tells. */
const MOST_TOLD = 800;

/** What is asked of an answer, and what is declared of it. */
export interface SelectOptions {
  readonly wanted: FieldSelection;
  readonly compact: boolean;
  readonly declared: JsonSchema | undefined;
  readonly $defs: ResponseFields["$defs"];
}

/** What is left of an answer, the names of its items' fields, and those that were wanted in vain. */
export interface SelectedFields {
  readonly data: unknown;
  readonly names?: () => readonly string[];
  readonly note?: string | undefined;
}

/** The fields that are wanted of an answer; all of it where it has none of them. */
export function selectFields(
  data: unknown,
  how: SelectOptions,
): SelectedFields {
  const { $defs, compact, declared, wanted } = how;
  /** Names of the fields that stood where some were wanted. */
  const seen = new Map<FieldSelection, Set<string>>();

  function see(some: FieldSelection, names: Iterable<string>): void {
    const known = seen.get(some) ?? new Set();
    for (const name of names) known.add(name);
    seen.set(some, known);
  }

  function pick(value: unknown, some: FieldSelection): unknown {
    const isWhole = some.size === 0;
    if (typeof value !== "object" || value === null) return value;
    if (isWhole && !compact) return value;
    if (Array.isArray(value)) return value.map((one) => pick(one, some));
    if (!isWhole) see(some, Object.keys(value));
    return mapFields(value, (name, inner) => {
      const isOut = isWhole ? isLeftOut(name, inner, value) : !some.has(name);
      return isOut ? undefined : pick(inner, some.get(name) ?? ALL);
    });
  }

  /** Names that a wrapper doesn't have may be those of what it is around. Where it has none, its texts and numbers stay. */
  function reach(value: unknown, some: FieldSelection): unknown {
    const [inside, inner] = findWrapped(value) ?? [];
    const names = new Set(fieldNames(value));
    const missing = [...some].filter(([name]) => !names.has(name));
    const known = new Set(itemFieldNames(inner));
    const isWrapper = missing.some(([name]) => known.has(name));
    if (!isSchema(value) || !isWrapper) return pick(value, some);
    const rest = new Map([...missing, ...(some.get(inside ?? "") ?? [])]);
    const all = mapFields(value, (name, field) => {
      if (name === inside) return reach(field, rest);
      const more = some.get(name);
      if (more) return pick(field, more);
      const isOut = typeof field === "object" || missing.length < some.size;
      return isOut || isLeftOut(name, field, value) ? undefined : field;
    });
    see(some, [...names, ...(seen.get(rest) ?? [])]);
    return all;
  }

  /** Fields that neither the answer nor its declaration has, and those that it has instead. */
  function missed(
    some: FieldSelection,
    fields: DeclaredFields,
    before = "",
  ): string[][] {
    const names = seen.get(some) ?? new Set();
    return [...some].flatMap(([name, more]) => {
      const said = fields.get(name);
      const inner = declaredNames(said, $defs);
      if (names.has(name)) return missed(more, inner, `${before}${name}.`);
      if (said || names.size === 0) return [];
      const known = fields.size > 0 ? fields.keys() : names;
      return [[before + name, ...[...known].map((one) => before + one)]];
    });
  }

  const names = () => itemFieldNames(findWrapped(data)?.[1] ?? data);
  if (wanted.size === 0) return { data: pick(data, ALL), names };
  const some = reach(data, wanted);
  const fields = findDeclared(declared, $defs);
  const found = [...fields.keys(), ...(seen.get(wanted) ?? [])];
  const isNone = !found.some((name) => wanted.has(name));
  const unknown = tellMissed(missed(wanted, fields));
  const isVain = !unknown && hasNothing(some) && !hasNothing(data);
  const told = isVain
    ? `This answer has none of these fields. It has ${shown(names())}.`
    : unknown;
  const note = isEmpty(data) && isNone ? undefined : told;
  return { data: isNone ? pick(data, ALL) : some, names, note };
}

/** Who has no items can't say what fields they have. */
const isEmpty = (data: unknown) =>
  Object.values(Object(data) as object).some(
    (one) => Array.isArray(one) && one.length === 0,
  );

function shown(names: readonly string[]): string {
  const text = names.join(", ");
  return text.length > MOST_TOLD ? `${text.slice(0, MOST_TOLD)}…` : text;
}

const hasNothing = (data: unknown): boolean =>
  typeof data === "object" &&
  data !== null &&
  Object.values(data).every(hasNothing);

function tellMissed(missed: readonly string[][]): string | undefined {
  if (missed.length === 0) return undefined;
  const known = new Set(missed.flatMap(([, ...others]) => others));
  const wrong = shown(missed.map(([name]) => name ?? ""));
  const right = shown([...known]);
  return `Unknown fields: ${wrong}. Known are ${right}.`;
}

const ALL: FieldSelection = new Map();

function isLeftOut(name: string, value: unknown, object: object): boolean {
  const isLink = LINK.test(name) && name !== PAGE;
  const hasPage = Object.hasOwn(object, PAGE);
  return value === null || LEFT_OUT.test(name) || (isLink && hasPage);
}

/** Leaves out what `change` gives nothing for. */
function mapFields(
  object: object,
  change: (name: string, value: unknown) => unknown,
): object {
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, value]: [string, unknown]) => {
      const changed = change(name, value);
      return changed === undefined ? [] : [[name, changed]];
    }),
  );
}
