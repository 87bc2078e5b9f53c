import { checkFunctionArguments } from "../config/function-arguments.js";
import { declaredSchema } from "../runtime.js";
import type { Config } from "../config/config.js";
import { resolveConfig } from "../config/resolve-config.js";
import { toComponentPath } from "../emit/files.js";
import { serverNameOf } from "../emit/mcp-registry.js";
import type { ExtensionTool, ToolList } from "../emit/planned-files.js";
import { ToolwrightError, type Finding } from "../errors.js";
import { readConfigLock } from "../project/lock.js";
import { planServer, type ServerPlan, type RunOptions } from "../pipeline.js";
import { hintsOf, type ToolAnnotations } from "../describe/annotations.js";
import type { ComponentKind } from "../plan/classify.js";
import { isListed } from "../config/config.js";
import type { PlannedComponent } from "../plan/component.js";
import type { Costs } from "../listing/costs.js";
import { fitInputSchema } from "../listing/fit-input-schema.js";
import { readTools } from "../lint/lint.js";
import {
  isOwnTool,
  isRewritten,
  selectOwnTools,
  type OwnTool,
} from "../lint/measure.js";
import type { LintedTool } from "../lint/tools.js";
import type { Schema } from "../model.js";
import { readProjectModules } from "./project-modules.js";
import { findUnboundedLists } from "../lint/unbounded-lists.js";
import { toTypeScript } from "../schema/as-typescript.js";
import { totalTokens, type ToolTokens } from "../schema/token-count.js";

/** Component that a document and a config give. */
export interface PlanRow {
  readonly kind: ComponentKind | "workflow";
  readonly name: string;
  /** URI of a resource; null for other components. */
  readonly uri: string | null;
  /** URI template of a resource template; null for other components. */
  readonly uriTemplate: string | null;
  readonly method: string;
  readonly path: string;
  readonly operationId: string | null;
  /** Path relative to the output folder. */
  readonly file: string;
  /** Argument names; required ones first. */
  readonly arguments: readonly string[];
  /** Annotations of a tool as clients read them, defaults included; null if it is not a tool. */
  readonly annotations: ToolAnnotations | null;
  /** Confirmation before the request is sent: `person`, `person-or-repeat` or the argument to repeat; null for none. */
  readonly confirm: string | null;
  /** Tokens that a tool costs a model that it is listed to; null if it is not a tool. */
  readonly tokens: number | null;
  /** Tokens by parts of the tool. */
  readonly tokensOf: ToolTokens | null;
}

/** Preview of the components that a document and a config give. Plain data. */
export interface Preview {
  /** Title of the API, or of all APIs. */
  readonly title: string;
  readonly components: readonly PlanRow[];
  /** Tools of the project without an operation; empty without a project. */
  readonly ownTools: readonly PlanRow[];
  readonly costs: Costs;
  /** Output schemas in the list, and the bytes that they take. */
  readonly outputs: ServerPlan["outputs"];
  /** Names of tools whose response may be a list of any length; null if the config has `maxResultTokens`. */
  readonly unbounded: readonly string[] | null;
  readonly findings: readonly Finding[];
}

/** Plans the output of `generate`, without rendering or writing anything. */
export async function plan(
  config: Config,
  options: RunOptions = {},
): Promise<PlanRow[]> {
  checkFunctionArguments("plan", { config, options });
  return [...(await preview(config, options)).components];
}

/** Plans the components, with their costs for a model and the findings. */
export async function preview(
  config: Config,
  options: RunOptions = {},
): Promise<Preview> {
  const { apis, costs, findings, outputs, tokens, toolLists } =
    await planProject(config, options);
  const components = apis.flatMap(({ plan: { components: planComponents } }) =>
    planComponents
      .filter(isListed)
      .map((component) => toPlanRow(component, tokens.get(component) ?? null)),
  );
  const extensionRows = toolLists.flatMap(({ kind, tools }) =>
    tools.map((tool) => toExtensionRow(tool, kind)),
  );
  const settings = resolveConfig(config);
  const unbounded = apis.flatMap(
    ({ api, plan: { components: planComponents } }) =>
      findUnboundedLists(planComponents, api).map(({ name }) => name),
  );
  return {
    title: serverNameOf(apis, settings),
    components: [...components, ...extensionRows],
    ownTools: selectOwnTools(tokens).map((tool) =>
      toOwnRow(tool, tokens.get(tool) ?? null),
    ),
    costs,
    outputs,
    unbounded: settings.maxResultTokens === null ? unbounded : null,
    findings,
  };
}

function toExtensionRow(tool: ExtensionTool, kind: ToolList["kind"]): PlanRow {
  return {
    kind,
    name: tool.name,
    uri: null,
    uriTemplate: null,
    // It has no separate request: the names of the tools that it calls are in its place.
    method: "",
    path: [...tool.uses.keys()].map(({ name }) => name).join(", "),
    operationId: null,
    file: tool.path,
    confirm: null,
    arguments: Object.keys(tool.arguments),
    annotations: hintsOf(tool.annotations),
    tokens: totalTokens(tool.tokens),
    tokensOf: tool.tokens,
  };
}

