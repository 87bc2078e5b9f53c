import { OPERATIONS, propertiesOf, requiredOf } from "../../runtime.js";
import type { ResolvedConfig } from "../../config/resolve-config.js";
import { ToolwrightError, type Finding } from "../../errors.js";
import {
  omitEmpty,
  toArray,
  getMember,
  readText,
  toWord,
} from "../../shared/json.js";
import { groupBy } from "../../shared/group-by.js";
import type { SourceFile } from "../../load/source-file.js";
import type { Api, Schema } from "../../model.js";
import type { PlannedComponent } from "../../plan/component.js";
import { toNames } from "../../plan/names.js";
import { createCounter, countToolTokens } from "../../schema/token-count.js";
import { compareCodeUnits } from "../../shared/order.js";
import { truncateAt } from "../../shared/slug.js";
import type { ToolAnnotations } from "../../describe/annotations.js";
import {
  rejectWorkflow,
  readWorkflow,
  readWorkflows,
  type Step,
  type Workflow,
} from "./arazzo.js";
import { planHandler, type ResolvedStep } from "./handler.js";

/** Planned workflow: path of its module and view of its template. */
export type PlannedWorkflow = ReturnType<typeof planWorkflow>;

/** API that workflows may call. */
interface CallableApi {
  readonly api: Pick<Api, "schemas">;
  readonly plan: { readonly components: readonly PlannedComponent[] };
  readonly settings: Pick<ResolvedConfig, "source">;
}

/** Plans all workflows of a config's documents, sorted by file. Those that can't become code are left out with a finding. */
export function planWorkflows(
  documents: readonly SourceFile[],
  apis: readonly CallableApi[],
  settings: Pick<ResolvedConfig, "tools">,
) {
  const searchTools = settings.tools === "search" ? OPERATIONS : [];
  const names = [
    ...apis.flatMap(({ plan }) => plan.components),
    ...searchTools,
  ];
  const takenNames = new Set(names.map(({ name }) => name.toLowerCase()));
  const findings: Finding[] = [];
  const workflows: PlannedWorkflow[] = [];
  for (const { name: file, parsed } of documents) {
    const resolveStep = createStepResolver(parsed.value, apis);
    for (const [index, workflowObject] of readWorkflows(
      parsed.value,
      file,
    ).entries()) {
      const pointer = `/workflows/${index}`;
      const operation = `workflow ${toWord(getMember(workflowObject, "workflowId"))}`;
      const addFinding = (problem: Omit<Finding, "operation" | "file">) => {
        const location = parsed.locate(problem.pointer ?? pointer);
        findings.push({ pointer, ...problem, operation, file, ...location });
      };
      try {
        const workflow = readWorkflow(workflowObject, pointer, parsed.value);
        const plannedWorkflow = planWorkflow(workflow, resolveStep);
        const claimedNames = [
          plannedWorkflow.name.toLowerCase(),
          `${plannedWorkflow.file}.ts`,
        ];
        if (claimedNames.some((name) => takenNames.has(name)))
          rejectWorkflow(
            pointer,
            `A tool already has the name ${plannedWorkflow.name}.`,
          );
        for (const claimedName of claimedNames) takenNames.add(claimedName);
        workflows.push(plannedWorkflow);
        for (const warning of workflow.warnings.values())
          addFinding({ severity: "warning", ...warning });
      } catch (error) {
        if (!(error instanceof ToolwrightError)) throw error;
        for (const problem of error.problems)
          addFinding({ severity: "left-out", ...problem });
      }
    }
  }
  workflows.sort((a, b) => compareCodeUnits(a.file, b.file));
  return { workflows, findings };
}

function planWorkflow(
  workflow: Workflow,
  resolveStep: ReturnType<typeof createStepResolver>,
) {
  const { warn, members, id, inputs, steps } = workflow;
  const resolvedSteps = steps.map((step) => resolveStep(step, warn));
  const { uses, ...handler } = planHandler(workflow, resolvedSteps);
  const summary = readText(members["summary"]) || id.replace(/[-_.]+/g, " ");
  const title = truncateAt(summary.replace(/\s+/g, " ").trim(), 120);
  const toolNames = [...uses.keys()].map(({ name }) => name).join(", ");
  const docs = readText(members["description"]).trim() || title;
  const requiredNames = requiredOf(inputs);
  const properties = Object.fromEntries(
    propertiesOf(inputs).map(([name, schema]) => {
      return [name, toArgument(schema, requiredNames.includes(name))];
    }),
  );
  const description = `${docs}\n\nIn one call: ${toolNames}.`;
  const tool = {
    ...toNames(id),
    description,
    inputSchema: { properties },
  };
  return {
    path: `src/workflows/${tool.file}.ts`,
    ...tool,
    id,
    title,
    uses,
    handler,
    arguments: properties,
    annotations: annotationsOf([...uses.keys()]),
    tokens: countToolTokens(tool, createCounter()),
  };
}

