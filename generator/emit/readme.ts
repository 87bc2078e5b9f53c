import { clientPath, folderOf, runtimeFrom } from "../config/source-name.js";
import { gather } from "../json.js";
import { operationKey } from "../model.js";
import type { PlannedComponent } from "../plan/component.js";
import { byKey } from "../text.js";
import { foldersOf, tagsOf } from "./files.js";
import { comment } from "./literal.js";
import { machineFiles } from "./machine-files.js";
import type { PlannedApi } from "./planned.js";

/** What a README says of places and applications, as Markdown, in a project of one API or of several. */
export function readmeView(apis: readonly PlannedApi[]) {
  const sources = apis.map(({ settings }) => settings.source);
  const inFolders = (namesOf: (planned: PlannedApi) => readonly string[]) =>
    apis.flatMap((planned) =>
      namesOf(planned).map((name) => folderOf(planned.settings.source) + name),
    );
  const clients = sources.map(clientPath);
  return {
    // Folders of components, and clients.
    editable: code(
      inFolders(({ plan }) => foldersOf(plan).map(({ folder }) => folder)),
      clients,
    ),
    generated: code(inFolders(machineFiles)),
    clients: clients.map((path) => code([path])).join(" or "),
    // Where modules of components import it from.
    runtime: `${runtimeFrom(sources[0] ?? null)}index.js`,
    contents: contentsOf(apis),
    apps: apis.flatMap(appOf),
  };
}

function appOf({ plan, settings: { source } }: PlannedApi) {
  const { app } = plan;
  if (app === null) return [];
  const { specifier, typescript } = app;
  const heading = ["The application", source ?? ""].join(" ").trim();
  return [{ heading, specifier, typescript, client: clientPath(source) }];
}

function code(...lists: readonly (readonly string[])[]): string {
  return lists
    .flat()
    .map((path) => `\`${path}\``)
    .join(", ");
}

/** So many rows can be read. More are folded, by tag. */
const MANY = 50;

const KINDS = {
  tool: { heading: "Tools", column: "Tool" },
  resource: { heading: "Resources", column: "URI" },
  template: { heading: "Resource templates", column: "URI" },
};

/** What a README lists of all components, by kind, as Markdown: what each is called, what it does, and its request. */
function contentsOf(apis: readonly PlannedApi[]) {
  const all = apis.flatMap(({ plan }) => plan.components);
  return Object.entries(KINDS).flatMap(([kind, words]) => {
    const own = all.filter((one) => one.kind === kind);
    const isFolded = own.length > MANY;
    const byTag = gather(
      own.map((one) => [isFolded ? (tagsOf(one)[0] ?? "Others") : "", one]),
    );
    const groups = [...byTag].sort(byKey).map(([tag, members]) => ({
      // What is seen while its rows are folded; null: they are not.
      summary: isFolded ? `${markdown(tag)} (${members.length})` : null,
      // Of a table: nothing is aligned, so that one more changes no other.
      rows: members.map(rowOf),
    }));
    return groups.length === 0 ? [] : [{ ...words, groups }];
  });
}

function rowOf(component: PlannedComponent): string {
  const { name, operation, title, uri, uriTemplate } = component;
  const request = operationKey(operation);
  const called = uri ?? uriTemplate ?? name;
  return `| ${inCode(called)} | ${markdown(title)} | ${inCode(request)} |`;
}

/** Text of a document that is neither a link, nor HTML, nor the end of its cell. */
function markdown(text: string): string {
  return comment(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replace(/[\\`|[\]]/g, "\\$&");
}

function inCode(text: string): string {
  return `\`${comment(text).replaceAll("`", "'").replaceAll("|", "\\|")}\``;
}
