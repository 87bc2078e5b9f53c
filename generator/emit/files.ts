import type { Settings } from "../config/settle.js";
import {
  clientPath,
  folderOf,
  routePrefix,
  runtimeFrom,
  type SourceName,
} from "../config/source-name.js";
import { operationKey, type Api } from "../model.js";
import type { PlannedComponent } from "../plan/component.js";
import type { Plan } from "../plan/plan.js";
import { byCodeUnit } from "../text.js";
import { clientView } from "./api-client.js";
import { checkTimeouts } from "./timeouts.js";

/** One file to emit: a template with its view. */
export interface PlannedFile {
  /** Relative to the output folder, with forward slashes. */
  readonly path: string;
  readonly template: string;
  readonly data: object;
  /** People may change it; regeneration merges. */
  readonly editable: boolean;
  /** What stays the same when the file is renamed: `tool POST /pets`, `shop tool POST /pets`. */
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
  const { file, kind, source } = component;
  return `${folderOf(source)}${FOLDERS[kind]}/${file}.ts`;
}

/** One API of a server, decided. */
export interface PlannedApi {
  readonly api: Api;
  readonly plan: Plan;
  readonly settings: Settings;
}

/** The files of one API that are made from templates, in no order. */
export function planFiles({ api, plan, settings }: PlannedApi): PlannedFile[] {
  checkTimeouts(settings.timeouts, plan.components);
  const { source } = settings;
  return [
    ...plan.components.map((component) => componentFile(component, settings)),
    ...Object.entries(FOLDERS).map(([kind, folder]) =>
      indexFile(
        `${folderOf(source)}${folder}`,
        plan.components.filter((component) => component.kind === kind),
      ),
    ),
    ...schemaFiles(plan, source),
    editable(clientPath(source), "client.ts", clientView(api, plan, settings)),
    ...(source === null
      ? []
      : [
          editable(`${folderOf(source)}source.ts`, "source.ts", {
            name: source,
            outputs: plan.outputs !== null,
          }),
        ]),
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
      runtime: runtimeFrom(component.source),
      // One character too many is broken elsewhere: that is left to prettier.
      wide: heading.length > 81,
      route: operationKey(component.operation),
      head: headOf(component),
      description: component.description,
      definition: definitionOf(component, settings),
    },
  };
}

/** `tool POST /pets` or `shop tool POST /pets`, in one line whatever the path holds. */
function componentKey(component: PlannedComponent): string {
  const { kind, operation, source } = component;
  const key = `${routePrefix(source)}${kind} ${operationKey(operation)}`;
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
    .sort((a, b) => byCodeUnit(a.from, b.from));
  return editable(`${folder}/index.ts`, "index.ts", { exports });
}

function schemaFiles(plan: Plan, source: SourceName): PlannedFile[] {
  const file = (
    name: string,
    title: string,
    schemas: ReadonlyMap<string, object>,
  ) => ({
    path: `${folderOf(source)}${name}.ts`,
    template: "schemas.ts",
    editable: false,
    data: {
      name,
      title,
      up: source === null ? "./" : "../",
      schemas: Object.fromEntries(schemas),
    },
  });
  return [
    file("schemas", "Schemas that arguments refer to.", plan.schemas),
    file(
      "answers",
      "Fields that answers have, as far as declared; others are stripped.",
      plan.answers,
    ),
    ...(plan.outputs === null
      ? []
      : [
          file(
            "outputs",
            "Schemas that output schemas refer to.",
            plan.outputs,
          ),
        ]),
  ];
}

/** A file that people may change. */
export function editable(
  path: string,
  template: string,
  data: object,
): PlannedFile {
  return { path, template, data, editable: true };
}
