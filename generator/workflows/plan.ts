import { OPERATIONS } from "../../runtime/features/search/operations.js";
import { propertiesOf, requiredOf } from "../../runtime/schema.js";
import type { FeatureName } from "../config/runtime-features.js";
import type { Settings } from "../config/resolve-config.js";
import { ToolwrightError, type Finding } from "../errors.js";
import { filled, listOf, member, readText, toWord } from "../shared/json.js";
import { gather } from "../shared/group-by.js";
import type { Costing, Tokens } from "../listing/costs.js";
import type { Part } from "../load/source-file.js";
import type { Api, Schema } from "../model.js";
import type { PlannedComponent } from "../plan/component.js";
import { namesOf } from "../plan/names.js";
import { counter, toolTokens, type ToolTokens } from "../schema/token-count.js";
import { byCodeUnit } from "../shared/order.js";
import { cutAt } from "../shared/slug.js";
import type { ToolAnnotations } from "../describe/annotations.js";
import {
  leave,
  readWorkflow,
  workflowsIn,
  type Step,
  type Workflow,
} from "./arazzo.js";
import { handlerOf, type Called } from "./handler.js";

/** What documents of workflows give. */
export type Flows = ReturnType<typeof planWorkflows>;

/** One workflow: where its module stands, and what it says. */
export type PlannedWorkflow = ReturnType<typeof planOne>;

/** An API that workflows may call. */
interface Callable {
  readonly api: Pick<Api, "schemas">;
  readonly plan: { readonly components: readonly PlannedComponent[] };
  readonly settings: Pick<Settings, "source">;
}

/** All workflows of a config's documents, sorted by file; what can't become code is left out with a finding. `listed`: what else costs tokens. */
export function planWorkflows(
  documents: readonly Part[],
  apis: readonly Callable[],
  given: { settings: Pick<Settings, "tools">; listed: Tokens },
) {
  const search = given.settings.tools === "search" ? OPERATIONS : [];
  const names = [...apis.flatMap(({ plan }) => plan.components), ...search];
  const taken = new Set(names.map(({ name }) => name.toLowerCase()));
  const findings: Finding[] = [];
  const workflows: PlannedWorkflow[] = [];
  for (const { name: file, parsed } of documents) {
    const find = finder(parsed.value, apis);
    for (const [index, one] of workflowsIn(parsed.value, file).entries()) {
      const pointer = `/workflows/${index}`;
      const operation = `workflow ${toWord(member(one, "workflowId"))}`;
      const add = (problem: Omit<Finding, "operation" | "file">) => {
        const place = parsed.locate(problem.pointer ?? pointer);
        findings.push({ pointer, ...problem, operation, file, ...place });
      };
      try {
        const workflow = readWorkflow(one, pointer, parsed.value);
        const made = planOne(workflow, find);
        const claims = [made.name.toLowerCase(), `${made.file}.ts`];
        if (claims.some((name) => taken.has(name)))
          leave(pointer, `A tool is called ${made.name} already.`);
        for (const claimed of claims) taken.add(claimed);
        workflows.push(made);
        for (const each of workflow.dropped.values())
          add({ severity: "warning", ...each });
      } catch (error) {
        if (!(error instanceof ToolwrightError)) throw error;
        for (const problem of error.problems)
          add({ severity: "left-out", ...problem });
      }
    }
  }
  workflows.sort((a, b) => byCodeUnit(a.file, b.file));
  const tokens = new Map<Costing, ToolTokens>(given.listed);
  for (const one of workflows) tokens.set(one, one.tokens);
  const features = (others: readonly FeatureName[]) => {
    if (workflows.length === 0) return others;
    // Their modules are defined as those that people write.
    const own = new Set<FeatureName>(["custom", ...others]);
    if (own.has("testing")) own.add("workflow-tests");
    return [...own].sort();
  };
  return { documents, workflows, features, findings, tokens };
}

