import {
  clientPathOf,
  moduleFolderOf,
  runtimePathFrom,
} from "../config/source-name.js";
import { groupBy } from "../shared/group-by.js";
import { operationKey } from "../model.js";
import { isListed } from "../config/config.js";
import type { PlannedComponent } from "../plan/component.js";
import { compareKeys } from "../shared/order.js";
import { foldersOf, generatedPathsOf, tagsOf } from "./files.js";
import { comment } from "./literal.js";
import type { FeatureDefinition, FeatureTexts } from "../features/feature.js";
import { toListOrder } from "../features/parts.js";
import type { ResolvedConfig } from "../config/resolve-config.js";
import type { PlannedApi, PlannedServer } from "./planned-files.js";
import { planTestAddress } from "./tests.js";

/** View of `README.md.hbs` that depends on the APIs: paths, components and applications, as Markdown. */
export function viewReadme(
  server: PlannedServer,
  features: readonly FeatureDefinition[],
  settings: ResolvedConfig,
) {
  const { apis, toolLists } = server;
  const sources = apis.map(({ settings }) => settings.source);
  const folders = apis.flatMap(({ plan, settings: { source } }) =>
    foldersOf(plan).map(({ folder }) => moduleFolderOf(source) + folder),
  );
  const clients = sources.map(clientPathOf);
  return {
    // Folders of components, and clients.
    editable: toInlineCode(
      folders,
      toolLists.map(({ name }) => `src/${name}`),
      clients,
    ),
    generated: toInlineCode(apis.flatMap(generatedPathsOf)),
    clients: clients.map((path) => toInlineCode([path])).join(" or "),
    // Specifier by which modules of components import the runtime.
    runtime: `${runtimePathFrom(sources[0] ?? null)}index.js`,
    ...viewFeatureTexts(
      features,
      settings,
      apis.flatMap((planned) => planTestAddress(planned).addresses),
    ),
    contents: viewContents(server),
    apps: apis.flatMap(viewApp),
  };
}

/** Texts of features, by place. */
function viewFeatureTexts(
  features: readonly FeatureDefinition[],
  settings: ResolvedConfig,
  addresses: readonly string[],
) {
  const parts = toListOrder(features).flatMap(({ readme }) => readme ?? []);
  const list = (place: StaticPlace) =>
    parts.flatMap((texts) => texts[place] ?? []);
  return {
    readme: {
      commands: list("command"),
      tests: parts.flatMap(({ tests }) => tests?.(addresses) ?? []),
      results: parts.flatMap(({ results }) => results?.(settings) ?? []),
      environment: list("environment"),
      readers: list("reader")
        .map((command) => `, \`${command}\``)
        .join(""),
      http: list("http")
        .map((sentence) => ` ${sentence}`)
        .join(""),
      callers: list("callers"),
      operation: list("operation"),
      sections: list("section"),
    },
  };
}

/** Places whose texts depend on nothing. */
type StaticPlace = Exclude<keyof FeatureTexts, "results" | "tests">;

function viewApp({ plan, settings: { source } }: PlannedApi) {
  const { app } = plan;
  if (app === null) return [];
  const { specifier, typescript } = app;
  const heading = ["The application", source ?? ""].join(" ").trim();
  return [{ heading, specifier, typescript, client: clientPathOf(source) }];
}

function toInlineCode(...lists: readonly (readonly string[])[]): string {
  return lists
    .flat()
    .map((path) => `\`${path}\``)
    .join(", ");
}

/** Rows up to which a table stays unfolded. A longer one is folded by tag. */
const MAX_UNFOLDED_ROWS = 50;

const KIND_HEADINGS = {
  tool: { heading: "Tools", column: "Tool" },
  resource: { heading: "Resources", column: "URI" },
  template: { heading: "Resource templates", column: "URI" },
};

/** Sections of the README, one for each kind of component, with rows of Markdown: name or URI, title, and request. */
function viewContents({ apis, toolLists }: PlannedServer) {
  const components = apis.flatMap(({ plan }) =>
    plan.components.filter(isListed),
  );
  const sections = Object.entries(KIND_HEADINGS).flatMap(([kind, headings]) => {
    const componentsOfKind = components.filter(
      (component) => component.kind === kind,
    );
    const isFolded = componentsOfKind.length > MAX_UNFOLDED_ROWS;
    const byTag = groupBy(
      componentsOfKind.map((component) => [
        isFolded ? (tagsOf(component)[0] ?? "Others") : "",
        component,
      ]),
    );
    const groups = [...byTag]
      .sort(compareKeys)
      .map(([tag, groupComponents]) => ({
        // Text that stays visible while rows are folded; null if they are not.
        summary: isFolded
          ? `${escapeMarkdown(tag)} (${groupComponents.length})`
          : null,
        // Columns are not aligned, so that a new row changes no other.
        rows: groupComponents.map(({ name, uri, uriTemplate, ...component }) =>
          writeRow(uri ?? uriTemplate ?? name, component.title, [component]),
        ),
      }));
    return groups.length === 0 ? [] : [{ ...headings, groups }];
  });
  const extensionSections = toolLists.map(({ heading, tools }) => {
    const rows = tools.map(({ name, title, uses }) =>
      writeRow(name, title, [...uses.keys()]),
    );
    return { heading, column: "Tool", groups: [{ summary: null, rows }] };
  });
  return [...sections, ...extensionSections];
}

function writeRow(
  identifier: string,
  title: string,
  sentOperations: readonly Pick<PlannedComponent, "operation">[],
): string {
  const requests = sentOperations.map(({ operation }) =>
    toCellCode(operationKey(operation)),
  );
  return `| ${toCellCode(identifier)} | ${escapeMarkdown(title)} | ${requests.join(", ")} |`;
}

/** Escapes a document's text as Markdown in a table: it can be no link, no HTML and no end of its cell. */
function escapeMarkdown(text: string): string {
  return comment(text)
    .replace(/&(?=#?\w+;)/g, "&amp;") // only in front of a character reference
    .replaceAll("<", "&lt;")
    .replace(/[\\`*|[\]]/g, "\\$&");
}

/** Inline code in a table. All backslashes before a bar but one are dropped, since two would let the bar end the cell. */
function toCellCode(text: string): string {
  const escapedText = comment(text)
    .replaceAll("`", "'")
    .replace(/(?<!\\)\\*\|/g, "\\|");
  return `\`${escapedText}\``;
}
