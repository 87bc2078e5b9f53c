import { clientPath, folderOf, runtimeFrom } from "../config/source-name.js";
import { gather } from "../shared/group-by.js";
import { operationKey } from "../model.js";
import type { PlannedComponent } from "../plan/component.js";
import { byKey } from "../shared/order.js";
import { foldersOf, machineFiles, tagsOf } from "./files.js";
import { comment } from "./literal.js";
import type { PlannedApi, PlannedServer } from "./planned-files.js";
import { testAddress } from "./tests.js";

/** What a README says of places and applications, as Markdown, in a project of one API or of several. */
export function readmeView(server: PlannedServer) {
  const { apis, workflows } = server;
  const sources = apis.map(({ settings }) => settings.source);
  const folders = apis.flatMap(({ plan, settings: { source } }) =>
    foldersOf(plan).map(({ folder }) => folderOf(source) + folder),
  );
  const clients = sources.map(clientPath);
  return {
    // Folders of components, and clients.
    editable: code(
      folders,
      workflows.length > 0 ? ["src/workflows"] : [],
      clients,
    ),
    generated: code(apis.flatMap(machineFiles)),
    clients: clients.map((path) => code([path])).join(" or "),
    // Where modules of components import it from.
    runtime: `${runtimeFrom(sources[0] ?? null)}index.js`,
    addresses: apis.flatMap((planned) => testAddress(planned).addresses),
    contents: contentsOf(server),
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
function contentsOf({ apis, workflows }: PlannedServer) {
  const all = apis.flatMap(({ plan }) => plan.components);
  const listed = Object.entries(KINDS).flatMap(([kind, words]) => {
    const own = all.filter((one) => one.kind === kind);
    const isFolded = own.length > MANY;
    const byTag = gather(
      own.map((one) => [isFolded ? (tagsOf(one)[0] ?? "Others") : "", one]),
    );
    const groups = [...byTag].sort(byKey).map(([tag, members]) => ({
      // What is seen while its rows are folded; null: they are not.
      summary: isFolded ? `${markdown(tag)} (${members.length})` : null,
      // Of a table: nothing is aligned, so that one more changes no other.
      rows: members.map(({ name, uri, uriTemplate, ...one }) =>
        rowOf(uri ?? uriTemplate ?? name, one.title, [one]),
      ),
    }));
    return groups.length === 0 ? [] : [{ ...words, groups }];
  });
  const rows = workflows.map(({ name, title, uses }) =>
    rowOf(name, title, [...uses.keys()]),
  );
  if (rows.length === 0) return listed;
  const words = { heading: "Workflows", column: "Tool" };
  return [...listed, { ...words, groups: [{ summary: null, rows }] }];
}

function rowOf(
  called: string,
  title: string,
  sends: readonly Pick<PlannedComponent, "operation">[],
): string {
  const requests = sends.map(({ operation }) =>
    inCode(operationKey(operation)),
  );
  return `| ${inCode(called)} | ${markdown(title)} | ${requests.join(", ")} |`;
}

/** Text of a document that is neither a link, nor HTML, nor the end of its cell. */
function markdown(text: string): string {
  return comment(text)
    .replace(/&(?=#?\w+;)/g, "&amp;") // of a character reference alone
    .replaceAll("<", "&lt;")
    .replace(/[\\`*|[\]]/g, "\\$&");
}

/** Code in a cell: of backslashes before a bar, all but one go, since two would let the bar end the cell. */
function inCode(text: string): string {
  const inner = comment(text)
    .replaceAll("`", "'")
    .replace(/(?<!\\)\\*\|/g, "\\|");
  return `\`${inner}\``;
}
