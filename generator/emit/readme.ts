import { clientPath, folderOf, runtimeFrom } from "../config/source-name.js";
import { clientView } from "./api-client.js";
import { contentsOf, type Contents } from "./contents.js";
import { foldersOf } from "./files.js";
import { machineFiles } from "./machine-files.js";
import type { PlannedApi } from "./planned.js";

/** What a README says of places and applications, as Markdown. */
export interface ReadmeView {
  /** Folders of components, and clients. */
  readonly editable: string;
  readonly generated: string;
  readonly clients: string;
  /** Where it stands how short answers are; empty: nowhere. */
  readonly brief: string;
  /** Where modules of components import the runtime from. */
  readonly runtime: string;
  readonly contents: readonly Contents[];
  readonly apps: readonly {
    readonly heading: string;
    readonly specifier: string;
    readonly typescript: boolean;
    readonly client: string;
  }[];
}

/** Tells where things stand, in a project of one API or of several. */
export function readmeView(apis: readonly PlannedApi[]): ReadmeView {
  const sources = apis.map(({ settings }) => settings.source);
  const inFolders = (namesOf: (planned: PlannedApi) => readonly string[]) =>
    apis.flatMap((planned) =>
      namesOf(planned).map((name) => folderOf(planned.settings.source) + name),
    );
  const clients = sources.map(clientPath);
  return {
    editable: code(
      inFolders(({ plan }) => foldersOf(plan).map(({ folder }) => folder)),
      clients,
    ),
    generated: code(inFolders(machineFiles)),
    clients: clients.map((path) => code([path])).join(" or "),
    brief: apis
      .filter(({ features }) => features.server.includes("brief"))
      .map(({ settings: { source } }) =>
        code([
          `${folderOf(source)}${source === null ? "server" : "source"}.ts`,
        ]),
      )
      .join(" or "),
    runtime: `${runtimeFrom(sources[0] ?? null)}index.js`,
    contents: contentsOf(apis),
    apps: apis.flatMap(appOf),
  };
}

function appOf(planned: PlannedApi): ReadmeView["apps"] {
  const { plan, settings } = planned;
  const { app } = clientView(planned);
  if (app === null) return [];
  const { source } = settings;
  return [
    {
      heading:
        source === null ? "The application" : `The application ${source}`,
      specifier: app.specifier,
      typescript: plan.app?.typescript === true,
      client: clientPath(source),
    },
  ];
}

function code(...lists: readonly (readonly string[])[]): string {
  return lists
    .flat()
    .map((path) => `\`${path}\``)
    .join(", ");
}
