import { clientPath, folderOf, runtimeFrom } from "../config/source-name.js";
import { contentsOf } from "./component-list.js";
import { foldersOf } from "./files.js";
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
