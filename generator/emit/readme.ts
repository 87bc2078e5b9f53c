import { clientPath, folderOf, runtimeFrom } from "../config/source-name.js";
import { clientView } from "./api-client.js";
import type { PlannedApi } from "./files.js";

/** What a README says of places and applications, as Markdown. */
export interface ReadmeView {
  /** Folders of components, and clients. */
  readonly editable: string;
  readonly generated: string;
  readonly clients: string;
  /** Where modules of components import the runtime from. */
  readonly runtime: string;
  /** Arguments of `toolwright check`. */
  readonly check: string;
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
  const folders = sources.map(folderOf);
  const inFolders = (...names: readonly string[]) =>
    folders.flatMap((folder) => names.map((name) => folder + name));
  const clients = sources.map(clientPath);
  return {
    editable: code(inFolders("tools", "resources", "templates"), clients),
    generated: code(inFolders("api.ts", "schemas.ts", "answers.ts")),
    clients: clients.map((path) => code([path])).join(" or "),
    runtime: runtimeFrom(sources[0] ?? null),
    check: sources.includes(null)
      ? "openapi.yaml --out ."
      : "--config toolwright.config.ts",
    apps: apis.flatMap(appOf),
  };
}

function appOf({ api, plan, settings }: PlannedApi): ReadmeView["apps"] {
  const { app } = clientView(api, plan, settings);
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
