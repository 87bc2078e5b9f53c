import { groupsOf } from "../../runtime/features/search/groups.js";
import type { Settings } from "../config/resolve-config.js";
import { editable, tagsOf } from "../emit/files.js";
import type { PlannedFile, PlannedServer } from "../emit/planned-files.js";
import { nameOf as serverName } from "../emit/mcp-registry.js";
import type { Tried } from "../emit/tests.js";
import { gather } from "../shared/group-by.js";
import { operationKey } from "../model.js";
import type { PlannedComponent } from "../plan/component.js";
import type { Trial } from "../testgen/example-calls.js";
import { exampleOf } from "./example-call.js";
import { type Flow, flowsOf } from "./value-flow.js";
import { nameOf, type Placed, type Section, sectionsOf } from "./sections.js";
import { oneLine, quote, series, folderName } from "./markdown.js";

/** Operations that a group has at least to be a skill of its own. */
const LEAST = 3;

/** Lines that a SKILL.md has at most; the others stand in its references. */
const MAX_LINES = 120;
/** What stands before the sections, and around the lines of one. */
const HEAD = 9;
const AROUND = 4;

/** What a skill is about: the server as a whole, or one group of it. */
interface Topic {
  readonly name: string;
  /** What the document calls it. */
  readonly title: string;
  readonly about: string;
  readonly components: readonly Placed[];
}

interface Given extends Pick<PlannedServer, "apis" | "workflows"> {
  /** What the server is called. */
  readonly server: string;
  readonly flows: readonly Flow[];
  /** A call of each tool that the server accepts. */
  readonly trials: ReadonlyMap<PlannedComponent, Trial>;
}

/** A skill for the server as a whole, and one for each group. https://agentskills.io/specification */
export function skillFiles(
  { apis, workflows }: Pick<PlannedServer, "apis" | "workflows">,
  tried: readonly Pick<Tried, "trials">[],
  settings: Settings,
): PlannedFile[] {
  const { exclude = [] } = settings.skills;
  const server = serverName(apis, settings);
  const trials = new Map(tried.flatMap((one) => [...one.trials]));
  const routes = apis.map(({ api, plan }) => {
    return { api, own: onceEach(plan.components) };
  });
  const flows = routes.flatMap(({ api, own }) => flowsOf(own, api));
  const given = { server, apis, workflows, flows, trials };
  const components = routes.flatMap(({ api, own }) =>
    own.map((one) => ({ api, one })),
  );
  const root = folderName(server, 24) || "api";
  const tagged = components.flatMap((placed) => {
    const { path, tags } = placed.one.operation;
    return groupsOf(tagsOf(placed.one), path).map((title, at) => {
      const about = placed.api.tags.get(tags[at] ?? "") ?? "";
      return [folderName(title, 38), { about, placed, title }] as const;
    });
  });
  const groups = [...gather(tagged)].flatMap(([name, some]): Topic[] => {
    const all = [...new Set(some.map(({ placed }) => placed))];
    const isTopic =
      name !== "" && all.length >= LEAST && all.length < components.length;
    const [first] = some;
    return first !== undefined && isTopic
      ? [{ ...first, name: `${root}-${name}`, components: all }]
      : [];
  });
  const grouped = new Set(groups.flatMap((one) => one.components));
  const whole: Topic = {
    name: root,
    title: server,
    about: apis.flatMap(({ plan }) => plan.about || []).join(" "),
    components: components.filter((one) => !grouped.has(one)),
  };
  const isWanted = ({ name }: Topic) => !exclude.includes(name);
  const listed = groups.filter(isWanted);
  return [
    ...(isWanted(whole) ? pagesOf(whole, given, listed) : []),
    ...listed.flatMap((one) => pagesOf(one, given)),
  ];
}

/** A tool and a resource of one operation are one step. */
function onceEach(components: readonly PlannedComponent[]) {
  const byRoute = gather(
    components.map((one) => [operationKey(one.operation), one]),
  );
  return [...byRoute.values()].flatMap(
    (all) => all.find(({ kind }) => kind === "tool") ?? all[0] ?? [],
  );
}

/** SKILL.md, and what is too long for it. */
function pagesOf(
  topic: Topic,
  given: Given,
  groups: readonly Topic[] = [],
): PlannedFile[] {
  const { about, components, name, title } = topic;
  const { apis, flows, trials, workflows } = given;
  const general =
    groups.length > 0 ? apis.map(({ api }) => api.description) : [about];
  const all: Section[] = [
    { heading: "Groups", lines: contents(groups), most: 16 },
    ...sectionsOf(components, general, flows, workflows),
  ].filter(({ lines }) => lines.length > 0);
  const example = exampleOf(components, trials);
  const others = all.reduce(
    (sum, { lines, most = 0 }) => sum + AROUND + Math.min(lines.length, most),
    HEAD + AROUND + example.length,
  );
  const room = MAX_LINES - others;
  const long = all.filter(({ lines, most = room }) => lines.length > most);
  const sections = all.map(({ heading, lines, most = room }) => {
    const shown = lines.slice(0, most);
    const rest = lines.length - shown.length;
    const more = `- ${rest} more in [references/more.md](references/more.md)`;
    return { heading, lines: rest > 0 ? [...shown, more] : shown };
  });
  const heading = `Using ${quote(title)}`;
  const folder = `skills/${name}/`;
  const description = JSON.stringify(descriptionOf(topic, given, groups));
  const front = [
    `name: ${JSON.stringify(name)}`,
    `description: ${description}`,
  ];
  const view = { front, heading, about: oneLine(about), sections, example };
  const page = editable(`${folder}SKILL.md`, "SKILL.md", view);
  if (long.length === 0) return [page];
  const more = { heading, sections: long };
  return [page, editable(`${folder}references/more.md`, "SKILL.md", more)];
}

/** What a model chooses the skill by, in 1,024 characters, as the format asks. */
function descriptionOf(
  { about, components, title }: Topic,
  { server }: Given,
  groups: readonly Topic[],
): string {
  const within = title === server ? "" : ` in ${quote(server, 60)}`;
  const said = about === "" ? "" : ` (${quote(about, 160)})`;
  const named = components
    .map(({ one }) => nameOf(one))
    .filter((name) => name.length <= 66);
  const has =
    groups.length > 0
      ? ` Groups: ${series(groups.map((one) => quote(one.title, 60)))}.`
      : ` Operations: ${series(named)}.`;
  return `How to use ${quote(title, 60)}${within}${said}: which operation to call when, and which answer gives which argument.${has}`;
}

function contents(groups: readonly Topic[]): string[] {
  return groups.map(({ about, components, name, title }) => {
    const said = quote(about || title);
    return `- [${name}](../${name}/SKILL.md): ${said}, ${components.length} operations`;
  });
}
