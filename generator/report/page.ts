import { describePlace, type Finding } from "../errors.js";
import { gather } from "../shared/group-by.js";
import { listOf, member, members, readText, textsOf } from "../shared/json.js";
import type { Schema } from "../model.js";
import {
  compareComponents,
  serverChanges,
  tokensOf,
  wordsOf,
} from "../diff/changes.js";
import { both } from "../diff/schema-change.js";
import type { ComponentSurface, Surface } from "../diff/surface.js";
import { sideBySide } from "./side-by-side.js";
import { PROPORTION, tilesOf } from "./treemap.js";
import { reachable } from "../schema/reference-graph.js";
import { inThousands } from "../shared/format-number.js";

type Tokens = { readonly tokens: number };

/** Components of a page whose groups are folded. */
const MANY = 200;

/** What the page of a server tells, for its template. */
export function serverPage(
  title: string,
  { components }: Surface,
  /** What was found, and what is listed. */
  {
    costs: { search, standing },
    findings,
  }: {
    readonly findings: readonly Finding[];
    readonly costs: Readonly<Record<"search" | "standing", Tokens>>;
  },
  /** What `plan` counts of each tool, by name. */
  tokens: ReadonlyMap<string, number>,
) {
  const views = components.map((one, at) => ({
    ...viewOf(one, one.kind === "tool" ? (tokens.get(one.name) ?? 0) : 0),
    id: `c${at}`,
  }));
  const byTag = gather(views.map((view) => [view.tag, view] as const));
  const groups = [...byTag].map(([tag, some]) => ({
    tag,
    tokens: inThousands(sum(some)),
    size: sum(some),
    components: some,
    leaves: some.filter((one) => one.tokens > 0),
  }));
  groups.sort((a, b) => b.size - a.size);
  const countOf = (kind: ComponentSurface["kind"]) =>
    views.filter((view) => view.kind === kind).length;
  const facts = [
    fact(countOf("tool"), "tools"),
    fact(countOf("resource"), "resources"),
    fact(countOf("template"), "resource templates"),
    fact(sum(views), "tokens when all tools are listed"),
    ...(standing === search
      ? [fact(search.tokens, "tokens with the search")]
      : []),
    fact(findings.length, findings.length === 1 ? "finding" : "findings"),
  ];
  return {
    title,
    facts,
    groups,
    proportion: PROPORTION,
    isShort: views.length <= MANY,
    tiles: tilesOf(groups).map((tile) => ({
      ...tile,
      tokens: inThousands(tile.tokens),
    })),
    findings: findings.map((finding) => ({
      operation: "",
      hint: "",
      ...finding,
      place: describePlace(finding),
    })),
    changed: [],
    whole: [],
    instructions: [],
  };
}

/** What the page of a difference tells, for the same template. */
export function changesPage(before: Surface, after: Surface) {
  const changed = compareComponents(before, after)
    .filter(({ differences }) => differences.length > 0)
    .map(({ differences, is, named, was }) => ({
      kind: named.kind,
      name: named.name,
      route: named.route,
      isBreaking: differences.some(({ breaking }) => breaking),
      differences,
      sides: sideBySide(
        [...toldOf(was), ...answersOf(was, is)],
        [...toldOf(is), ...answersOf(is, was)],
      ),
    }))
    .sort((a, b) => Number(b.isBreaking) - Number(a.isBreaking));
  const facts = [
    fact(changed.length, "components changed"),
    fact(changed.filter((one) => one.isBreaking).length, "of them breaking"),
    fact(tokensOf(after), "tokens when all tools are listed"),
  ];
  return {
    title: "What changes",
    facts,
    changed,
    whole: serverChanges(before, after),
    instructions: sideBySide(...both(before, after, instructionsOf)),
    proportion: PROPORTION,
    isShort: true,
    groups: [],
    tiles: [],
    findings: [],
  };
}

/** A component as it is unfolded. */
function viewOf(component: ComponentSurface, tokens: number) {
  const { kind, name, route, says } = component;
  return {
    kind,
    name,
    route,
    tokens,
    tag: textsOf(says["tags"])[0] ?? "without a tag",
    cost: kind === "tool" ? inThousands(tokens) : "",
    text: wordsOf(component),
    uri: readText(says["uriTemplate"] ?? says["uri"]),
    arguments: argumentsOf(component.listed()),
    told: toldOf(component).join("\n"),
  };
}

/** All that a model is told of a component, or asks with, line by line. */
function toldOf(component: ComponentSurface | undefined): string[] {
  if (component === undefined) return [];
  const { kind, name, says } = component;
  const { annotations, title, uri, uriTemplate } = says;
  const data = {
    name,
    title,
    uri,
    uriTemplate,
    annotations,
    inputSchema: kind === "tool" ? component.listed() : undefined,
  };
  return [
    ...wordsOf(component).split("\n"),
    "",
    ...JSON.stringify(data, null, 2).split("\n"),
  ];
}

/** What it answers, and those of the shared schemas in it that another version has otherwise. */
function answersOf(
  component: ComponentSurface | undefined,
  other: ComponentSurface | undefined,
): string[] {
  if (component === undefined) return [];
  const { answer, api, says } = component;
  const own = new Map(Object.entries(api.answers.$defs));
  const shared = [...reachable([answer], own)].filter(
    ([name, schema]) =>
      other !== undefined &&
      JSON.stringify(schema) !==
        JSON.stringify(member(other.api.answers.$defs, name)),
  );
  const { exampleAnswer } = says;
  const data = { answer, ...Object.fromEntries(shared), exampleAnswer };
  return ["", ...JSON.stringify(data, null, 2).split("\n")];
}

function instructionsOf({ servers }: Surface): string[] {
  return [...servers.values()].flatMap(({ instructions }) =>
    readText(instructions).split("\n"),
  );
}

function argumentsOf({ properties, required }: Schema) {
  return members(properties).map(([name, schema]) => ({
    name,
    isRequired: listOf(required).includes(name),
    type: typeOf(schema),
    text: readText(member(schema, "description")),
  }));
}

function typeOf(schema: unknown): string {
  const values = listOf(member(schema, "enum"));
  if (values.length > 0) return values.map(String).join(" | ");
  const types = [member(schema, "type") ?? "any"].flat().map(String);
  if (types[0] === "array") return `${typeOf(member(schema, "items"))}[]`;
  return types.join(" | ");
}

function sum(some: readonly Tokens[]): number {
  return some.reduce((total, { tokens }) => total + tokens, 0);
}

function fact(count: number, noun: string) {
  return { count: inThousands(count), noun };
}
