import type { Schema } from "../model.js";
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
      Number(b.breaking) - Number(a.breaking) ||
      (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
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
  if (is === undefined) {
    return [{ what: "removed", text: "removed", breaking: true }];
  }
  if (was === undefined) {
    return [
      { what: "added", text: "added", breaking: false },
      ...newSuspicions("", is),
    ];
  }
  return [
    ...changed("renamed", [was.name, is.name], true),
    ...changed("route", [was.route, is.route], false),
    ...changed("uri", [was.uri, is.uri], true),
    ...argumentDifferences(was, is),
    ...changed("url", [was.server, is.server], true),
    ...changed("auth", [was.security, is.security], true),
    ...annotationDifferences(was, is),
    ...(was.description === is.description && was.title === is.title
      ? []
      : [
          {
            what: "description",
            text: "description changed",
            breaking: false,
          } as const,
        ]),
    ...newSuspicions(textsOf(was), is),
  ];
}

function changed(
  what: Difference["what"],
  [was, is]: readonly [string, string],
  breaking: boolean,
): Difference[] {
  if (was === is) return [];
  const text = `${what}: ${was || "none"} → ${is || "none"}`;
  return [{ what, text, breaking }];
}

function argumentDifferences(was: Surface, is: Surface): Difference[] {
  const removed = [...was.args.keys()].filter((name) => !is.args.has(name));
  return [
    ...removed.map((name) => argument(`argument ${name} removed`, true)),
    ...[...is.args].flatMap(([name, now]) => {
      const before = was.args.get(name);
      if (before === undefined) {
        return now.required
          ? [argument(`required argument ${name} added`, true)]
          : [argument(`optional argument ${name} added`, false)];
      }
      return [
        ...(before.required === now.required
          ? []
          : [
              argument(
                `argument ${name} became ${now.required ? "required" : "optional"}`,
                now.required,
              ),
            ]),
        ...schemaDifference(name, before.schema, now.schema),
      ];
    }),
  ];
}

function schemaDifference(
  name: string,
  before: Schema,
  now: Schema,
): Difference[] {
  if (ruleText(before) === ruleText(now)) return [];
  const [was, is] = [typeName(before), typeName(now)];
  const text =
    was === is
      ? `argument ${name}: its rules changed`
      : `argument ${name}: ${was} → ${is}`;
  return [argument(text, !widens(before, now))];
}

function typeName({ type, anyOf, oneOf }: Schema): string {
  if (type !== undefined) return [type].flat().map(String).join(" | ");
  return anyOf !== undefined || oneOf !== undefined ? "alternatives" : "any";
}

function argument(text: string, breaking: boolean): Difference {
  return { what: "argument", text, breaking };
}

function annotationDifferences(was: Surface, is: Surface): Difference[] {
  return Object.keys(is.annotations)
    .filter((hint) => was.annotations[hint] !== is.annotations[hint])
    .map((hint) => ({
      what: "annotations",
      text: `${hint}: ${String(was.annotations[hint])} → ${String(is.annotations[hint])}`,
      breaking: false,
    }));
}

/** Only what is new: a text that was there before has been reviewed before. */
function newSuspicions(before: string, is: Surface): Difference[] {
  const known = suspicions(before);
  return suspicions(textsOf(is))
    .filter((sign) => !known.includes(sign))
    .map((sign) => ({
      what: "suspicious",
      text: `text that reaches the model has ${sign}`,
      breaking: false,
    }));
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
