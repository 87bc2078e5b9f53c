import { hasRemovalVerb } from "../../describe/annotations.js";
import { toWords } from "../../describe/identifiers.js";
import { markdownToText } from "../../describe/markdown-to-text.js";
import { sentencesOf } from "../../describe/sentences.js";
import { tagsOf } from "../../emit/files.js";
import type { PlannedServer, PlannedText } from "../../emit/planned-files.js";
import { findTwins } from "../../lint/twins.js";
import { operationKey } from "../../model.js";
import { isListed } from "../../config/config.js";
import type { PlannedComponent } from "../../plan/component.js";
import { findValueFlows, type ValueFlow } from "../../plan/value-flow.js";
import { escapeInvisible } from "../../shared/escape.js";
import { groupBy } from "../../shared/group-by.js";
import { compareKeys } from "../../shared/order.js";
import { toSlug } from "../../shared/slug.js";

/** Case that is made of a document: a need, the tools that meet it, and tools that do something else. */
interface Seed {
  readonly ask: string;
  readonly want: readonly string[];
  readonly not: readonly string[];
}

/** Longest ask, in characters. */
const MAX_ASK_LENGTH = 200;
/** Tools that `not` names at most. */
const MAX_NOT = 3;
/** Seeds of several tools in one file. */
const MAX_FLOW_SEEDS = 10;

/** Plans a file of seeds for each tag of a server's tools: one for each tool that the document describes, and some for tools that need a value of another one. */
export function planSeedFiles({
  apis,
}: Pick<PlannedServer, "apis">): PlannedText[] {
  const tools = apis.flatMap(({ plan }) => plan.components.filter(isTool));
  const confusables = indexConfusables(tools);
  const toolSeeds = tools.flatMap((tool) => {
    const ask = writeAsk(tool);
    if (ask === null) return [];
    const not = (confusables.get(tool) ?? []).slice(0, MAX_NOT);
    return [[toFileName(tool), { ask, want: [tool.name], not }] as const];
  });
  const flowSeeds = apis.flatMap(({ api, plan }) =>
    planFlowSeeds(findValueFlows(plan.components.filter(isTool), api)),
  );
  const flowsByFile = groupBy(flowSeeds);
  return [...groupBy(toolSeeds)].sort(compareKeys).map(([name, seeds]) => {
    const flows = (flowsByFile.get(name) ?? []).slice(0, MAX_FLOW_SEEDS);
    return {
      path: `evals/${name}.yaml`,
      text: writeSeeds(name, [...seeds, ...flows]),
    };
  });
}

function isTool(component: PlannedComponent): boolean {
  return component.kind === "tool" && isListed(component);
}

/** Name of the file of a tool's cases, by its first tag. */
function toFileName(tool: PlannedComponent): string {
  const [firstTag = ""] = tagsOf(tool);
  return toSlug(firstTag) || "operations";
}

/** Need that a tool meets, in the words of its document: its summary, or the first sentence of its description, if that doesn't name the tool. Null if there is none. */
function writeAsk({ name, operation }: PlannedComponent): string | null {
  const { description, summary } = operation;
  const sentences = [summary, description].flatMap((text) => {
    const [sentence = ""] = sentencesOf(markdownToText(text));
    return sentence.replace(/\s+/g, " ").trim();
  });
  const ask = sentences.find(
    (sentence) =>
      sentence.length > 0 &&
      sentence.length <= MAX_ASK_LENGTH &&
      /\s/.test(sentence) &&
      !sentence.split(/[^\w-]+/).includes(name),
  );
  return ask === undefined ? null : ask.replace(/\.$/, "");
}

/** Names of tools that must not be taken for each tool: its twins, then what removes something at the same noun. */
function indexConfusables(
  tools: readonly PlannedComponent[],
): ReadonlyMap<PlannedComponent, readonly string[]> {
  const candidates = tools.map((tool) => ({
    tool,
    name: tool.name,
    title: tool.title,
    description: tool.description ?? "",
    route: operationKey(tool.operation),
    isHandWritten: () => false,
  }));
  const twins = findTwins(candidates).flatMap(([{ tool }, { tool: twin }]) => [
    [tool, twin.name] as const,
    [twin, tool.name] as const,
  ]);
  const removals = groupBy(
    tools.filter(isRemoval).map((tool) => [nounOf(tool), tool]),
  );
  const siblings = tools.flatMap((tool) =>
    (removals.get(nounOf(tool)) ?? [])
      .filter((sibling) => sibling !== tool)
      .map((sibling) => [tool, sibling.name] as const),
  );
  const names = [...groupBy([...twins, ...siblings])];
  return new Map(names.map(([tool, list]) => [tool, [...new Set(list)]]));
}

function isRemoval({ name, operation }: PlannedComponent): boolean {
  const { method } = operation;
  return (
    method === "DELETE" || (method === "POST" && hasRemovalVerb(toWords(name)))
  );
}

/** Noun of a tool's path: its last segment that is not a parameter. */
function nounOf({ operation }: PlannedComponent): string {
  const segments = operation.path
    .split("/")
    .filter((segment) => segment !== "" && !segment.includes("{"));
  return segments.at(-1) ?? "";
}

/** Seeds of two tools: the one that is asked for, and one whose response has an id that it requires. */
function planFlowSeeds(
  flows: readonly ValueFlow[],
): (readonly [file: string, seed: Seed])[] {
  const links = flows.flatMap(({ argument, consumers, sources }) =>
    consumers.map((consumer) => ({ argument, consumer, sources })),
  );
  return [...groupBy(links.map((link) => [link.consumer, link]))].flatMap(
    ([consumer, consumerLinks]) => {
      const required = consumerLinks.find(({ argument }) =>
        consumer.args.some((arg) => arg.name === argument && arg.required),
      );
      const producers = required?.sources.map(({ producer }) => producer) ?? [];
      // A tool that adds an object has its id, too, and is not for looking it up.
      const producer = producers.find(
        ({ operation }) => operation.method === "GET",
      );
      const ask = writeAsk(consumer);
      if (producer === undefined || required === undefined || ask === null)
        return [];
      const seed = {
        ask: `${ask}; the ${toWords(required.argument)} has to be looked up`,
        want: [producer.name, consumer.name],
        not: [],
      };
      return [[toFileName(consumer), seed] as const];
    },
  );
}

/** Text of a file of seeds. JSON strings are YAML, and no text of a document can end one. */
function writeSeeds(name: string, seeds: readonly Seed[]): string {
  const cases = seeds.map(({ ask, not, want }) =>
    [
      `- ask: ${writeText(ask)}`,
      `  want: [${want.map(writeText).join(", ")}]`,
      ...(not.length === 0
        ? []
        : [`  not: [${not.map(writeText).join(", ")}]`]),
      "  seed: true",
      "",
    ].join("\n"),
  );
  return [
    `# Evals of ${name}: needs in a user's words, and the tools that meet them. docs/evals.md of toolwright has the fields.`,
    "# Change them and add your own. `seed: true` marks those that were made of the document.",
    "",
    ...cases,
  ].join("\n");
}

function writeText(text: string): string {
  return escapeInvisible(JSON.stringify(text));
}
