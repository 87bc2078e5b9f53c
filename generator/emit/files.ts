import type { Schemas } from "../runtime.js";
import type { ResolvedConfig } from "../config/resolve-config.js";
import {
  clientPathOf,
  moduleFolderOf,
  runtimePathFrom,
} from "../config/source-name.js";
import { omitEmpty, getMember } from "../shared/json.js";
import { operationKey } from "../model.js";
import { isListed } from "../config/config.js";
import type { PlannedComponent } from "../plan/component.js";
import type { Plan } from "../plan/plan.js";
import { compareCodeUnits } from "../shared/order.js";
import { viewClient } from "./api-client.js";
import { createIdentifierFactory, toPropertyKey } from "./literal.js";
import type { PlannedApi, PlannedFile } from "./planned-files.js";

const FOLDERS = {
  tool: "tools",
  resource: "resources",
  template: "resource-templates",
};

/** Names of the files below `src/generated`, by the constant that each exports; `apiTypes` exports types alone. */
export const GENERATED_FILES = {
  apiTypes: "api-types",
  schemas: "schemas",
  responseFields: "response-fields",
  outputSchemas: "output-schemas",
} as const;

/** Path of a file that is generated for one API and not for editing. */
export function generatedPathOf(
  source: string | null,
  name: keyof typeof GENERATED_FILES,
): string {
  return `${moduleFolderOf(source)}generated/${GENERATED_FILES[name]}.ts`;
}

const DEFINE = {
  tool: { define: "defineTool", file: "index" },
  resource: {
    define: "defineResource",
    file: "features/components/define-resource",
  },
  template: {
    define: "defineTemplate",
    file: "features/components/define-resource",
  },
};

/** Path of a component's module in the project. */
export function toComponentPath(component: PlannedComponent): string {
  const { file, kind, source } = component;
  return `${moduleFolderOf(source)}${FOLDERS[kind]}/${file}.ts`;
}

/** Plans the files of one API that are printed from templates, in no order. */
export function planApiFiles(planned: PlannedApi): PlannedFile[] {
  const { plan, settings } = planned;
  const { source } = settings;
  return [
    ...plan.components.map((component) =>
      planComponentFile(component, planned),
    ),
    ...foldersOf(plan).map(({ kind, folder }) =>
      planIndexFile(
        `${moduleFolderOf(source)}${folder}`,
        plan.components.filter((component) => component.kind === kind),
      ),
    ),
    ...planSchemaFiles(planned),
    toEditableFile(clientPathOf(source), "client.ts", viewClient(planned)),
  ];
}

/** Kinds of components that a plan has, with the folder of each. */
export function foldersOf({ components }: Pick<Plan, "components">) {
  return Object.entries(FOLDERS)
    .map(([kind, folder]) => ({ kind, folder }))
    .filter(({ kind }) =>
      components.some((component) => component.kind === kind),
    );
}

function planComponentFile(
  component: PlannedComponent,
  { features, settings }: PlannedApi,
): PlannedFile {
  const { description, file, hasTool, kind, source, typesKey } = component;
  const { define, file: runtimeFile } = DEFINE[kind];
  const types = `type Operation = operations["${typesKey}"];`;
  const plannedFile = toEditableFile(
    toComponentPath(component),
    "component.ts",
    {
      define,
      typesKey,
      definedIn: `${runtimePathFrom(source)}${runtimeFile}.js`,
      tool: hasTool ? `../tools/${file}.js` : null,
      wide: types.length > 80,
      route: operationKey(component.operation),
      head: headOf(component),
      description,
      definition: {
        ...definitionOf(component, settings),
        ...features.server.reduce(
          (members, feature) => ({
            ...members,
            ...feature.members?.(component, settings),
          }),
          {},
        ),
      },
    },
  );
  return {
    ...plannedFile,
    key: component.lockKey,
    ...(!hasTool && { words: component.draft.source }),
  };
}

/** Members before the description; for a component that takes its docs from a tool, all members. */
function headOf(component: PlannedComponent): object {
  const { response, hasTool, kind, name, title, uri, uriTemplate } = component;
  const docs = hasTool ? {} : { name, title };
  if (kind === "tool") return docs;
  const { mimeType } = response;
  return { ...omitEmpty({ uri, uriTemplate, mimeType }), ...docs };
}

