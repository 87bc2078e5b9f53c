import type { Api } from "../model.js";
import type { Settings } from "../config.js";
import { clientView, environmentOf } from "./client.js";
import { profileOf } from "./clients.js";
import { deployFiles } from "./deploy.js";
import { compare, operationKey } from "./names.js";
import type { PlannedComponent } from "./component.js";
import type { Plan } from "./plan.js";
import { checkTimeouts } from "./timeouts.js";
import { serverEnvironment } from "./server-environment.js";

/** One file to emit: a template with its view. */
export interface PlannedFile {
  /** Relative to the output folder, with forward slashes. */
  readonly path: string;
  readonly template: string;
  readonly data: object;
  /** People may change it; regeneration merges. */
  readonly editable: boolean;
  /** What stays the same when the file is renamed: `tool POST /pets`. */
  readonly key?: string;
}

const FOLDERS = { tool: "tools", resource: "resources", template: "templates" };

const DEFINE = {
  tool: "defineTool",
  resource: "defineResource",
  template: "defineTemplate",
};

/** Where a component's module stands. */
export function componentPath(component: PlannedComponent): string {
  return `src/${FOLDERS[component.kind]}/${component.file}.ts`;
}

/** The files that are made from templates, in no order. */
export function planFiles(
  api: Api,
  plan: Plan,
  settings: Settings,
): PlannedFile[] {
  checkTimeouts(settings.timeouts, plan.components);
  const name = settings.name ?? (api.title.trim() || "API");
  const { maxSchemaBytes } = plan.listing;
  const project = {
    name,
    packageName: packageName(name),
    version: api.version,
    client: clientView(api, plan, settings),
    environment: environmentOf(api, plan, settings),
    serverEnvironment: serverEnvironment(settings),
    description: (api.description.split("\n")[0] ?? "").trim() || name,
    jwt: settings.auth === "jwt",
    dockerfile: settings.emit.includes("dockerfile"),
    mcpb: settings.emit.includes("mcpb"),
    loadsTypeScript: plan.app?.typescript === true,
  };
  return [
    ...plan.components.map((component) => componentFile(component, settings)),
    ...Object.entries(FOLDERS).map(([kind, folder]) =>
      indexFile(
        folder,
        plan.components.filter((component) => component.kind === kind),
      ),
    ),
    schemaFile("schemas", "Schemas that arguments refer to.", plan.schemas),
    schemaFile(
      "answers",
      "Fields that answers have, as far as declared; others are stripped.",
      plan.answers,
    ),
    ...(plan.outputs === null
      ? []
      : [
          schemaFile(
            "outputs",
            "Schemas that output schemas refer to.",
            plan.outputs,
          ),
        ]),
    editable("src/server.ts", "server.ts", {
      outputs: plan.outputs !== null,
      server: {
        name,
        version: api.version,
        ...(settings.schemas === "inline" ? {} : { schemas: settings.schemas }),
        ...(maxSchemaBytes === null ? {} : { maxSchemaBytes }),
      },
      narrow: profileOf(settings.clients).narrow,
    }),
    editable("src/client.ts", "client.ts", project.client),
    editable("src/main.ts", "main.ts", project),
    editable("package.json", "package.json", project),
    editable("tsconfig.json", "tsconfig.json", project),
    editable("README.md", "README.md", project),
    editable(".env.example", "env.example", project),
    editable(".gitattributes", "gitattributes", project),
    editable(".gitignore", "gitignore", project),
    ...deployFiles(project, plan, settings),
  ];
}

function componentFile(
  component: PlannedComponent,
  settings: Settings,
): PlannedFile {
  const define = DEFINE[component.kind];
  const { exportName, typesKey } = component;
  const heading = `export const ${exportName} = ${define}<operations["${typesKey}"]>({`;
  return {
    path: componentPath(component),
    template: "component.ts",
    editable: true,
    key: componentKey(component),
    data: {
      define,
      exportName,
      typesKey,
      // One character too many is broken elsewhere: that is left to prettier.
      wide: heading.length > 81,
      route: operationKey(component.operation),
      head: headOf(component),
      description: component.description,
      definition: definitionOf(component, settings),
    },
  };
}

/** `tool POST /pets`, in one line whatever the path holds. */
function componentKey({ kind, operation }: PlannedComponent): string {
  const key = `${kind} ${operationKey(operation)}`;
  return key.replace(/\p{Cc}/gu, encodeURIComponent);
}

function headOf(component: PlannedComponent): object {
  const { name, title, uri, uriTemplate } = component;
  switch (component.kind) {
    case "tool":
      return { name, title };
    case "resource":
      return {
        uri,
        ...(uriTemplate === null ? {} : { uriTemplate }),
        name,
        title,
      };
    case "template":
      return { uriTemplate, name, title };
  }
}

function definitionOf(component: PlannedComponent, settings: Settings): object {
  const { annotations, inputSchema, answer, outputSchema, request } = component;
  const { name } = component;
  // A tool may be called `constructor`.
  const timeout = Object.hasOwn(settings.timeouts, name)
    ? settings.timeouts[name]
    : undefined;
  return {
    ...(component.kind === "tool"
      ? { annotations }
      : answer.mimeType === null
        ? {}
        : { mimeType: answer.mimeType }),
    inputSchema,
    ...(outputSchema === null ? {} : { outputSchema }),
    ...(answer.shape === null ? {} : { answer: answer.shape }),
    ...(timeout === undefined ? {} : { timeout }),
    request,
  };
}

function indexFile(
  folder: string,
  components: readonly PlannedComponent[],
): PlannedFile {
  const exports = components
    .map(({ exportName, file }) => ({ exportName, from: `./${file}.js` }))
    .sort((a, b) => compare(a.from, b.from));
  return editable(`src/${folder}/index.ts`, "index.ts", { exports });
}

function schemaFile(
  name: string,
  title: string,
  schemas: ReadonlyMap<string, object>,
): PlannedFile {
  return {
    path: `src/${name}.ts`,
    template: "schemas.ts",
    editable: false,
    data: { name, title, schemas: Object.fromEntries(schemas) },
  };
}

function editable(path: string, template: string, data: object): PlannedFile {
  return { path, template, data, editable: true };
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
