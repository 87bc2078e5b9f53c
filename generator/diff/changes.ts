import { readText } from "../shared/json.js";
import { byCodeUnit } from "../shared/order.js";
import { inThousands } from "../shared/format-number.js";
import { counter, toolTokens, total } from "../schema/token-count.js";
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
import { both } from "./schema-change.js";
import { comparer } from "./schema-changes.js";
import type { ApiSurface, ComponentSurface, Says, Surface } from "./surface.js";

/** What changed from one server to another, removals and breaking changes first. */
export function compareSurfaces(before: Surface, after: Surface): Change[] {
  const changes = compareComponents(before, after).flatMap(
    ({ differences, named: { kind, name, route } }) =>
      differences.map((one): Change => ({ kind, name, route, ...one })),
  );
  changes.sort(
    (a, b) =>
      Number(b.breaking) - Number(a.breaking) || byCodeUnit(a.name, b.name),
  );
  return [
    ...serverChanges(before, after),
    ...changes,
    ...skillChanges(before, after),
  ];
}

/** What changed of the server as a whole: name, base URLs, how credentials are sent, what it costs; a version says nothing. */
export function serverChanges(before: Surface, after: Surface): Change[] {
  const [kind, name, route] = ["server", "the server", ""] as const;
  const differences = [...after.servers].flatMap(([file, is]) => {
    const was = before.servers.get(file);
    return was === undefined ? [] : serverDifferences(was, is);
  });
  return [...differences, ...costs(before, after)].map((one) => {
    return { kind, name, route, ...one };
  });
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
  // For each API a comparer, which remembers what its shared schemas gave.
  const known = new Map<ApiSurface, Comparers>();
  const comparersOf = (was: ApiSurface, is: ApiSurface) => {
    const comparers = known.get(is) ?? {
      inputs: comparer(was.schemas.$defs, is.schemas.$defs),
      answers: comparer(was.answers.$defs, is.answers.$defs),
    };
    known.set(is, comparers);
    return comparers;
  };
  return pair(before.components, after.components).map((one) => ({
    ...one,
    differences: differences(one, comparersOf),
  }));
}

/** A component before and after, where it was there. */
interface Pair {
  readonly was: ComponentSurface | undefined;
  readonly is: ComponentSurface | undefined;
  /** Whichever is newer. */
  readonly named: ComponentSurface;
}

/** The same kind of the same route is the same component, whatever its name; else the same name is, and else the same route. */
function pair(
  before: readonly ComponentSurface[],
  after: readonly ComponentSurface[],
): Pair[] {
  const keys: ((one: ComponentSurface) => string)[] = [
    ({ kind, route }) => `${kind} ${route}`,
    ({ kind, name }) => `${kind} ${name}`,
    ({ route }) => route,
  ];
  const found = new Map<ComponentSurface, ComponentSurface>();
  const added = new Set(after);
  for (const keyOf of keys) {
    const news = new Map([...added].map((one) => [keyOf(one), one]));
    for (const was of before) {
      const is = found.has(was) ? undefined : news.get(keyOf(was));
      if (is && added.delete(is)) found.set(was, is);
    }
  }
  return [
    ...before.map((was) => {
      const is = found.get(was);
      return { was, is, named: is ?? was };
    }),
    ...[...added].map((is) => ({ was: undefined, is, named: is })),
  ];
}

function differences(
  { is, was }: Pair,
  comparersOf: (was: ApiSurface, is: ApiSurface) => Comparers,
): Difference[] {
  if (was && is) return differencesOf(was, is, comparersOf(was.api, is.api));
  if (is === undefined)
    return [difference("removed", "removed", { breaking: true })];
  const added = difference("added", "added", { model: "schema" });
  return [added, ...newSuspicions("", textOf(is))];
}

function serverDifferences(was: Says, is: Says): Difference[] {
  const words = { model: "words" } as const;
  const told = difference("server", "instructions changed", words);
  const [before, after] = both(was, is, schemesOf);
  return [
    ...changed("server", "name", [was["name"], is["name"]]),
    ...(was["instructions"] === is["instructions"] ? [] : [told]),
    ...changed("url", "base URL", [was["baseUrl"], is["baseUrl"]], true),
    // Schemes that come or go change the components that use them.
    ...Object.keys(after)
      .filter((scheme) => Object.hasOwn(before, scheme))
      .flatMap((scheme) => {
        const values = [before[scheme], after[scheme]] as const;
        return changed("auth", `credential ${scheme}`, values, true);
      }),
  ];
}

/** What `credentials({ … })` is told, by scheme. */
function schemesOf(says: Says): Says {
  const { with: [schemes] = [] } = Object(says["credentials"]) as {
    readonly with?: readonly unknown[];
  };
  return Object(schemes) as Says;
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
    const [description, inputSchema] = [wordsOf(one), one.listed()];
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
