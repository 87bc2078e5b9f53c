import type { Settings } from "../config/settle.js";
import { profileOf } from "../config/profiles.js";
import { sourceIdentifier } from "../config/source-name.js";
import type { PlannedListing } from "../plan/listing.js";
import { environmentOf } from "./api-client.js";
import { deployFiles } from "./deploy.js";
import { editable, type PlannedApi, type PlannedFile } from "./files.js";
import { readmeView } from "./readme.js";
import { serverEnvironment } from "./server-environment.js";

/** What a server is called where its config does not say: the titles of its APIs. */
export function titleOf(apis: readonly PlannedApi[]): string {
  return apis
    .map(({ api }) => api.title.trim())
    .filter(Boolean)
    .join(" and ");
}

/** All APIs of a server, decided. */
export interface PlannedServer {
  readonly apis: readonly PlannedApi[];
  readonly listing: PlannedListing;
}

/** The files of the project that its APIs share, in no order. */
export function planProjectFiles(
  { apis, listing }: PlannedServer,
  settings: Settings,
): PlannedFile[] {
  const { maxSchemaBytes } = listing;
  const name = settings.name ?? (titleOf(apis) || "API");
  const project = {
    name,
    packageName: packageName(name),
    environment: apis.flatMap(({ api, plan, settings: own }) =>
      environmentOf(api, plan, own),
    ),
    serverEnvironment: serverEnvironment(settings),
    description: describe(apis) || name,
    jwt: settings.auth === "jwt",
    dockerfile: settings.emit.includes("dockerfile"),
    mcpb: settings.emit.includes("mcpb"),
    loadsTypeScript: apis.some(({ plan }) => plan.app?.typescript === true),
  };
  return [
    editable("src/server.ts", "server.ts", {
      server: {
        name,
        version: versionOf(apis),
        ...(settings.schemas === "inline" ? {} : { schemas: settings.schemas }),
        ...(maxSchemaBytes === null ? {} : { maxSchemaBytes }),
      },
      outputs: settings.outputSchemas !== "off",
      narrow: profileOf(settings.clients).narrow,
      sources: apis.flatMap(sourceView),
    }),
    editable("src/main.ts", "main.ts", project),
    editable("package.json", "package.json", project),
    editable("tsconfig.json", "tsconfig.json", project),
    editable("README.md", "README.md", {
      ...project,
      ...readmeView(apis),
    }),
    editable(".env.example", "env.example", project),
    editable(".gitattributes", "gitattributes", project),
    editable(".gitignore", "gitignore", project),
    ...deployFiles(
      project,
      apis.flatMap(({ plan }) => plan.components),
      settings,
    ),
  ];
}

function sourceView({ settings: { source } }: PlannedApi) {
  return source === null
    ? []
    : [{ name: source, identifier: sourceIdentifier(source) }];
}

/** That of the only API. Several have no version in common. */
function versionOf(apis: readonly PlannedApi[]): string {
  const [first, ...others] = apis;
  return first === undefined || others.length > 0 ? "1.0.0" : first.api.version;
}

function describe(apis: readonly PlannedApi[]): string {
  const [first, ...others] = apis;
  return first === undefined || others.length > 0
    ? ""
    : (first.api.description.split("\n")[0] ?? "").trim();
}

/** https://docs.npmjs.com/cli/v11/configuring-npm/package-json#name */
function packageName(name: string): string {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60)
    .replace(/-+$/, "");
  const base = slug === "" ? "api" : slug;
  return base.endsWith("mcp") ? base : `${base}-mcp`;
}