function toOwnRow(
  { annotations, args, file, name }: OwnTool,
  tokens: ToolTokens | null,
): PlanRow {
  return {
    kind: "tool",
    name,
    uri: null,
    uriTemplate: null,
    method: "",
    path: "",
    operationId: null,
    file,
    arguments: args,
    annotations: hintsOf(annotations ?? {}),
    confirm: null,
    tokens: tokens && totalTokens(tokens),
    tokensOf: tokens,
  };
}

/** Plans a server with the names of the project that exists already, and the features that were added to it. */
function planProject(config: Config, options: RunOptions): Promise<ServerPlan> {
  const lock = readConfigLock(config, options);
  const modules = readProjectModules(config, options);
  return planServer(config, { ...options, lock, modules });
}

function toPlanRow(component: PlannedComponent, tokens: ToolTokens | null) {
  const { kind, name, uri, uriTemplate, operation, args, override } = component;
  const orderedArguments = [
    ...args.filter(({ required }) => required),
    ...args.filter(({ required }) => !required),
  ];
  return {
    kind,
    name,
    uri,
    // A resource has a template for its optional parameters; it is read and listed by its URI.
    uriTemplate: kind === "template" ? uriTemplate : null,
    method: operation.method,
    path: operation.path,
    operationId: operation.operationId,
    file: toComponentPath(component),
    arguments: orderedArguments.map((argument) => argument.name),
    annotations: component.annotations && hintsOf(component.annotations),
    confirm: override.confirm ?? null,
    tokens: tokens && totalTokens(tokens),
    tokensOf: tokens,
  };
}

/** Tool in TypeScript, as clients that write code describe it to a model. */
export interface ToolTypes {
  readonly name: string;
  readonly title: string;
  readonly arguments: string;
  readonly answer: string;
}

/** Types of the tools of these names, or of all. Throws a ToolwrightError if a name is unknown. */
export async function readToolTypes(
  config: Config,
  options: RunOptions,
  names: readonly string[] | "all",
): Promise<ToolTypes[]> {
  const { apis, toolLimit } = await planProject(config, options);
  const { sharedSchemas: schemaMode } = resolveConfig(config);
  const plannedTools = apis.flatMap(
    ({ listedOutputs: outputs, plan: { components, sharedSchemas } }) =>
      components
        .filter((component) => component.kind === "tool" && isListed(component))
        .map((component) => {
          const { name, requestSpec: recipe, title } = component;
          const outputSchema = outputs?.operations[recipe.request];
          const readArguments = () =>
            fitInputSchema(recipe, sharedSchemas, schemaMode, toolLimit).schema;
          return {
            component,
            name,
            title,
            readArguments,
            readAnswer: () =>
              outputSchema && outputs
                ? toTypeScript(
                    declaredSchema(outputSchema, outputs.$defs).schema,
                  )
                : "unknown",
          };
        }),
  );
  const modules = readProjectModules(config, options);
  const currentTools =
    modules === undefined
      ? plannedTools
      : applyModules(plannedTools, { apis, ...modules });
  const tools = currentTools
    .filter(({ name }) => names === "all" || names.includes(name))
    .map(({ name, readAnswer, readArguments, title }) => ({
      name,
      title,
      arguments: toTypeScript(readArguments()),
      answer: readAnswer(),
    }));
  const missingNames =
    names === "all"
      ? []
      : names.filter(
          (wantedName) => !tools.some(({ name }) => name === wantedName),
        );
  if (missingNames.length === 0) return tools;
  throw new ToolwrightError({
    code: "unknown-tool",
    message: `Unknown tool: ${missingNames.map((missingName) => JSON.stringify(missingName)).join(", ")}.`,
    hint: "Use the names that clients see. `toolwright plan` lists them.",
  });
}

/** Tool of a plan or of a module, whose types are computed if they are asked for. */
interface TypedTool {
  readonly name: string;
  readonly title: string;
  readonly readArguments: () => Schema;
  readonly readAnswer: () => string;
}

/** Tools as the modules of the project have them: edits count, and tools of your own come last. */
function applyModules(
  plannedTools: readonly (TypedTool & { readonly component: object })[],
  server: Parameters<typeof readTools>[0],
): TypedTool[] {
  const { tools } = readTools(server);
  const byComponent = new Map<object, LintedTool>(
    tools.flatMap((tool) =>
      tool.operation === null
        ? []
        : [[tool.operation.component, tool] as const],
    ),
  );
  const toTyped = (tool: LintedTool, readAnswer: TypedTool["readAnswer"]) => ({
    name: tool.name,
    title: tool.title || tool.name,
    readArguments: tool.listInput,
    readAnswer,
  });
  return [
    ...plannedTools.map((planned): TypedTool => {
      const tool = byComponent.get(planned.component);
      return tool !== undefined && isRewritten(tool)
        ? toTyped(tool, planned.readAnswer)
        : planned;
    }),
    ...tools.filter(isOwnTool).map((tool) => toTyped(tool, () => "unknown")),
  ];
}
