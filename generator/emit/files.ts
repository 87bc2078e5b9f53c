import type { Schemas } from "../../runtime/types.js";
import type { Settings } from "../config/resolve-config.js";
import {
  clientPath,
  folderOf,
  routePrefix,
  runtimeFrom,
} from "../config/source-name.js";
import { filled, member } from "../shared/json.js";
import { operationKey } from "../model.js";
import type { PlannedComponent } from "../plan/component.js";
import type { Plan } from "../plan/plan.js";
import { byCodeUnit } from "../shared/order.js";
import { visible } from "../shared/escape.js";
import { clientView } from "./api-client.js";
import { identifiers, propertyKey } from "./literal.js";
import type { PlannedApi, PlannedFile } from "./planned-files.js";

const FOLDERS = { tool: "tools", resource: "resources", template: "templates" };

const DEFINE = {
  tool: { define: "defineTool", file: "index" },
  resource: { define: "defineResource", file: "features/resource" },
  template: { define: "defineTemplate", file: "features/resource" },
};

/** Where a component's module stands. */
export function componentPath(component: PlannedComponent): string {
  const { file, kind, source } = component;
  return `${folderOf(source)}${FOLDERS[kind]}/${file}.ts`;
}

/** The files of one API that are made from templates, in no order. */
export function planFiles(planned: PlannedApi): PlannedFile[] {
  const { plan, settings } = planned;
  const { source } = settings;
  return [
    ...plan.components.map((component) => componentFile(component, settings)),
    ...foldersOf(plan).map(({ kind, folder }) =>
      indexFile(
        `${folderOf(source)}${folder}`,
        plan.components.filter((component) => component.kind === kind),
      ),
    ),
    ...schemaFiles(planned),
    editable(clientPath(source), "client.ts", clientView(planned)),
  ];
}

/** The folders of components that a plan has. */
export function foldersOf({ components }: Pick<Plan, "components">) {
  return Object.entries(FOLDERS)
    .map(([kind, folder]) => ({ kind, folder }))
    .filter(({ kind }) => components.some((one) => one.kind === kind));
}

function componentFile(
  component: PlannedComponent,
  settings: Settings,
): PlannedFile {
  const { description, file, hasTool, kind, source, typesKey } = component;
  const { define, file: home } = DEFINE[kind];
  const types = `type Operation = operations["${typesKey}"];`;
  const made = editable(componentPath(component), "component.ts", {
    define,
    typesKey,
    definedIn: `${runtimeFrom(source)}${home}.js`,
    tool: hasTool ? `../tools/${file}.js` : null,
    wide: types.length > 80,
    route: operationKey(component.operation),
    head: headOf(component),
    description,
    definition: definitionOf(component, settings),
  });
  return { ...made, key: componentKey(component) };
}

/** `tool POST /pets` or `shop tool POST /pets`, in one line whatever the path holds. */
function componentKey(component: PlannedComponent): string {
  const { kind, operation, source } = component;
  const key = `${routePrefix(source)}${kind} ${operationKey(operation)}`;
  return visible(key).replaceAll("\t", "\\t");
}

/** What comes before the description; of a component that has its words from a tool, all. */
function headOf(component: PlannedComponent): object {
  const { answer, hasTool, kind, name, title, uri, uriTemplate } = component;
  const words = hasTool ? {} : { name, title };
  if (kind === "tool") return words;
  const { mimeType } = answer;
  return { ...filled({ uri, uriTemplate, mimeType }), ...words };
}

function definitionOf(component: PlannedComponent, settings: Settings): object {
  const { annotations, example, exampleAnswer, name, recipe } = component;
  const { confirm, pages, poll } = component.override;
  // What only a search reads.
  const found = settings.tools === "search";
  const keywords = found ? component.keywords : [];
  return {
    ...filled({ tags: tagsOf(component), keywords, example }),
    ...(found && { exampleAnswer }),
    ...filled({ annotations }),
    confirm,
    pages,
    poll,
    ...recipe,
    timeout: member(settings.timeouts, name),
  };
}

/** What the modules of one API share, and what nobody edits. */
function schemaFiles({
  leftOut,
  plan,
  settings: { source },
}: PlannedApi): PlannedFile[] {
  const runtime = `${source === null ? "./" : "../"}runtime/index.js`;
  const { headers, statuses, ...known } = plan.answers;
  const views = {
    schemas: { ...constantsOf(plan.shared), bounded: filled({ leftOut }) },
    answers: { ...known, ...filled({ headers, statuses }) },
    outputs: { ...plan.outputs },
  };
  return (["schemas", ...answerFiles(plan)] as const).map((name) => ({
    path: `${folderOf(source)}${name}.ts`,
    template: `${name}.ts`,
    editable: false,
    data: { runtime, ...views[name] },
  }));
}

/** Each shared schema and argument as a constant of its own, so that a hunk of a diff says whose it is. */
function constantsOf({ $defs, arguments: common }: Schemas) {
  const identifier = identifiers();
  const named = (
    members: object,
    type: string,
    ending: "Argument" | "Schema",
  ) =>
    Object.entries(members).map(([name, value]: [string, unknown]) => {
      const id = identifier(name, ending);
      const line = id === name ? id : `${propertyKey(name)}: ${id}`;
      return { id, type, value, line };
    });
  const schemas = named($defs, "JsonSchema", "Schema");
  const args = named(common, "Argument", "Argument");
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

/** The files of one API that are not for editing. */
export function machineFiles({ plan, settings: { source } }: PlannedApi) {
  return ["api", "schemas", ...answerFiles(plan)].map(
    (name) => `${folderOf(source)}${name}.ts`,
  );
}

/** Those of them that tell of answers, as far as something is declared of one; each exports what it is called. */
export function answerFiles({ answers, outputs }: Plan) {
  const { headers, operations } = answers;
  const hasAnswers = Object.keys({ ...headers, ...operations }).length > 0;
  return [
    ...(hasAnswers ? (["answers"] as const) : []),
    ...(outputs === null ? [] : (["outputs"] as const)),
  ];
}

/** The document's tags; of several APIs, behind the name of theirs. */
export function tagsOf({ operation, source }: PlannedComponent): string[] {
  const { tags } = operation;
  if (source === null) return [...tags];
  return tags.length === 0 ? [source] : tags.map((tag) => `${source}/${tag}`);
}

/** The list of a folder of modules. */
export function indexFile(
  folder: string,
  components: readonly { readonly exportName: string; readonly file: string }[],
) {
  const exports = components
    .map(({ exportName, file }) => ({ exportName, from: `./${file}.js` }))
    .sort((a, b) => byCodeUnit(a.from, b.from));
  return editable(`${folder}/index.ts`, "index.ts", { exports });
}

/** A file that people may change. */
export function editable(path: string, template: string, data: object) {
  return { path, template, data, editable: true };
}
