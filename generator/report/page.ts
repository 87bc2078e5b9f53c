import { describeLocation, type Finding } from "../errors.js";
import { groupBy } from "../shared/group-by.js";
import {
  toArray,
  getMember,
  entriesOf,
  readText,
  toStrings,
  toWord,
  toJsonText,
} from "../shared/json.js";
import type { Schema } from "../model.js";
import {
  compareComponents,
  compareServers,
  countListedTokens,
  descriptionOf,
  rankOf,
} from "../diff/changes.js";
import type { Difference } from "../diff/change.js";
import { mapPair } from "../diff/schema-change.js";
import type { ComponentSurface, Surface } from "../diff/surface.js";
import { alignLines } from "./side-by-side.js";
import { ASPECT_RATIO, layOutTiles } from "./treemap.js";
import { reachableSchemas } from "../schema/reference-graph.js";
import { formatThousands } from "../shared/format-number.js";

type TokenCount = { readonly tokens: number };

/** Components up to which the groups of a page are unfolded. */
const MAX_UNFOLDED = 200;

/** View of `report.html.hbs` for a server: its components by tag, with their tokens. */
export function viewServerPage(
  title: string,
  { components }: Surface,
  /** Findings, and the tokens of the listing. */
  {
    costs: { search, standing },
    findings,
  }: {
    readonly findings: readonly Finding[];
    readonly costs: Readonly<Record<"search" | "standing", TokenCount>>;
  },
  /** Tokens of each tool, by name, as `plan` counts them. */
  tokens: ReadonlyMap<string, number>,
) {
  const views = components.map((component, index) => ({
    ...viewComponent(
      component,
      component.kind === "tool" ? (tokens.get(component.name) ?? 0) : 0,
    ),
    id: `c${index}`,
  }));
  const byTag = groupBy(views.map((view) => [view.tag, view] as const));
  const groups = [...byTag].map(([tag, groupViews]) => ({
    tag,
    tokens: formatThousands(sumTokens(groupViews)),
    size: sumTokens(groupViews),
    components: groupViews,
    leaves: groupViews.filter((view) => view.tokens > 0),
  }));
  groups.sort((a, b) => b.size - a.size);
  const countOf = (kind: ComponentSurface["kind"]) =>
    views.filter((view) => view.kind === kind).length;
  const facts = [
    toFact(countOf("tool"), "tools"),
    toFact(countOf("resource"), "resources"),
    toFact(countOf("template"), "resource templates"),
    toFact(sumTokens(views), "tokens if all tools are listed"),
    ...(standing === search
      ? [toFact(search.tokens, "tokens with search")]
      : []),
    toFact(findings.length, findings.length === 1 ? "finding" : "findings"),
  ];
  return {
    title,
    facts,
    groups,
    proportion: ASPECT_RATIO,
    isShort: views.length <= MAX_UNFOLDED,
    tiles: layOutTiles(groups).map((tile) => ({
      ...tile,
      tokens: formatThousands(tile.tokens),
    })),
    findings: findings.map((finding) => ({
      operation: "",
      hint: "",
      ...finding,
      place: describeLocation(finding),
    })),
    changed: [],
    whole: [],
    instructions: [],
  };
}

/**
 * View of the same template for the difference of two versions.
 *
 * @param editedFiles modules that a hand edited: where they are now, by the path at which they were generated
 */