function planOne(workflow: Workflow, find: ReturnType<typeof finder>) {
  const { drop, given, id, inputs, steps } = workflow;
  const called = steps.map((step) => find(step, drop));
  const { uses, ...handler } = handlerOf(workflow, called);
  const words = readText(given["summary"]) || id.replace(/[-_.]+/g, " ");
  const title = cutAt(words.replace(/\s+/g, " ").trim(), 120);
  const calls = [...uses.keys()].map(({ name }) => name).join(", ");
  const told = readText(given["description"]).trim() || title;
  const needed = requiredOf(inputs);
  const properties = Object.fromEntries(
    propertiesOf(inputs).map(([name, schema]) => {
      return [name, argumentOf(schema, needed.includes(name))];
    }),
  );
  const description = `${told}\n\nIn one call: ${calls}.`;
  const tool = { ...namesOf(id), description, inputSchema: { properties } };
  return {
    path: `src/workflows/${tool.file}.ts`,
    ...tool,
    id,
    title,
    uses,
    handler,
    arguments: properties,
    annotations: hintsOf([...uses.keys()]),
    tokens: toolTokens(tool, counter()),
  };
}

/** `required` of an argument tells whether it is; a list of names stands in a schema of its own. */
function argumentOf({ required, ...rest }: Schema, isRequired: boolean) {
  const isList = Array.isArray(required);
  const own = isList ? { schema: { ...rest, required } } : rest;
  return { ...own, ...(isRequired && { required: true }) };
}

/** What all steps together do; a workflow destroys where one of its steps does. */
function hintsOf(uses: readonly PlannedComponent[]): ToolAnnotations {
  const writing = uses
    .map(({ annotations }) => annotations ?? { readOnlyHint: true })
    .filter(({ readOnlyHint }) => readOnlyHint !== true);
  if (writing.length === 0) return { readOnlyHint: true };
  const isSafe = writing.every((one) => one.destructiveHint === false);
  const isSame = writing.every((one) => one.idempotentHint === true);
  return filled({
    destructiveHint: !isSafe,
    idempotentHint: isSame || undefined,
  });
}

/** Finds the operation of a step by the `sourceDescriptions` of its document: the config has the same name for a source, or each has one alone. */
function finder(document: unknown, apis: readonly Callable[]) {
  const described = new Set(
    listOf(member(document, "sourceDescriptions"))
      .filter((one) => (member(one, "type") ?? "openapi") === "openapi")
      .map((one) => member(one, "name")),
  );
  const isOnly = apis.length === 1 && described.size === 1;
  const isNamed = (source: string | undefined) =>
    source === undefined || described.has(source);
  const isMeant = ({ settings }: Callable, source: string | undefined) =>
    isOnly
      ? isNamed(source)
      : described.has(settings.source) &&
        (source ?? settings.source) === settings.source;
  const served = apis.map((api) => {
    const { components } = api.plan;
    return {
      api,
      byId: gather(components.map((one) => [one.operation.operationId, one])),
      byPointer: gather(components.map((one) => [one.operation.pointer, one])),
    };
  });
  return (step: Step, drop: Workflow["drop"]): Called => {
    const { given, pointer } = step;
    const { operationId, operationPath } = given;
    const isId = operationId !== undefined;
    const pattern = isId
      ? /^(?:\$sourceDescriptions\.([\w-]+)\.)?(.+)$/s
      : /^\{?\$sourceDescriptions\.([\w-]+)(?:\.url)?\}?#(\/.*)$/s;
    const said = toWord(isId ? operationId : operationPath);
    const [, source, id = ""] = pattern.exec(said) ?? [];
    const callable = served
      .filter(({ api }) => isMeant(api, source))
      .flatMap(({ api: { api }, byId, byPointer }) =>
        ((isId ? byId : byPointer).get(id) ?? []).map((component) => ({
          component,
          schemas: api.schemas,
          step,
        })),
      );
    const isTool = ({ component }: Called) => component.kind === "tool";
    const called = callable.find(isTool) ?? callable[0];
    if (called === undefined)
      return leave(
        pointer,
        `No tool or resource of this config serves the operation ${said}.`,
        "Name one by operationId, or operationPath: {$sourceDescriptions.name.url}#/paths/~1pets/get. Look at what routeMaps, tags and overrides leave out, and whether the config calls its source as sourceDescriptions does.",
      );
    const { name, override } = called.component;
    const { confirm, pages, poll } = override;
    if (confirm !== undefined)
      leave(
        pointer,
        `${name} is not served here: it asks for a confirmation, and nobody is asked within a workflow.`,
      );
    if (pages || poll) {
      const message = `${name} ${poll ? "waits for work" : "joins pages"} for clients; a step goes on with its first answer.`;
      drop({ code: "workflow-one-answer", message, pointer });
    }
    return called;
  };
}
