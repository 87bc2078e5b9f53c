import { ToolwrightError } from "../errors.js";
import { filled } from "../shared/json.js";
import { gather } from "../shared/group-by.js";
import type { Api, Schema } from "../model.js";
import type { PlannedComponent } from "../plan/component.js";
import { namesOf } from "../plan/names.js";
import { flowsOf } from "../skills/value-flow.js";
import { branches, resolve } from "../schema/object-shape.js";
import { cutAt } from "../shared/slug.js";
import { claim } from "./typed-values.js";

/** An operation, and where the step before it answers with its arguments: expressions by argument. */
type Link = readonly [PlannedComponent, ReadonlyMap<string, string>];

/** A file holds so many; a person takes the few that are tasks. */
const MOST = 40;
const MOST_STEPS = 4;

/** Chains of two to four operations that a document's links and ids allow, as an Arazzo document for a person to prune. Throws a `ToolwrightError` where there is none. */
export function suggestWorkflows(
  api: Api,
  components: readonly PlannedComponent[],
  url: string,
): object {
  const links = gather(
    flowsOf(components, api).flatMap(({ argument, sources, takers }) =>
      takers.flatMap((taker) =>
        sources.map(({ giver, pointer }) => {
          const value = `$response.body#${pointer}`;
          return [giver, [taker, [argument, value]]] as const;
        }),
      ),
    ),
  );
  const linksOf = (from: PlannedComponent): Link[] =>
    [...gather(links.get(from) ?? [])].map(([to, feeds]) => [
      to,
      new Map(feeds),
    ]);
  const chains = [...links.keys()].flatMap((from) =>
    linksOf(from).map((first) => {
      const chain: Link[] = [[from, new Map()]];
      const isNew = ([to]: Link) => chain.every(([one]) => one !== to);
      let next: Link | undefined = first;
      while (next !== undefined && chain.length < MOST_STEPS) {
        chain.push(next);
        next = linksOf(next[0]).find(isNew);
      }
      return chain;
    }),
  );
  if (chains.length === 0)
    throw new ToolwrightError({
      code: "no-workflows",
      message: "No operation answers with what another one asks for.",
      hint: "`links` in the document say so, or an answer with an id that is in another's path. Or write the workflows by hand: https://spec.openapis.org/arazzo/latest.html",
    });
  const taken = new Set<string>();
  return {
    arazzo: "1.0.1",
    info: { title: `Proposals for ${api.title}`, version: "0.0.0" },
    sourceDescriptions: [{ name: "api", url, type: "openapi" }],
    workflows: chains
      .slice(0, MOST)
      .map((chain) => workflowOf(chain, taken, api)),
  };
}

function workflowOf(
  chain: readonly Link[],
  taken: Set<string>,
  api: Api,
): object {
  const properties: Record<string, object> = {};
  const ids = chain.map(([{ typesKey }]) => typesKey);
  const steps = chain.map(([{ args, body, operation }, feeds], index) => {
    const given = args
      .filter(({ name, required }) => required || feeds.has(name))
      .map(({ in: place, name, schema, wireName }) => {
        // An upload may be an object besides; a person writes its base64.
        const isText = (one: Schema) => one["contentEncoding"] !== undefined;
        const told = branches(schema, "anyOf").find(isText) ?? schema;
        const { contentEncoding, enum: values, type } = resolve(told, api);
        const own = namesOf(name).exportName;
        const isFed = feeds.has(name);
        if (!isFed)
          properties[own] = filled({ type, enum: values, contentEncoding });
        const step = `$steps.${ids[index - 1] ?? ""}.outputs.${own}`;
        const value = isFed ? step : `$inputs.${own}`;
        return { name: wireName, in: place, value };
      });
    const fields = given.filter((one) => one.in === "body");
    const payload =
      body?.schema === null
        ? fields[0]?.value
        : Object.fromEntries(fields.map(({ name, value }) => [name, value]));
    const outputs: Record<string, string> = {};
    for (const [name, value] of chain[index + 1]?.[1] ?? [])
      outputs[namesOf(name).exportName] = value;
    const { operationId, pointer } = operation;
    const operationPath = `{$sourceDescriptions.api.url}#${pointer}`;
    return {
      stepId: ids[index],
      ...(operationId === null ? { operationPath } : { operationId }),
      parameters: given.filter((one) => one.in !== "body"),
      ...(fields.length > 0 && { requestBody: { payload } }),
      outputs: { ...outputs, answer: outputs["answer"] ?? "$response.body" },
    };
  });
  const titles = chain.map(([{ title }]) => title).join(", then ");
  return {
    workflowId: claim(ids.join(" then "), taken),
    summary: cutAt(titles, 120),
    inputs: { type: "object", required: Object.keys(properties), properties },
    steps,
    outputs: { answer: `$steps.${ids.at(-1) ?? ""}.outputs.answer` },
  };
}
