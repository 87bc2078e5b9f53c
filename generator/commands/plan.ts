import { declared } from "../../runtime/features/output-schemas.js";
import type { Config } from "../config/config.js";
import { settle } from "../config/resolve-config.js";
import { componentPath } from "../emit/files.js";
import { nameOf } from "../emit/mcp-registry.js";
import { ToolwrightError, type Finding } from "../errors.js";
import { lockOf } from "../project/lock.js";
import { outlineAll, type Outlines, type RunOptions } from "../pipeline.js";
import { hintsOf, type ToolAnnotations } from "../describe/annotations.js";
import type { ComponentKind } from "../plan/classify.js";
import type { PlannedComponent } from "../plan/component.js";
import type { Costs } from "../listing/costs.js";
import { listed } from "../listing/listing.js";
import { unboundedLists } from "./unbounded-lists.js";
import { asTypeScript } from "../schema/as-typescript.js";
import { total, type ToolTokens } from "../schema/token-count.js";

/** One component that a document and a config give. */
export interface PlanRow {
  readonly kind: ComponentKind | "workflow";
  readonly name: string;
  /** Of resources. */
  readonly uri: string | null;
  /** Of resource templates, and of resources that take optional query parameters. */
  readonly uriTemplate: string | null;
  readonly method: string;
  readonly path: string;
  readonly operationId: string | null;
  /** Relative to the output folder. */
  readonly file: string;
  /** Argument names; required ones first. */
  readonly arguments: readonly string[];
  /** What clients are told of a tool, defaults and all; null: it is no tool. */
  readonly annotations: ToolAnnotations | null;
  /** `person`, `person-or-repeat` or the argument to repeat; null: nobody is asked before it is sent. */
  readonly confirm: string | null;
  /** What a tool costs a model that it is listed to, in tokens; null: it is no tool. */
  readonly tokens: number | null;
  /** The same by parts. */
  readonly tokensOf: ToolTokens | null;
}

/** All that a document and a config give. Plain data. */
export interface Preview {
  /** Title of the API, or of all. */
  readonly title: string;
  readonly components: readonly PlanRow[];
  readonly costs: Costs;
  /** What is told of answers, and the bytes that it takes. */
  readonly outputs: Outlines["outputs"];
  /** Names of tools that may answer with a list of any length; null: the config has `maxResultTokens`. */
  readonly unbounded: readonly string[] | null;
  readonly findings: readonly Finding[];
}

/** What `generate` would make, without rendering or writing anything. */
export async function plan(
  config: Config,
  options: RunOptions = {},
): Promise<PlanRow[]> {
  return [...(await preview(config, options)).components];
}

/** The same with what it costs a model, and what was found on the way. */
export async function preview(
  config: Config,
  options: RunOptions = {},
): Promise<Preview> {
  const { apis, costs, findings, outputs, tokens, workflows } = await planned(
    config,
    options,
  );
  const components = apis.flatMap(({ plan: { components: all } }) =>
    all.map((each) => rowOf(each, tokens.get(each) ?? null)),
  );
  const tasks = workflows.map((one): PlanRow => ({
    kind: "workflow",
    name: one.name,
    uri: null,
    uriTemplate: null,
    // A workflow has no request of its own: what it calls stands in its place.
    method: "",
    path: [...one.uses.keys()].map(({ name }) => name).join(", "),
    operationId: null,
    file: one.path,
    confirm: null,
    arguments: Object.keys(one.arguments),
    annotations: hintsOf(one.annotations),
    tokens: total(one.tokens),
    tokensOf: one.tokens,
  }));
  const settings = settle(config);
  const unbounded = apis.flatMap(({ api, plan: { components: all } }) =>
    unboundedLists(all, api).map(({ name }) => name),
  );
  return {
    title: nameOf(apis, settings),
    components: [...components, ...tasks],
    costs,
    outputs,
    unbounded: settings.maxResultTokens === null ? unbounded : null,
    findings,
  };
}

/** What would be made, where a project is there already with what was added to it by hand. */
function planned(config: Config, options: RunOptions): Promise<Outlines> {
  const lock = lockOf(config, options);
  return outlineAll(config, { ...options, lock });
}

function rowOf(component: PlannedComponent, tokens: ToolTokens | null) {
  const { kind, name, uri, uriTemplate, operation, args, override } = component;
  const ordered = [
    ...args.filter(({ required }) => required),
    ...args.filter(({ required }) => !required),
  ];
  return {
    kind,
    name,
    uri,
    // A resource has one for its options; what it is read and listed by is its URI.
    uriTemplate: kind === "template" ? uriTemplate : null,
    method: operation.method,
    path: operation.path,
    operationId: operation.operationId,
    file: componentPath(component),
    arguments: ordered.map((argument) => argument.name),
    annotations: component.annotations && hintsOf(component.annotations),
    confirm: override.confirm ?? null,
    tokens: tokens && total(tokens),
    tokensOf: tokens,
  };
}

/** A tool as clients that write code tell it to a model. */
export interface ToolTypes {
  readonly name: string;
  readonly title: string;
  readonly arguments: string;
  readonly answer: string;
}

/** The tools of these names, or all of them, in TypeScript. */
export async function toolTypes(
  config: Config,
  options: RunOptions,
  names: readonly string[] | "all",
): Promise<ToolTypes[]> {
  const { apis, toolLimit } = await planned(config, options);
  const { schemas: mode } = settle(config);
  const tools = apis.flatMap(({ plan: { components, outputs, shared } }) =>
    components
      .filter(({ kind }) => kind === "tool")
      .filter(({ name }) => names === "all" || names.includes(name))
      .map(({ name, recipe, title }) => {
        const answer = outputs?.operations[recipe.request];
        const { schema } = listed(recipe, shared, mode, toolLimit);
        return {
          name,
          title,
          arguments: asTypeScript(schema),
          answer:
            answer && outputs
              ? asTypeScript(declared(answer, outputs.$defs).schema)
              : "unknown",
        };
      }),
  );
  const missing =
    names === "all"
      ? []
      : names.filter((wanted) => !tools.some(({ name }) => name === wanted));
  if (missing.length === 0) return tools;
  throw new ToolwrightError({
    code: "unknown-tool",
    message: `There is no tool ${missing.map((one) => JSON.stringify(one)).join(", ")}.`,
    hint: "Names are those that clients see; `toolwright plan` lists them.",
  });
}
