import { groupNames } from "../../runtime.js";
import type { ResolvedConfig } from "../../config/resolve-config.js";
import { toEditableFile, tagsOf } from "../../emit/files.js";
import type { PlannedFile, PlannedServer } from "../../emit/planned-files.js";
import { serverNameOf as serverName } from "../../emit/mcp-registry.js";
import type { TestedApi } from "../../emit/tests.js";
import { groupBy } from "../../shared/group-by.js";
import { operationKey } from "../../model.js";
import { isListed } from "../../config/config.js";
import type { PlannedComponent } from "../../plan/component.js";
import type { ExampleCall } from "../../testgen/example-calls.js";
import { formatExampleCall } from "./example-call.js";
import { type ValueFlow, findValueFlows } from "../../plan/value-flow.js";
import {
  formatName,
  type ApiComponent,
  type Section,
  planSections,
} from "./sections.js";
import { toOneLine, quote, joinNames, toFolderName } from "./markdown.js";

/** Fewest operations that make a group its own skill. */
const MIN_GROUP_SIZE = 3;

/** Most lines of a SKILL.md; the others go to its `references/more.md`. */
const MAX_LINES = 120;
/**
 * Lines before the first section, and lines that a section has in addition to its own: heading, blanks, link to the
 * references.
 */
const HEAD_LINES = 9;
const SECTION_MARGIN = 4;

/** Topic of a skill: the server as a whole, or one group of its components. */
interface Topic {
  readonly name: string;
  /** Title in the document. */
  readonly title: string;
  readonly description: string;
  readonly components: readonly ApiComponent[];
}

interface SkillContext extends Pick<PlannedServer, "apis" | "toolLists"> {
  /** Name of the server. */
  readonly serverTitle: string;
  readonly flows: readonly ValueFlow[];
  /** Example calls that the server accepts, one for each tool. */
  readonly exampleCalls: ReadonlyMap<PlannedComponent, ExampleCall>;
}

/** Plans a skill for the server as a whole, and one for each group. https://agentskills.io/specification */
export function planSkillFiles(
  { apis, toolLists }: Pick<PlannedServer, "apis" | "toolLists">,
  testedApis: readonly Pick<TestedApi, "calls">[],
  settings: ResolvedConfig,
): PlannedFile[] {
  const { exclude = [] } = settings.skills;
  const serverTitle = serverName(apis, settings);
  const exampleCalls = new Map(
    testedApis.flatMap((testedApi) => [...testedApi.calls]),
  );
  const apiComponents = apis.map(({ api, plan }) => {
    return {
      api,
      components: dedupeByOperation(plan.components.filter(isListed)),
    };
  });
  const flows = apiComponents.flatMap(
    ({ api, components: plannedComponents }) =>
      findValueFlows(plannedComponents, api),
  );
  const context = {
    serverTitle,
    apis,
    toolLists,
    flows,
    exampleCalls,
  };
  const components = apiComponents.flatMap(
    ({ api, components: plannedComponents }) =>
      plannedComponents.map((component) => ({ api, component })),
  );
  const root = toFolderName(serverTitle, 24) || "api";
  const taggedComponents = components.flatMap((apiComponent) => {
    const { path, tags } = apiComponent.component.operation;
    return groupNames(tagsOf(apiComponent.component), path).map(
      (title, index) => {
        const description = apiComponent.api.tags.get(tags[index] ?? "") ?? "";
        return [
          toFolderName(title, 38),
          { description, apiComponent, title },
        ] as const;
      },
    );
  });
  const groups = [...groupBy(taggedComponents)].flatMap(
    ([name, taggedMembers]): Topic[] => {
      const groupComponents = [
        ...new Set(taggedMembers.map(({ apiComponent }) => apiComponent)),
      ];
      const isTopic =
        name !== "" &&
        groupComponents.length >= MIN_GROUP_SIZE &&
        groupComponents.length < components.length;
      const [firstMember] = taggedMembers;
      return firstMember !== undefined && isTopic
        ? [
            {
              ...firstMember,
              name: `${root}-${name}`,
              components: groupComponents,
            },
          ]
        : [];
    },
  );
  const groupedComponents = new Set(
    groups.flatMap((group) => group.components),
  );
  const serverTopic: Topic = {
    name: root,
    title: serverTitle,
    description: apis.flatMap(({ plan }) => plan.apiSummary || []).join(" "),
    components: components.filter(
      (component) => !groupedComponents.has(component),
    ),
  };
  const isIncluded = ({ name }: Topic) => !exclude.includes(name);
  const includedGroups = groups.filter(isIncluded);
  return [
    ...(isIncluded(serverTopic)
      ? planPages(serverTopic, context, includedGroups)
      : []),
    ...includedGroups.flatMap((group) => planPages(group, context)),
  ];
}

