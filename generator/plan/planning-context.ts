import { toArgumentName } from "../describe/identifiers.js";
import {
  dropPlainExamples,
  type ExampleFilter,
} from "../describe/filter-examples.js";
import { shortenDocs } from "../describe/shorten.js";
import type { Finding } from "../errors.js";
import {
  type Api,
  type Operation,
  operationKey,
  type Parameter,
} from "../model.js";
import { createInclusion, createTagFilter } from "./classify.js";
import type { PlanOptions } from "./component.js";
import { createOverrideLookup } from "./overrides.js";
import type { ReferenceLookup } from "./request-spec.js";
import { checkSecurity } from "./security.js";

/** Parts that all stages of one plan have in common. */
export interface PlanningContext {
  /** API, with its texts as a model reads them. */
  readonly api: Api;
  readonly options: PlanOptions;
  /** Findings so far. Stages add theirs. */
  readonly findings: Finding[];
  readonly overrides: ReturnType<typeof createOverrideLookup>;
  /** True for operations that `include` names, or if it is empty. */
  readonly isIncluded: (operation: Operation) => boolean;
  /** True for operations that `tags` and `excludeTags` select. */
  readonly hasWantedTags: (operation: Operation) => boolean;
  readonly filterExamples: ExampleFilter;
  readonly hadReference: ReferenceLookup;
  /** True for names of operations that the last run had. */
  readonly isFormer: (name: string) => boolean;
  /** True if callers may name files by their paths. */
  readonly takesPaths: boolean;
}

/** Begins the plan of an API. Throws if the config names what the API does not have. */
export function openPlanning(
  document: Api,
  options: PlanOptions,
): PlanningContext {
  const api = applyLabels(shortenDocs(document, options.descriptions), options);
  const findings: Finding[] = [];
  const { files = null, include = [], isFormer = () => false } = options;
  const lookup = { findings, isFormer };
  const hasWantedTags = createTagFilter(api.operations, options);
  const isIncluded = createInclusion(api.operations, include, lookup);
  const overrides = createOverrideLookup(api, options.overrides, lookup);
  checkSecurity(api, options);
  return {
    ...{
      api,
      findings,
      hasWantedTags,
      isFormer,
      isIncluded,
      options,
      overrides,
    },
    filterExamples:
      options.descriptions === "full" ? (schema) => schema : dropPlainExamples,
    hadReference: createReferenceLookup(options),
    takesPaths: files !== null,
  };
}

/**
 * API with labels of parameters, except for those that a module of the last run names without. A
 * labelled parameter is no longer the shared parameter that it was declared as.
 */
function applyLabels(api: Api, { lastModuleText, names }: PlanOptions): Api {
  const hasOldName = ({ name }: Parameter, key: string) =>
    names !== "renew" &&
    new RegExp(`\\b${toArgumentName(name)}\\b`).test(
      lastModuleText?.(key) ?? "",
    );
  const operations = api.operations.map((operation) => ({
    ...operation,
    parameters: operation.parameters.map((parameter) => {
      const { label, ...unlabelled } = parameter;
      if (label === undefined) return parameter;
      return hasOldName(parameter, operationKey(operation))
        ? unlabelled
        : { ...parameter, component: null };
    }),
  }));
  return { ...api, operations };
}

/**
 * Finds out if a module referred to something shared when it was generated last. It keeps such a reference though no
 * other module has it any more: a module changes because its own operation did.
 */
function createReferenceLookup({
  lastModuleText,
  names,
}: PlanOptions): ReferenceLookup {
  return (operation, reference) =>
    names !== "renew" &&
    (lastModuleText?.(operation) ?? "").includes(JSON.stringify(reference));
}
