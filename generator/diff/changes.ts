import { omitEmpty, readText } from "../shared/json.js";
import { compareCodeUnits } from "../shared/order.js";
import { formatThousands } from "../shared/format-number.js";
import {
  createCounter,
  countToolTokens,
  totalTokens,
} from "../schema/token-count.js";
import {
  compareValues,
  createDifference,
  IMPACTS,
  type Change,
  type Difference,
} from "./change.js";
import { compareComponent, type SchemaComparers } from "./component-changes.js";
import { findNewSuspicions, textOf } from "./suspicion-changes.js";
import { mapPair, toTextPair } from "./schema-change.js";
import { createComparer } from "./schema-changes.js";
import type {
  ApiSurface,
  ComponentSurface,
  Definition,
  Surface,
} from "./surface.js";

/**
 * Compares two versions of a server. Breaking changes come first, the worst class before the others; then those of the
 * server as a whole, of its components and of its skills, each by name.
 * @param editedFiles modules that a hand edited: where they are now, by the path at which they were generated
 */
export function compareSurfaces(
  oldSurface: Surface,
  newSurface: Surface,
  editedFiles: ReadonlyMap<string, string> = new Map(),
): Change[] {
  const componentChanges = compareComponents(oldSurface, newSurface).flatMap(
    ({ differences, newestComponent, oldComponent = newestComponent }) => {
      const { kind, name, route } = newestComponent;
      const editedFile = editedFiles.get(oldComponent.path);
      return differences.map((difference): Change => ({
        kind,
        name,
        route,
        ...difference,
        ...omitEmpty({ editedFile }),
      }));
    },
  );
  componentChanges.sort((a, b) => compareCodeUnits(a.name, b.name));
  return [
    ...compareServers(oldSurface, newSurface),
    ...componentChanges,
    ...compareSkills(oldSurface, newSurface),
  ].sort((a, b) => rankOf(a) - rankOf(b));
}

/** Place of a change's class among those of `IMPACTS`; changes that break nothing come last. */
export function rankOf({ impact }: Pick<Change, "impact">): number {
  return impact === null ? IMPACTS.length : IMPACTS.indexOf(impact);
}

/** Compares the server as a whole: name, version, instructions, base URLs, how credentials are sent, tokens of its tool list. */
export function compareServers(
  oldSurface: Surface,
  newSurface: Surface,
): Change[] {
  const [kind, name, route] = ["server", "the server", ""] as const;
  const differences = [...newSurface.servers].flatMap(
    ([file, newDefinition]) => {
      const oldDefinition = oldSurface.servers.get(file);
      return oldDefinition === undefined
        ? []
        : compareServer(oldDefinition, newDefinition);
    },
  );
  return [...differences, ...compareCosts(oldSurface, newSurface)].map(
    (difference) => {
      return { kind, name, route, ...difference };
    },
  );
}

