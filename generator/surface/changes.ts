import type { Schema } from "../model.js";
import { byCodeUnit } from "../text.js";
import type { Surface } from "./surface.js";
import { suspicions } from "./suspicious.js";
import { ruleText, widens } from "./widens.js";

/** One difference that a caller or a model notices. */
export interface Change {
  readonly kind: Surface["kind"];
  /** Name it has now, or had. */
  readonly name: string;
  readonly route: string;
  readonly what:
    | "added"
    | "removed"
    | "renamed"
    | "route"
    | "uri"
    | "argument"
    | "description"
    | "annotations"
    | "auth"
    | "url"
    | "suspicious";
  /** In words, without the component's name: `argument limit became required`. */
  readonly text: string;
  /** A caller that worked before may fail now. */
  readonly breaking: boolean;
}

type Difference = Pick<Change, "what" | "text" | "breaking">;

/** What changed from one surface to the other, removals and breaking changes first. */
export function compareSurfaces(
  before: readonly Surface[],
  after: readonly Surface[],
): Change[] {
  const changes = pair(before, after).flatMap(
    ({ was, is, named }): Change[] => {
      const { kind, name, route } = named;
      return differences(was, is).map((one) => ({ kind, name, route, ...one }));
    },
  );
  return changes.sort(
    (a, b) =>
      Number(b.breaking) - Number(a.breaking) || byCodeUnit(a.name, b.name),
  );
}

interface Pair {
  readonly was?: Surface;
  readonly is?: Surface;
  /** Whichever is newer. */
  readonly named: Surface;
}

/** The same route is the same component, whatever its name; else the same name is. */
function pair(before: readonly Surface[], after: readonly Surface[]): Pair[] {
  const byRoute = new Map(
    after.map((one) => [`${one.kind} ${one.route}`, one]),
  );
  const byName = new Map(after.map((one) => [`${one.kind} ${one.name}`, one]));
  const routes = new Set(before.map((one) => `${one.kind} ${one.route}`));
  const found = new Set<Surface>();
  const pairs = before.map((was): Pair => {
    const namesake = byName.get(`${was.kind} ${was.name}`);
    const isNew =
      namesake !== undefined &&
      !routes.has(`${namesake.kind} ${namesake.route}`);
    const is =
      byRoute.get(`${was.kind} ${was.route}`) ?? (isNew ? namesake : undefined);
    if (is === undefined) return { was, named: was };
    found.add(is);
    return { was, is, named: is };
  });
  const added = after.filter((one) => !found.has(one));
  return [...pairs, ...added.map((is): Pair => ({ is, named: is }))];
}

function differences(
  was: Surface | undefined,
  is: Surface | undefined,
): Difference[] {
  if (is === undefined) return [difference("removed", "removed", true)];
  if (was === undefined)
    return [difference("added", "added"), ...newSuspicions("", is)];
  const hints = Object.keys(is.annotations);
  const isSaidOtherwise =
    was.description !== is.description || was.title !== is.title;
  return [
    ...changed("renamed", "renamed", [was.name, is.name], true),
    ...changed("route", "route", [was.route, is.route], false),
    ...changed("uri", "uri", [was.uri, is.uri], true),
    ...argumentDifferences(was, is),
    ...changed("url", "url", [was.server, is.server], true),
    ...changed("auth", "auth", [was.security, is.security], true),
    ...hints.flatMap((hint) => {
      const values = [was.annotations[hint], is.annotations[hint]].map(String);
      return changed("annotations", hint, values, false);
    }),
    ...(isSaidOtherwise
      ? [difference("description", "description changed")]
      : []),
    ...newSuspicions(textsOf(was), is),
  ];
}

function difference(
  what: Difference["what"],
  text: string,
  breaking = false,
): Difference {
  return { what, text, breaking };
}

function changed(
  what: Difference["what"],
  name: string,
  [was, is]: readonly string[],
  breaking: boolean,
): Difference[] {
  if (was === is) return [];
  const text = `${name}: ${was || "none"} → ${is || "none"}`;
  return [difference(what, text, breaking)];
}

function argumentDifferences(was: Surface, is: Surface): Difference[] {
  const removed = [...was.args.keys()].filter((name) => !is.args.has(name));
  return [
    ...removed.map((name) => argument(`argument ${name} removed`, true)),
    ...[...is.args].flatMap(([name, { required, schema }]) => {
      const before = was.args.get(name);
      const need = required ? "required" : "optional";
      if (before === undefined)
        return [argument(`${need} argument ${name} added`, required)];
      const same = before.required === required;
      return [
        ...(same
          ? []
          : [argument(`argument ${name} became ${need}`, required)]),
        ...schemaDifference(name, before.schema, schema),
      ];
    }),
  ];
}

function argument(text: string, breaking: boolean): Difference {
  return difference("argument", text, breaking);
}

function schemaDifference(
  name: string,
  before: Schema,
  now: Schema,
): Difference[] {
  if (ruleText(before) === ruleText(now)) return [];
  const [was, is] = [typeName(before), typeName(now)];
  const what = was === is ? "its rules changed" : `${was} → ${is}`;
  return [argument(`argument ${name}: ${what}`, !widens(before, now))];
}

function typeName({ type, anyOf, oneOf }: Schema): string {
  if (type !== undefined) return [type].flat().map(String).join(" | ");
  return anyOf !== undefined || oneOf !== undefined ? "alternatives" : "any";
}

/** Only what is new: a text that was there before has been reviewed before. */
function newSuspicions(before: string, is: Surface): Difference[] {
  const known = suspicions(before);
  return suspicions(textsOf(is))
    .filter((sign) => !known.includes(sign))
    .map((sign) =>
      difference("suspicious", `text that reaches the model has ${sign}`),
    );
}

function textsOf({ title, description, args }: Surface): string {
  const schemas = [...args.values()].map(({ schema }) => schema);
  // JSON would escape what is looked for, so the texts are gathered as they are.
  const texts: string[] = [title, description];
  JSON.stringify(schemas, (_key, value: unknown) => {
    if (typeof value === "string") texts.push(value);
    return value;
  });
  return texts.join("\n");
}
