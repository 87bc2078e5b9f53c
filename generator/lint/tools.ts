import { toInputSchema, type Component, type Schemas } from "../runtime.js";
import { moduleFolderOf, routePrefixOf } from "../config/source-name.js";
import { createSchemaLister, createSchemaReader } from "../diff/surface.js";
import type { Schema } from "../model.js";
import type { PlannedComponent } from "../plan/component.js";
import type { PlannedApi } from "../emit/planned-files.js";
import type { LoadedDocument } from "../load/load.js";
import { viewObject } from "../schema/object-view.js";
import { getMember, toWord } from "../shared/json.js";
import {
  createDocumentPlaces,
  type DocumentPlaces,
} from "./document-places.js";
import { resolveSchema } from "./resolve-schema.js";
import { readModule, type ToolDefinition } from "./modules.js";

/** API of a server with the document that it was planned from. */
export interface LintedApi extends Pick<
  PlannedApi,
  "api" | "plan" | "settings"
> {
  readonly loaded: Pick<LoadedDocument, "document" | "locate" | "name">;
}

/** Operation that a tool calls, with the places of its document. */
export interface LintedOperation {
  readonly api: LintedApi;
  readonly component: PlannedComponent;
  readonly places: DocumentPlaces;
}

/** Argument of a tool as its module has it. */
export interface LintedArgument {
  readonly name: string;
  /** Schema with references at its root followed. */
  readonly schema: Schema;
  readonly required: boolean;
  /** Steps to it in the module. */
  readonly steps: readonly string[];
}

/** Tool of a server, as its module has it. */
export interface LintedTool extends ToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Operation: `POST /pets`, or `shop POST /pets` of one of several APIs; null for your own tool. */
  readonly route: string | null;
  /** Input schema; its references lead into `schemas`. */
  readonly input: Schema;
  readonly schemas: Schemas;
  /** Computes the input schema as it is listed. */
  readonly listInput: () => Schema;
  readonly args: readonly LintedArgument[];
  /** Operation of the document; null if it has none, or the document no longer has it. */
  readonly operation: LintedOperation | null;
  /** True if the user wrote or changed this member of the definition; for no steps, any of it. */
  readonly isHandWritten: (steps: readonly string[]) => boolean;
  /** True if the user changed the handler. */
  readonly hasOwnHandler: boolean;
}

/** Tools of a server: definitions that were read from modules, with the operations that they call. */
export function linkTools(
  definitions: readonly ToolDefinition[],
  project: {
    readonly apis: readonly LintedApi[];
    readonly texts: ReadonlyMap<string, string>;
    /** Reads the text that was generated last for a route; undefined if there is none. */
    readonly readBase: (
      path: string,
      route: string | null,
    ) => string | undefined;
  },
): LintedTool[] {
  const { apis, readBase, texts } = project;
  const schemasOf = createSchemaReader(texts);
  const listSchema = createSchemaLister(texts);
  const operations = indexOperations(apis);
  return definitions.map((toolDefinition): LintedTool => {
    const { definition, handlerText, path } = toolDefinition;
    const request = getMember(definition, "request");
    const source = sourceOf(path, String(request), operations);
    const route =
      typeof request === "string" ? routePrefixOf(source) + request : null;
    const schemas = schemasOf(moduleFolderOf(source));
    const component = definition as Partial<Component>; // read from source; every member is checked at its use
    const input = toInputSchema(component, schemas);
    const baseText = readBase(path, route);
    const base =
      baseText === undefined ? undefined : readModule(path, baseText).tools[0];
    return {
      ...toolDefinition,
      name: toWord(getMember(definition, "name") ?? ""),
      title: toWord(getMember(definition, "title") ?? ""),
      description: toWord(getMember(definition, "description") ?? ""),
      route,
      input,
      schemas,
      listInput: () => listSchema(input, schemas, String(request)),
      args: readArguments(input, definition, schemas),
      operation: (route !== null && operations.get(route)) || null,
      isHandWritten: (steps) =>
        base === undefined ||
        memberJson(definition, steps) !== memberJson(base.definition, steps),
      hasOwnHandler: base?.handlerText !== handlerText,
    };
  });
}

function memberJson(value: unknown, steps: readonly string[]) {
  return JSON.stringify(steps.reduce(getMember, value));
}

/** Planned tools by route. */
function indexOperations(
  apis: readonly LintedApi[],
): ReadonlyMap<string, LintedOperation> {
  return new Map(
    apis.flatMap((api) => {
      const places = createDocumentPlaces(api.loaded.document);
      const prefix = routePrefixOf(api.settings.source);
      return api.plan.components
        .filter(({ kind }) => kind === "tool")
        .map(
          (component) =>
            [
              prefix + component.requestSpec.request,
              { api, component, places },
            ] as const,
        );
    }),
  );
}

/** Name of the API that a module calls: of its folder, or of the first that has the operation. */
function sourceOf(
  path: string,
  request: string,
  operations: ReadonlyMap<string, LintedOperation>,
): string | null {
  const owners = [...operations.values()].filter(
    ({ component }) => component.requestSpec.request === request,
  );
  const sources = owners.map(({ api }) => api.settings.source);
  return (
    sources.find(
      (source) => source !== null && path.startsWith(moduleFolderOf(source)),
    ) ??
    sources[0] ??
    // Without the documents, the folder says it.
    /^src\/([\w-]+)\/tools\//.exec(path)?.[1] ??
    null
  );
}

function readArguments(
  input: Schema,
  definition: ToolDefinition["definition"],
  { $defs }: Schemas,
): LintedArgument[] {
  const schemas = new Map(Object.entries($defs));
  const properties = viewObject(input, { schemas })?.properties ?? [];
  return [...properties].map(([name, { required, schema }]) => {
    const isParameter =
      getMember(getMember(definition, "arguments"), name) !== undefined;
    const wireName = toWord(
      getMember(getMember(definition, "names"), name) ?? name,
    );
    return {
      name,
      required,
      schema: resolveSchema(schema, $defs),
      steps: isParameter
        ? ["arguments", name]
        : ["body", "properties", wireName],
    };
  });
}