/** Argument of a workflow. Its `required` is a boolean; a schema with a list `required` moves into `schema`. */
function toArgument({ required, ...schema }: Schema, isRequired: boolean) {
  const isList = Array.isArray(required);
  const ownFields = isList ? { schema: { ...schema, required } } : schema;
  return { ...ownFields, ...(isRequired && { required: true }) };
}

/** Annotations of a workflow, by those of all its steps: it is destructive if one step is. */
function annotationsOf(uses: readonly PlannedComponent[]): ToolAnnotations {
  const writeHints = uses
    .map(({ annotations }) => annotations ?? { readOnlyHint: true })
    .filter(({ readOnlyHint }) => readOnlyHint !== true);
  if (writeHints.length === 0) return { readOnlyHint: true };
  const isSafe = writeHints.every((hints) => hints.destructiveHint === false);
  const isIdempotent = writeHints.every(
    (hints) => hints.idempotentHint === true,
  );
  return omitEmpty({
    destructiveHint: !isSafe,
    idempotentHint: isIdempotent || undefined,
  });
}

/** Creates a function that finds the operation of a step by the document's `sourceDescriptions`: the config has a source of the same name, or both have a single one. */
function createStepResolver(document: unknown, apis: readonly CallableApi[]) {
  const sourceNames = new Set(
    toArray(getMember(document, "sourceDescriptions"))
      .filter(
        (source) => (getMember(source, "type") ?? "openapi") === "openapi",
      )
      .map((source) => getMember(source, "name")),
  );
  const isSinglePair = apis.length === 1 && sourceNames.size === 1;
  const isDescribed = (source: string | undefined) =>
    source === undefined || sourceNames.has(source);
  const isTargetApi = (
    { settings }: CallableApi,
    source: string | undefined,
  ) =>
    isSinglePair
      ? isDescribed(source)
      : sourceNames.has(settings.source) &&
        (source ?? settings.source) === settings.source;
  const servedApis = apis.map((api) => {
    const { components } = api.plan;
    return {
      api,
      byId: groupBy(
        components.map((component) => [
          component.operation.operationId,
          component,
        ]),
      ),
      byPointer: groupBy(
        components.map((component) => [component.operation.pointer, component]),
      ),
    };
  });
  return (step: Step, warn: Workflow["warn"]): ResolvedStep => {
    const { members, pointer } = step;
    const { operationId, operationPath } = members;
    const hasOperationId = operationId !== undefined;
    const pattern = hasOperationId
      ? /^(?:\$sourceDescriptions\.([\w-]+)\.)?(.+)$/s
      : /^\{?\$sourceDescriptions\.([\w-]+)(?:\.url)?\}?#(\/.*)$/s;
    const operationReference = toWord(
      hasOperationId ? operationId : operationPath,
    );
    const [, source, id = ""] = pattern.exec(operationReference) ?? [];
    const candidates = servedApis
      .filter(({ api }) => isTargetApi(api, source))
      .flatMap(({ api: { api }, byId, byPointer }) =>
        ((hasOperationId ? byId : byPointer).get(id) ?? []).map(
          (component) => ({
            component,
            schemas: api.schemas,
            step,
          }),
        ),
      );
    const isTool = ({ component }: ResolvedStep) => component.kind === "tool";
    const resolvedStep = candidates.find(isTool) ?? candidates[0];
    if (resolvedStep === undefined)
      return rejectWorkflow(
        pointer,
        `This config does not serve the operation ${operationReference}.`,
        "Name an operation by operationId, or by operationPath: {$sourceDescriptions.name.url}#/paths/~1pets/get. Check that routeMaps, tags and overrides don't leave it out, and that the config's source has the same name as in sourceDescriptions.",
      );
    const { name, override } = resolvedStep.component;
    const { confirm, pages, poll } = override;
    if (confirm !== undefined)
      rejectWorkflow(
        pointer,
        `${name} can't be called here, because it asks for confirmation and a workflow can't ask.`,
      );
    if (pages || poll) {
      const message = `${name} ${poll ? "polls" : "joins pages"} when clients call it; a step uses only its first response.`;
      warn({ code: "workflow-one-answer", message, pointer });
    }
    return resolvedStep;
  };
}
