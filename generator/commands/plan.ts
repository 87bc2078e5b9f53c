import type { Schemas } from "../../runtime/types.js";
import type { Config } from "../config/config.js";
import { componentPath } from "../emit/files.js";
import type { Finding } from "../errors.js";
import { readLock } from "../output/lock.js";
import { outFolder } from "../output/folder.js";
import { outlineAll, type RunOptions } from "../pipeline.js";
import type { ComponentKind } from "../plan/classify.js";
import type { PlannedComponent } from "../plan/component.js";
import { inputTokens } from "../plan/tokens.js";

/** One component that a document and a config give. */
export interface PlanRow {
  readonly kind: ComponentKind;
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
  /** Approximate tokens that its listing costs a model: a quarter of its characters. */
  readonly tokens: number;
}

/** What `generate` would make, without rendering or writing anything. */
export async function plan(
  config: Config,
  options: RunOptions = {},
): Promise<PlanRow[]> {
  return (await preview(config, options)).rows;
}

/** The same with what was found on the way. */
export async function preview(
  config: Config,
  options: RunOptions = {},
): Promise<{ rows: PlanRow[]; findings: readonly Finding[] }> {
  const lock =
    config.out === undefined ? null : readLock(outFolder(config, options));
  const { apis, findings } = await outlineAll(config, { ...options, lock });
  return {
    rows: apis.flatMap(({ plan: planned }) => {
      const { components, shared } = planned;
      return components.map((component) => rowOf(component, shared));
    }),
    findings,
  };
}

function rowOf(component: PlannedComponent, schemas: Schemas): PlanRow {
  const { kind, name, uri, uriTemplate, operation, args } = component;
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
    tokens: inputTokens(component, schemas),
  };
}