/** Keeps one component for each operation, a tool rather than a resource: both would be the same step. */
function dedupeByOperation(components: readonly PlannedComponent[]) {
  const byRoute = groupBy(
    components.map((component) => [
      operationKey(component.operation),
      component,
    ]),
  );
  return [...byRoute.values()].flatMap(
    (variants) =>
      variants.find(({ kind }) => kind === "tool") ?? variants[0] ?? [],
  );
}

/** Plans the SKILL.md of a topic, and `references/more.md` with all lines of the sections that are too long for it. */
function planPages(
  topic: Topic,
  context: SkillContext,
  groups: readonly Topic[] = [],
): PlannedFile[] {
  const { components, name, title } = topic;
  const { apis, flows, exampleCalls, toolLists } = context;
  const extensionTools = toolLists.flatMap(({ tools }) => tools);
  const descriptions =
    groups.length > 0
      ? apis.map(({ api }) => api.description)
      : [topic.description];
  const allSections: Section[] = [
    { heading: "Groups", lines: formatGroups(groups), maxLines: 16 },
    ...planSections(components, descriptions, flows, extensionTools),
  ].filter(({ lines }) => lines.length > 0);
  const example = formatExampleCall(components, exampleCalls);
  const fixedLines = allSections.reduce(
    (sum, { lines, maxLines = 0 }) =>
      sum + SECTION_MARGIN + Math.min(lines.length, maxLines),
    HEAD_LINES + SECTION_MARGIN + example.length,
  );
  const remainingLines = MAX_LINES - fixedLines;
  const longSections = allSections.filter(
    ({ lines, maxLines = remainingLines }) => lines.length > maxLines,
  );
  const sections = allSections.map(
    ({ heading, lines, maxLines = remainingLines }) => {
      const shownLines = lines.slice(0, maxLines);
      const hiddenCount = lines.length - shownLines.length;
      const moreLink = `- ${hiddenCount} more in [references/more.md](references/more.md)`;
      return {
        heading,
        lines: hiddenCount > 0 ? [...shownLines, moreLink] : shownLines,
      };
    },
  );
  const heading = `Using ${quote(title)}`;
  const folder = `skills/${name}/`;
  const description = JSON.stringify(descriptionOf(topic, context, groups));
  const front = [
    `name: ${JSON.stringify(name)}`,
    `description: ${description}`,
  ];
  const view = {
    front,
    heading,
    about: toOneLine(topic.description),
    sections,
    example,
  };
  const page = toEditableFile(`${folder}SKILL.md`, "SKILL.md", view);
  if (longSections.length === 0) return [page];
  const references = { heading, sections: longSections };
  return [
    page,
    toEditableFile(`${folder}references/more.md`, "SKILL.md", references),
  ];
}

/** Description by which a model chooses the skill; the format allows 1,024 characters. */
function descriptionOf(
  { description, components, title }: Topic,
  { serverTitle }: SkillContext,
  groups: readonly Topic[],
): string {
  const serverPhrase =
    title === serverTitle ? "" : ` in ${quote(serverTitle, 60)}`;
  const descriptionPhrase =
    description === "" ? "" : ` (${quote(description, 160)})`;
  const operationNames = components
    .map(({ component }) => formatName(component))
    .filter((name) => name.length <= 66);
  const contentPhrase =
    groups.length > 0
      ? ` Groups: ${joinNames(groups.map((group) => quote(group.title, 60)))}.`
      : ` Operations: ${joinNames(operationNames)}.`;
  return `How to use ${quote(title, 60)}${serverPhrase}${descriptionPhrase}: which operation to call when, and which response provides which argument.${contentPhrase}`;
}

function formatGroups(groups: readonly Topic[]): string[] {
  return groups.map(({ description, components, name, title }) => {
    const topicText = quote(description || title);
    return `- [${name}](../${name}/SKILL.md): ${topicText}, ${components.length} operations`;
  });
}