export function viewChangesPage(
  baseSurface: Surface,
  currentSurface: Surface,
  editedFiles: ReadonlyMap<string, string> = new Map(),
) {
  const changedComponents = compareComponents(baseSurface, currentSurface)
    .filter(({ differences }) => differences.length > 0)
    .map(
      ({
        differences,
        newComponent: currentComponent,
        newestComponent: component,
        oldComponent: baseComponent,
      }) => ({
        kind: component.kind,
        name: component.name,
        route: component.route,
        editedFile: editedFiles.get((baseComponent ?? component).path) ?? "",
        isBreaking: differences.some(({ breaking }) => breaking),
        differences: [...differences].sort((a, b) => rankOf(a) - rankOf(b)),
        sides: alignLines(
          [
            ...listingLinesOf(baseComponent),
            ...responseLinesOf(baseComponent, currentComponent),
          ],
          [
            ...listingLinesOf(currentComponent),
            ...responseLinesOf(currentComponent, baseComponent),
          ],
        ),
      }),
    )
    .sort((a, b) => worstRankOf(a) - worstRankOf(b));
  const editedCount = changedComponents.filter(
    ({ editedFile }) => editedFile !== "",
  ).length;
  const facts = [
    toFact(changedComponents.length, "components changed"),
    toFact(
      changedComponents.filter((component) => component.isBreaking).length,
      "of them breaking",
    ),
    ...(editedCount > 0 ? [toFact(editedCount, "edited by hand")] : []),
    toFact(countListedTokens(currentSurface), "tokens if all tools are listed"),
  ];
  return {
    title: "What changes",
    facts,
    changed: changedComponents,
    whole: compareServers(baseSurface, currentSurface),
    instructions: alignLines(
      ...mapPair(baseSurface, currentSurface, instructionLinesOf),
    ),
    proportion: ASPECT_RATIO,
    isShort: true,
    groups: [],
    tiles: [],
    findings: [],
  };
}

function worstRankOf({
  differences,
}: {
  readonly differences: readonly Difference[];
}): number {
  return Math.min(...differences.map(rankOf));
}

/** View of a component's unfolded details. */
function viewComponent(component: ComponentSurface, tokens: number) {
  const { kind, name, route, definition } = component;
  return {
    kind,
    name,
    route,
    tokens,
    tag: toStrings(definition["tags"])[0] ?? "without a tag",
    cost: kind === "tool" ? formatThousands(tokens) : "",
    text: descriptionOf(component),
    uri: readText(definition["uriTemplate"] ?? definition["uri"]),
    arguments: viewArguments(component.listInput()),
    told: listingLinesOf(component).join("\n"),
  };
}

/** Lines of a component's listing: its docs, then name, title, URI, annotations and input schema as JSON. */
function listingLinesOf(component: ComponentSurface | undefined): string[] {
  if (component === undefined) return [];
  const { kind, name, definition } = component;
  const { annotations, title, uri, uriTemplate } = definition;
  const listing = {
    name,
    title,
    uri,
    uriTemplate,
    annotations,
    inputSchema: kind === "tool" ? component.listInput() : undefined,
  };
  return [
    ...descriptionOf(component).split("\n"),
    "",
    ...JSON.stringify(listing, null, 2).split("\n"),
  ];
}

/** Lines of a component's response as JSON: its schema, the shared schemas in it that differ from the other version's, and its example. */
function responseLinesOf(
  component: ComponentSurface | undefined,
  otherComponent: ComponentSurface | undefined,
): string[] {
  if (component === undefined) return [];
  const { response, api, definition } = component;
  const responseSchemas = new Map(Object.entries(api.responses.$defs));
  const differingSchemas = [
    ...reachableSchemas([response], responseSchemas),
  ].filter(
    ([name, schema]) =>
      otherComponent !== undefined &&
      JSON.stringify(schema) !==
        JSON.stringify(getMember(otherComponent.api.responses.$defs, name)),
  );
  const { exampleAnswer } = definition;
  const responseSurface = {
    answer: response,
    ...Object.fromEntries(differingSchemas),
    exampleAnswer,
  };
  return ["", ...JSON.stringify(responseSurface, null, 2).split("\n")];
}

function instructionLinesOf({ servers }: Surface): string[] {
  return [...servers.values()].flatMap(({ instructions }) =>
    readText(instructions).split("\n"),
  );
}

function viewArguments({ properties, required }: Schema) {
  return entriesOf(properties).map(([name, schema]) => ({
    name,
    isRequired: toArray(required).includes(name),
    type: typeOf(schema),
    text: readText(getMember(schema, "description")),
  }));
}

function typeOf(schema: unknown): string {
  const values = toArray(getMember(schema, "enum"));
  if (values.length > 0) return values.map(toJsonText).join(" | ");
  const types = [getMember(schema, "type") ?? "any"].flat().map(toWord);
  if (types[0] === "array") return `${typeOf(getMember(schema, "items"))}[]`;
  return types.join(" | ");
}

function sumTokens(counts: readonly TokenCount[]): number {
  return counts.reduce((total, { tokens }) => total + tokens, 0);
}

function toFact(count: number, noun: string) {
  return { count: formatThousands(count), noun };
}
