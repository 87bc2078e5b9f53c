import type { Config } from "../config/config.js";
import { settle } from "../config/settle.js";
import { componentPath } from "../emit/files.js";
import { nameOf } from "../emit/registry.js";
import type { Finding } from "../errors.js";
import { readLock } from "../output/lock.js";
import { outFolder } from "../output/folder.js";
import { outlineAll, type Outlines, type RunOptions } from "../pipeline.js";
import { hintsOf, type ToolAnnotations } from "../words/annotations.js";
import type { ComponentKind } from "../plan/classify.js";
import type { PlannedComponent } from "../plan/component.js";
import type { Costs } from "../list/costs.js";
import { total, type ToolTokens } from "../schema/tokens.js";

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
  const lock =
    config.out === undefined ? null : readLock(outFolder(config, options));
  const planned = await outlineAll(config, { ...options, lock });
  const { costs, findings, outputs, tokens } = planned;
  const components = planned.apis.flatMap(({ plan: { components: all } }) =>
    all.map((each) => rowOf(each, tokens.get(each) ?? null)),
  );
  const workflows = planned.workflows.map((one): PlanRow => ({
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
  const title = nameOf(planned.apis, settle(config));
  return {
    title,
    components: [...components, ...workflows],
    costs,
    outputs,
    findings,
  };
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
