import { readText } from "../json.js";
import type { Schema } from "../model.js";
import { byCodeUnit, inThousands } from "../text.js";
import { counter, toolTokens, total } from "../schema/tokens.js";
import {
  changed,
  difference,
  differencesOf,
  newSuspicions,
  textOf,
  type Change,
  type Comparers,
  type Difference,
} from "./component-changes.js";
import { both } from "./rules.js";
import { comparer } from "./schema-changes.js";
import type { ApiSurface, ComponentSurface, Surface } from "./surface.js";

/** What changed from one server to another, removals and breaking changes first. */
export function compareSurfaces(before: Surface, after: Surface): Change[] {
  const changes = compareComponents(before, after).flatMap(
    ({ differences: all, named }) => {
      const { kind, name, route } = named;
      return all.map((one): Change => ({ kind, name, route, ...one }));
    },
  );
  changes.sort(
    (a, b) =>
      Number(b.breaking) - Number(a.breaking) || byCodeUnit(a.name, b.name),
  );
  const whole = [...serverDifferences(before, after), ...costs(before, after)];
  return [
    ...whole.map((one): Change => ({
      kind: "server",
      name: "the server",
      route: "",
      ...one,
    })),
    ...changes,
    ...skillChanges(before, after),
  ];
}

/** Skills that come, go or say something else, with the calls that they name anew or no longer. */
function skillChanges({ pages: was }: Surface, { pages: is }: Surface) {
  const paths = [...new Set([...was.keys(), ...is.keys()])].sort();
  return paths.flatMap((path): Change[] => {
    const [before, after] = [was.get(path), is.get(path)];
    if (before === after) return [];
    const callsOf = (text = ""): readonly string[] =>
      text.match(/`\w+\([^`]*\)`/g) ?? [];
    const [old, now] = [callsOf(before), callsOf(after)];
    const signs = [
      ...old.filter((one) => !now.includes(one)).map((one) => `−${one}`),
      ...now.filter((one) => !old.includes(one)).map((one) => `+${one}`),
    ];
    const what =
      before === undefined ? "added" : after === undefined ? "removed" : null;
    const calls = signs.slice(0, 8).join(" ");
    const text = what ?? (calls === "" ? "changed" : `changed: ${calls}`);
    const name = path.replace(/^skills\/|\/SKILL\.md$/g, "");
    const one = difference(what ?? "description", text, { model: "words" });
    return [{ kind: "skill", name, route: "", ...one }];
  });
}

/** Every component of either server, and what changed of it. */
export function compareComponents(before: Surface, after: Surface) {
  const compare = comparersOf();
  return pair(before.components, after.components).map((one) => ({
    ...one,
    differences: differences(one.was, one.is, compare),
  }));
}

interface Pair {
  readonly was?: ComponentSurface;
  readonly is?: ComponentSurface;
  /** Whichever is newer. */
  readonly named: ComponentSurface;
}

/** The same kind of the same route is the same component, whatever its name; else the same name is, and else the same route. */
function pair(
  before: readonly ComponentSurface[],
  after: readonly ComponentSurface[],
): Pair[] {
  const left = { before: new Set(before), after: new Set(after) };
  const found = new Map<ComponentSurface, ComponentSurface>();
  const keys: ((one: ComponentSurface) => string)[] = [
    ({ kind, route }) => `${kind} ${route}`,
    ({ kind, name }) => `${kind} ${name}`,
    ({ route }) => route,
  ];
  for (const keyOf of keys) {
    const news = new Map([...left.after].map((one) => [keyOf(one), one]));
    for (const was of left.before) {
      const is = news.get(keyOf(was));
      if (is === undefined || !left.after.delete(is)) continue;
      left.before.delete(was);
      found.set(was, is);
    }
  }
  return [
    ...before.map((was): Pair => {
      const is = found.get(was);
      return is === undefined ? { was, named: was } : { was, is, named: is };
    }),
    ...[...left.after].map((is): Pair => ({ is, named: is })),
  ];
}

function differences(
  was: ComponentSurface | undefined,
  is: ComponentSurface | undefined,
  compare: (was: ApiSurface, is: ApiSurface) => Comparers,
): Difference[] {
  if (was !== undefined && is !== undefined)
    return differencesOf(was, is, compare(was.api, is.api));
  if (is === undefined)
    return [difference("removed", "removed", { breaking: true })];
  const added = difference("added", "added", { model: "schema" });
  return [added, ...newSuspicions("", textOf(is))];
}

/** One comparer for each API, which remembers what its shared schemas gave. */
function comparersOf() {
  const known = new Map<ApiSurface, Comparers>();
  return (was: ApiSurface, is: ApiSurface): Comparers => {
    const comparers = known.get(is) ?? {
      inputs: comparer(was.schemas.$defs, is.schemas.$defs),
      answers: comparer(was.answers.$defs, is.answers.$defs),
    };
    known.set(is, comparers);
    return comparers;
  };
}

/** Name, base URLs and how credentials are sent; a version says nothing. */
function serverDifferences(before: Surface, after: Surface): Difference[] {
  return after.servers.flatMap(({ file, says }) => {
    const old = before.servers.find((one) => one.file === file)?.says;
    if (old === undefined) return [];
    const { baseUrl, instructions, name } = says;
    const told =
      old["instructions"] === instructions ? [] : ["instructions changed"];
    return [
      ...changed("server", "name", [old["name"], name]),
      ...told.map((text) => difference("server", text, { model: "words" })),
      ...changed("url", "base URL", [old["baseUrl"], baseUrl], true),
      ...credentialChanges(schemesOf(old), schemesOf(says)),
    ];
  });
}

type Schemes = Readonly<Record<string, unknown>>;

/** What `credentials({ … })` is told, by scheme. */
function schemesOf(says: Schemes): Schemes {
  const { with: [schemes] = [] } = Object(says["credentials"]) as {
    readonly with?: readonly unknown[];
  };
  return Object(schemes) as Schemes;
}

/** Schemes that come or go change the components that use them. */
function credentialChanges(before: Schemes, after: Schemes): Difference[] {
  return Object.entries(after).flatMap(([scheme, is]) =>
    Object.hasOwn(before, scheme)
      ? changed("auth", `credential ${scheme}`, [before[scheme], is], true)
      : [],
  );
}

/** What a list of all tools costs a model more, or less. */
function costs(before: Surface, after: Surface): Difference[] {
  const [was, is] = both(before, after, tokensOf);
  if (was === is) return [];
  const words = [was, is].map(inThousands);
  const more = `${is > was ? "+" : ""}${inThousands(is - was)}`;
  const text = `${more} tokens to the model when all tools are listed (${words.join(" → ")})`;
  return [difference("tokens", text, { model: "tokens" })];
}

/** What a list of all tools costs a model; resources are listed to none. */
export function tokensOf({ components }: Surface): number {
  const count = counter();
  const tools = components.filter(({ kind }) => kind === "tool");
  const each = tools.map((one) => {
    const [description, inputSchema] = [wordsOf(one), listedSchema(one)];
    return toolTokens({ name: one.name, description, inputSchema }, count);
  });
  return total(...each);
}

/** What a model reads to choose it. */
export function wordsOf({ says }: ComponentSurface): string {
  const { description, example, name, title = name } = says;
  const text = readText(description ?? title);
  const shown = `\n\nExample arguments: ${JSON.stringify(example)}`;
  return example === undefined ? text : text + shown;
}

/** Its arguments as clients see them. */
export function listedSchema(component: ComponentSurface): Schema {
  const { api, input, list, says } = component;
  return list(input, api.schemas, String(says["request"]));
}
