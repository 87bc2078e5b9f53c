import { ToolwrightError } from "../../errors.js";
import { omitEmpty } from "../../shared/json.js";
import { groupBy } from "../../shared/group-by.js";
import type { Api, Schema } from "../../model.js";
import type { PlannedComponent } from "../../plan/component.js";
import { toNames } from "../../plan/names.js";
import { findValueFlows } from "../../plan/value-flow.js";
import { branchesOf, dereference } from "../../schema/object-shape.js";
import { truncateAt } from "../../shared/slug.js";
import { claimIdentifier } from "./typed-values.js";

/** Link of a chain: a component, and expressions for its arguments from the response of the step before, by argument. */
type ChainLink = readonly [PlannedComponent, ReadonlyMap<string, string>];

/** Workflows that a proposal may have; the user keeps the few that are tasks. */
const MAX_WORKFLOWS = 40;
const MAX_CHAIN_STEPS = 4;

/**
 * Chains of two to four operations that a document's links and ids allow, as an Arazzo document for the user to prune.
 * Throws a `ToolwrightError` if there is none.
 */
export function suggestWorkflows(
  api: Api,
  components: readonly PlannedComponent[],
  url: string,
): object {
  const links = groupBy(
    findValueFlows(components, api).flatMap(
      ({ argument, sources, consumers }) =>
        consumers.flatMap((consumer) =>
          sources.map(({ producer, pointer }) => {
            const value = `$response.body#${pointer}`;
            return [producer, [consumer, [argument, value]]] as const;
          }),
        ),
    ),
  );
  const linksOf = (source: PlannedComponent): ChainLink[] =>
    [...groupBy(links.get(source) ?? [])].map(([target, expressions]) => [
      target,
      new Map(expressions),
    ]);
  const chains = [...links.keys()].flatMap((source) =>
    linksOf(source).map((firstLink) => {
      const chain: ChainLink[] = [[source, new Map()]];
      const isNew = ([target]: ChainLink) =>
        chain.every(([component]) => component !== target);
      let nextLink: ChainLink | undefined = firstLink;
      while (nextLink !== undefined && chain.length < MAX_CHAIN_STEPS) {
        chain.push(nextLink);
        nextLink = linksOf(nextLink[0]).find(isNew);
      }
      return chain;
    }),
  );
  if (chains.length === 0)
    throw new ToolwrightError({
      code: "no-workflows",
      message:
        "No response of an operation contains an argument of another one.",
      hint: "Add `links` to the document, or a response field with an id that is in another operation's path. Or write the workflows by hand: https://spec.openapis.org/arazzo/latest.html",
    });
  const takenIds = new Set<string>();
  return {
    arazzo: "1.0.1",
    info: { title: `Proposals for ${api.title}`, version: "0.0.0" },
    sourceDescriptions: [{ name: "api", url, type: "openapi" }],
    workflows: chains
      .slice(0, MAX_WORKFLOWS)
      .map((chain) => toWorkflow(chain, takenIds, api)),
  };
}

function toWorkflow(
  chain: readonly ChainLink[],
  takenIds: Set<string>,
  api: Api,
): object {
  const properties: Record<string, object> = {};
  const ids = chain.map(([{ typesKey }]) => typesKey);
  const steps = chain.map(([{ args, body, operation }, expressions], index) => {
    const parameters = args
      .filter(({ name, required }) => required || expressions.has(name))
      .map(({ in: location, name, schema, wireName }) => {
        // An upload may also be an object; the user writes it as base64.
        const isText = (alternative: Schema) =>
          alternative["contentEncoding"] !== undefined;
        const textSchema = branchesOf(schema, "anyOf").find(isText) ?? schema;
        const {
          contentEncoding,
          enum: values,
          type,
        } = dereference(textSchema, api);
        const identifier = toNames(name).exportName;
        const isFromStep = expressions.has(name);
        if (!isFromStep)
          properties[identifier] = omitEmpty({
            type,
            enum: values,
            contentEncoding,
          });
        const stepOutput = `$steps.${ids[index - 1] ?? ""}.outputs.${identifier}`;
        const value = isFromStep ? stepOutput : `$inputs.${identifier}`;
        return { name: wireName, in: location, value };
      });
    const fields = parameters.filter((parameter) => parameter.in === "body");
    const payload =
      body?.schema === null
        ? fields[0]?.value
        : Object.fromEntries(fields.map(({ name, value }) => [name, value]));
    const outputs: Record<string, string> = {};
    for (const [name, value] of chain[index + 1]?.[1] ?? [])
      outputs[toNames(name).exportName] = value;
    const { operationId, pointer } = operation;
    const operationPath = `{$sourceDescriptions.api.url}#${pointer}`;
    return {
      stepId: ids[index],
      ...(operationId === null ? { operationPath } : { operationId }),
      parameters: parameters.filter((parameter) => parameter.in !== "body"),
      ...(fields.length > 0 && { requestBody: { payload } }),
      outputs: { ...outputs, answer: outputs["answer"] ?? "$response.body" },
    };
  });
  const titles = chain.map(([{ title }]) => title).join(", then ");
  return {
    workflowId: claimIdentifier(ids.join(" then "), takenIds),
    summary: truncateAt(titles, 120),
    inputs: { type: "object", required: Object.keys(properties), properties },
    steps,
    outputs: { answer: `$steps.${ids.at(-1) ?? ""}.outputs.answer` },
  };
}