function definitionOf(
  component: PlannedComponent,
  settings: ResolvedConfig,
): object {
  const { annotations, exampleAnswer, name, requestSpec } = component;
  const { examples } = component.clientView;
  const example = examples === undefined ? component.example : undefined;
  const { confirm, pages, poll } = component.override;
  // Only the search reads keywords and example responses.
  const isSearch = settings.tools === "search";
  const keywords = isSearch ? component.keywords : [];
  return {
    ...omitEmpty({ tags: tagsOf(component), keywords, example, examples }),
    ...(isSearch && { exampleAnswer }),
    ...omitEmpty({ annotations }),
    confirm,
    pages,
    poll,
    ...omitEmpty({ fields: component.response.fields }),
    ...(!isListed(component) && { listed: false }),
    ...requestSpec,
    timeout: getMember(settings.timeouts, name),
  };
}

/** Plans `schemas`, `response-fields` and `output-schemas`, which the modules of one API share and no one edits. */
function planSchemaFiles(planned: PlannedApi): PlannedFile[] {
  const { listedOutputs, plan, truncations } = planned;
  const { source } = planned.settings;
  const runtime = `${source === null ? "../" : "../../"}runtime/index.js`;
  const { headers, statuses, ...responseSchemas } = plan.responses;
  const views = {
    schemas: {
      ...constantsOf(plan.sharedSchemas),
      bounded: omitEmpty({ leftOut: truncations }),
    },
    responseFields: { ...responseSchemas, ...omitEmpty({ headers, statuses }) },
    outputSchemas: { ...listedOutputs },
  };
  return (["schemas", ...responseModulesOf(planned)] as const).map((name) => ({
    path: generatedPathOf(source, name),
    template: `${GENERATED_FILES[name]}.ts`,
    editable: false,
    data: { runtime, ...views[name] },
  }));
}

/** Constants of shared schemas and arguments, one each, so that a hunk of a diff names the schema. */
function constantsOf({ $defs, arguments: sharedArguments }: Schemas) {
  const toIdentifier = createIdentifierFactory();
  const toConstants = (
    members: object,
    type: string,
    ending: "Argument" | "Schema",
  ) =>
    Object.entries(members).map(([name, value]: [string, unknown]) => {
      const id = toIdentifier(name, ending);
      const line = id === name ? id : `${toPropertyKey(name)}: ${id}`;
      return { id, type, value, line };
    });
  const schemas = toConstants($defs, "JsonSchema", "Schema");
  const args = toConstants(sharedArguments, "Argument", "Argument");
  const constants = [...args, ...schemas];
  const types = new Set([...constants.map(({ type }) => type), "Schemas"]);
  return {
    types: [...types].join(", "),
    constants,
    groups: [
      { name: "arguments", lines: args.map(({ line }) => line) },
      { name: "$defs", lines: schemas.map(({ line }) => line) },
    ],
  };
}

/** Paths of the files of one API that are not for editing. */
export function generatedPathsOf(planned: PlannedApi) {
  const names = ["apiTypes", "schemas", ...responseModulesOf(planned)] as const;
  return names.map((name) => generatedPathOf(planned.settings.source, name));
}

/** Constants that describe responses, each in a separate generated file. Empty if no operation declares a response. */
export function responseModulesOf({
  listedOutputs,
  plan,
}: Pick<PlannedApi, "listedOutputs" | "plan">) {
  const { headers, operations } = plan.responses;
  const hasResponses = Object.keys({ ...headers, ...operations }).length > 0;
  return [
    ...(hasResponses ? (["responseFields"] as const) : []),
    ...(listedOutputs === null ? [] : (["outputSchemas"] as const)),
  ];
}

/** Tags of a component's operation; if there are several APIs, behind their source's name: `shop/pets`. */
export function tagsOf({ operation, source }: PlannedComponent): string[] {
  const { tags } = operation;
  if (source === null) return [...tags];
  return tags.length === 0 ? [source] : tags.map((tag) => `${source}/${tag}`);
}

/** Plans the `index.ts` of a folder of modules, sorted by file. */
export function planIndexFile(
  folder: string,
  components: readonly { readonly exportName: string; readonly file: string }[],
) {
  const exports = components
    .map(({ exportName, file }) => ({ exportName, from: `./${file}.js` }))
    .sort((a, b) => compareCodeUnits(a.from, b.from));
  return toEditableFile(`${folder}/index.ts`, "index.ts", { exports });
}

/** Planned file that users may edit. */
export function toEditableFile(path: string, template: string, data: object) {
  return { path, template, data, editable: true };
}