/** Compares skills by path: added, removed or changed, with the first 8 calls that a page gained (`+`) or lost (`−`). */
function compareSkills(
  { skillPages: oldPages }: Surface,
  { skillPages: newPages }: Surface,
) {
  const paths = [...new Set([...oldPages.keys(), ...newPages.keys()])].sort();
  return paths.flatMap((path): Change[] => {
    const [oldText, newText] = [oldPages.get(path), newPages.get(path)];
    if (oldText === newText) return [];
    const callsOf = (text = ""): readonly string[] =>
      text.match(/`\w+\([^`]*\)`/g) ?? [];
    const [oldCalls, newCalls] = [callsOf(oldText), callsOf(newText)];
    const callChanges = [
      ...oldCalls
        .filter((call) => !newCalls.includes(call))
        .map((call) => `−${call}`),
      ...newCalls
        .filter((call) => !oldCalls.includes(call))
        .map((call) => `+${call}`),
    ];
    const arrival =
      oldText === undefined
        ? "added"
        : newText === undefined
          ? "removed"
          : null;
    const callList = callChanges.slice(0, 8).join(" ");
    const text =
      arrival ?? (callList === "" ? "changed" : `changed: ${callList}`);
    const name = path.replace(/^skills\/|\/SKILL\.md$/g, "");
    const difference = createDifference(arrival ?? "description", text, {
      model: "words",
    });
    return [{ kind: "skill", name, route: "", ...difference }];
  });
}

/** Pairs the components of two versions of a server, each pair with its differences. */
export function compareComponents(oldSurface: Surface, newSurface: Surface) {
  // One set of comparers for each API: a comparer caches the comparisons of shared schemas.
  const comparersByApi = new Map<ApiSurface, SchemaComparers>();
  const comparersOf = (oldApi: ApiSurface, newApi: ApiSurface) => {
    const comparers = comparersByApi.get(newApi) ?? {
      inputs: createComparer(oldApi.schemas.$defs, newApi.schemas.$defs),
      responses: createComparer(oldApi.responses.$defs, newApi.responses.$defs),
    };
    comparersByApi.set(newApi, comparers);
    return comparers;
  };
  return matchComponents(oldSurface.components, newSurface.components).map(
    (componentPair) => ({
      ...componentPair,
      differences: comparePair(componentPair, comparersOf),
    }),
  );
}

/** Component in both versions; undefined in the version that lacks it. */
interface ComponentPair {
  readonly oldComponent: ComponentSurface | undefined;
  readonly newComponent: ComponentSurface | undefined;
  /** New component, or the old one if it was removed. */
  readonly newestComponent: ComponentSurface;
}

/** Pairs components by kind and route first, whatever their names; the others by kind and name; then by route alone. */
function matchComponents(
  oldComponents: readonly ComponentSurface[],
  newComponents: readonly ComponentSurface[],
): ComponentPair[] {
  const keys: ((component: ComponentSurface) => string)[] = [
    ({ kind, route }) => `${kind} ${route}`,
    ({ kind, name }) => `${kind} ${name}`,
    ({ route }) => route,
  ];
  const newByOld = new Map<ComponentSurface, ComponentSurface>();
  const unmatchedComponents = new Set(newComponents);
  for (const keyOf of keys) {
    const newByKey = new Map(
      [...unmatchedComponents].map((component) => [
        keyOf(component),
        component,
      ]),
    );
    for (const oldComponent of oldComponents) {
      const newComponent = newByOld.has(oldComponent)
        ? undefined
        : newByKey.get(keyOf(oldComponent));
      if (newComponent && unmatchedComponents.delete(newComponent))
        newByOld.set(oldComponent, newComponent);
    }
  }
  return [
    ...oldComponents.map((oldComponent) => {
      const newComponent = newByOld.get(oldComponent);
      return {
        oldComponent,
        newComponent,
        newestComponent: newComponent ?? oldComponent,
      };
    }),
    ...[...unmatchedComponents].map((newComponent) => ({
      oldComponent: undefined,
      newComponent,
      newestComponent: newComponent,
    })),
  ];
}

function comparePair(
  { newComponent, oldComponent }: ComponentPair,
  comparersOf: (oldApi: ApiSurface, newApi: ApiSurface) => SchemaComparers,
): Difference[] {
  if (oldComponent && newComponent)
    return compareComponent(
      oldComponent,
      newComponent,
      comparersOf(oldComponent.api, newComponent.api),
    );
  if (newComponent === undefined)
    return [createDifference("removed", "removed", { impact: "tool-removed" })];
  const addition = createDifference("added", "added", { model: "schema" });
  return [addition, ...findNewSuspicions("", textOf(newComponent))];
}

function compareServer(
  oldDefinition: Definition,
  newDefinition: Definition,
): Difference[] {
  const docsEffect = {
    model: "words",
    texts: toTextPair(
      oldDefinition["instructions"],
      newDefinition["instructions"],
    ),
  } as const;
  const instructionsChange = createDifference(
    "server",
    "instructions changed",
    docsEffect,
  );
  const [oldSchemes, newSchemes] = mapPair(
    oldDefinition,
    newDefinition,
    schemesOf,
  );
  return [
    ...compareValues(
      "server",
      "name",
      [oldDefinition["name"], newDefinition["name"]],
      "other",
    ),
    ...compareValues("server", "version", [
      oldDefinition["version"],
      newDefinition["version"],
    ]),
    ...(oldDefinition["title"] === newDefinition["title"]
      ? []
      : compareValues("server", "title", [
          titleOf(oldDefinition),
          titleOf(newDefinition),
        ])),
    ...(oldDefinition["instructions"] === newDefinition["instructions"]
      ? []
      : [instructionsChange]),
    ...compareValues(
      "url",
      "base URL",
      [oldDefinition["baseUrl"], newDefinition["baseUrl"]],
      "other",
    ),
    // Schemes that were added or removed are reported for the components that use them.
    ...Object.keys(newSchemes)
      .filter((scheme) => Object.hasOwn(oldSchemes, scheme))
      .flatMap((scheme) => {
        const values = [oldSchemes[scheme], newSchemes[scheme]] as const;
        return compareValues("auth", `credential ${scheme}`, values, "other");
      }),
  ];
}

/** Title that clients show: the name, if there is no other. */
function titleOf({ name, title = name }: Definition): unknown {
  return title;
}

/** Argument of `credentials({ … })`: how each security scheme is sent, by its name. */
function schemesOf(definition: Definition): Definition {
  const { with: [schemes] = [] } = Object(definition["credentials"]) as {
    readonly with?: readonly unknown[];
  };
  return Object(schemes) as Definition;
}

/** Reports by how many tokens the list of all tools grew or shrank; empty if it did not. */
function compareCosts(oldSurface: Surface, newSurface: Surface): Difference[] {
  const [oldTokens, newTokens] = mapPair(
    oldSurface,
    newSurface,
    countListedTokens,
  );
  if (oldTokens === newTokens) return [];
  const tokenCounts = [oldTokens, newTokens].map(formatThousands);
  const tokenDelta = `${newTokens > oldTokens ? "+" : ""}${formatThousands(newTokens - oldTokens)}`;
  const text = `${tokenDelta} tokens if all tools are listed (${tokenCounts.join(" → ")})`;
  return [createDifference("tokens", text, { model: "tokens" })];
}

/** Counts the tokens that a model reads if all tools are listed. Resources don't count: they are not listed to models. */
export function countListedTokens({ components }: Surface): number {
  const count = createCounter();
  const tools = components.filter(({ kind }) => kind === "tool");
  const tokenCounts = tools.map((tool) => {
    const [description, inputSchema] = [descriptionOf(tool), tool.listInput()];
    return countToolTokens(
      { name: tool.name, description, inputSchema },
      count,
    );
  });
  return totalTokens(...tokenCounts);
}

/**
 * Text that a model reads to choose the component: its description, otherwise its title or name, then its example
 * arguments.
 */
export function descriptionOf({
  definition,
}: Pick<ComponentSurface, "definition">): string {
  const { description, example, name, title = name } = definition;
  const text = readText(description ?? title);
  const exampleText = `\n\nExample arguments: ${JSON.stringify(example)}`;
  return example === undefined ? text : text + exampleText;
}
