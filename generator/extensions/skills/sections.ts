import {
  isPaginationName,
  NEXT_PAGE_FIELD,
  looseKey as bare,
} from "../../runtime.js";
import { isPersonConfirm } from "../../config/config.js";
import type { ExtensionTool } from "../../emit/planned-files.js";
import { groupBy } from "../../shared/group-by.js";
import type { Api } from "../../model.js";
import { hasRemovalVerb } from "../../describe/annotations.js";
import type { PlannedComponent } from "../../plan/component.js";
import { looseKey, nounsOf } from "../../describe/identifiers.js";
import { markdownToText } from "../../describe/markdown-to-text.js";
import { sentencesOf } from "../../describe/sentences.js";
import { viewObject } from "../../schema/object-view.js";
import { compareCodeUnits } from "../../shared/order.js";
import {
  toFieldPath,
  type ValueFlow,
  hasListResponse,
} from "../../plan/value-flow.js";
import { formatCode, quote, joinNames } from "./markdown.js";

/** Section of a page. */
export interface Section {
  readonly heading: string;
  readonly lines: readonly string[];
  /** Most lines that a page shows of the section; without it, as many as the other sections leave room for. */
  readonly maxLines?: number;
}

/** Component with the API that it belongs to. */
export interface ApiComponent {
  readonly api: Api;
  readonly component: PlannedComponent;
}

/** Plans the sections about a group of components. `descriptions`: what the document says of the group as a whole. */
export function planSections(
  components: readonly ApiComponent[],
  descriptions: readonly string[],
  flows: readonly ValueFlow[],
  extensionTools: readonly ExtensionTool[],
): Section[] {
  const plannedComponents = components.map(({ component }) => component);
  return [
    { heading: "Steps", lines: formatSteps(components) },
    {
      heading: "Combined calls",
      lines: formatExtensionTools(extensionTools, plannedComponents),
      maxLines: 6,
    },
    {
      heading: "Sources of arguments",
      lines: formatSources(flows, plannedComponents),
      maxLines: 10,
    },
    { heading: "Pages", lines: formatPaging(components), maxLines: 5 },
    {
      heading: "Operations that can't be undone",
      lines: formatIrreversible(plannedComponents),
      maxLines: 6,
    },
    {
      heading: "Limits",
      lines: formatLimits(plannedComponents, descriptions),
      maxLines: 5,
    },
  ];
}

/** Lists tools of several operations that call at least one of these components. */
function formatExtensionTools(
  extensionTools: readonly ExtensionTool[],
  pageComponents: readonly PlannedComponent[],
) {
  return extensionTools.flatMap(({ name, title, uses }) => {
    const calls = [...uses.keys()];
    const names = joinNames(calls.map(formatName));
    return calls.some((component) => pageComponents.includes(component))
      ? [`- ${formatCode(name)}: ${quote(title)}, calls ${names}`]
      : [];
  });
}

/** Kinds of operations, in the order in which they are used. */
const PHASES = ["Look for", "Read", "Add", "Do", "Change", "Remove"] as const;

/** Lists components by phase: a numbered line for the phase, then a line for each component. Shallow paths first. */
function formatSteps(components: readonly ApiComponent[]): string[] {
  const sorted = components.toSorted(
    ({ component: a }, { component: b }) =>
      depthOf(a) - depthOf(b) ||
      compareCodeUnits(a.operation.path, b.operation.path) ||
      compareCodeUnits(a.name, b.name),
  );
  const byPhase = groupBy(
    sorted.map((apiComponent) => [
      phaseOf(apiComponent),
      formatStep(apiComponent.component),
    ]),
  );
  return PHASES.filter((phase) => byPhase.has(phase)).flatMap(
    (phase, index) => [
      `${index + 1}. ${phase}:`,
      ...(byPhase.get(phase) ?? []),
    ],
  );
}

/** Line of a component: its call, then its title, or its description if the title only repeats the name. */
function formatStep(component: PlannedComponent): string {
  const { description, name, title } = component;
  const isOwnTitle = looseKey(title) !== looseKey(name);
  const docs = isOwnTitle ? title : description;
  const line = `   - ${formatCall(component)}`;
  return docs === null ? line : `${line}: ${quote(docs)}`;
}

const depthOf = ({ operation: { path } }: PlannedComponent) =>
  path.split("{").length;

function phaseOf({ api, component }: ApiComponent): (typeof PHASES)[number] {
  const { annotations, operation } = component;
  const { method, path } = operation;
  const lastSegment = path.replace(/\/$/, "").split("/").at(-1) ?? "";
  if (isRemoval(component)) return "Remove";
  if (annotations === null || annotations.readOnlyHint === true)
    return !lastSegment.includes("{") && hasListResponse(component, api)
      ? "Look for"
      : "Read";
  if (lastSegment.includes("{") || /^(PATCH|PUT)$/.test(method))
    return "Change";
  const { plural, singular } = nounsOf(lastSegment);
  return method === "POST" && plural !== singular ? "Add" : "Do";
}

function isRemoval({
  annotations,
  operation,
  title,
}: PlannedComponent): boolean {
  if (annotations === null || annotations.readOnlyHint === true) return false;
  const { method } = operation;
  const [, verb = ""] = /^(?:(?:bulk|batch) )?(\w+)/i.exec(title) ?? [];
  const isRemovalVerb = hasRemovalVerb(verb) && !/^moves?$/i.test(verb);
  return method === "DELETE" || (method === "POST" && isRemovalVerb);
}

/** Most arguments that a call shows: required ones, and optional ones. */
const MAX_ARGUMENTS = 8;
const MAX_OPTIONAL_ARGUMENTS = 4;

/** Call of a tool, `getPet(petId, fields?)`, or the URI of a resource. */
function formatCall(component: PlannedComponent): string {
  const { args, kind, name, override } = component;
  if (kind !== "tool") return formatName(component);
  const { confirm: confirmOption } = override;
  const confirmNames =
    confirmOption === undefined || isPersonConfirm(confirmOption)
      ? []
      : ["confirm"];
  const requiredNames = args
    .filter((argument) => argument.required)
    .map((argument) => argument.name);
  const optionalNames = args
    .filter((argument) => !argument.required)
    .map((argument) => argument.name);
  const argumentNames = [
    ...[...requiredNames, ...confirmNames].slice(0, MAX_ARGUMENTS),
    ...optionalNames
      .slice(0, MAX_OPTIONAL_ARGUMENTS)
      .map((optionalName) => `${optionalName}?`),
  ];
  const hasMore = argumentNames.length < args.length + confirmNames.length;
  return formatCode(
    `${name}(${[...argumentNames, ...(hasMore ? ["…"] : [])].join(", ")})`,
  );
}

/** Name of a tool or URI of a resource, as code. */
export function formatName(component: PlannedComponent): string {
  const { kind, name, uri, uriTemplate } = component;
  return formatCode(kind === "tool" ? name : (uriTemplate ?? uri ?? name));
}

/** Lists the response fields that give the values of arguments. */
function formatSources(
  flows: readonly ValueFlow[],
  pageComponents: readonly PlannedComponent[],
) {
  return flows.flatMap(({ argument, sources, consumers }) => {
    const consumerNames = consumers
      .filter((consumer) => pageComponents.includes(consumer))
      .map(formatName);
    if (consumerNames.length === 0) return [];
    const consumerList = joinNames(consumerNames, "and", 24);
    const sourceNames = sources.map(
      ({ producer, pointer }) =>
        `${formatCode(toFieldPath(pointer))} of ${formatName(producer)}`,
    );
    return `- ${formatCode(argument)} of ${consumerList}: ${joinNames(sourceNames, "or")}`;
  });
}

/** Lists paginated components with the way to get their next page. */
function formatPaging(components: readonly ApiComponent[]): string[] {
  const pagingTexts = components.flatMap(({ api, component }) => {
    const pagingArgument = component.args.find(({ name }) =>
      isPaginationName(name),
    );
    if (pagingArgument === undefined) return [];
    const view =
      component.response.schema && viewObject(component.response.schema, api);
    const nextField = [...(view?.properties.keys() ?? [])].find((name) =>
      NEXT_PAGE_FIELD.test(bare(name)),
    );
    const format = view?.properties.get(nextField ?? "")?.schema["format"];
    const verbPhrase = format === "uri" ? ", an address, holds" : " gives";
    const instruction =
      nextField === undefined
        ? `${formatCode(pagingArgument.name)} gives the next one`
        : `${formatCode(nextField)} of the response${verbPhrase} ${formatCode(pagingArgument.name)} of the next one`;
    return [[instruction, formatName(component)] as const];
  });
  return [...groupBy(pagingTexts)].map(
    ([instruction, names]) =>
      `- ${joinNames(names)}: one page at a time; ${instruction}`,
  );
}

/** True if a removal can be undone, judged by its verb or by the document's text. */
const isReversible = ({ operation, title }: PlannedComponent) =>
  /^(?:archive|deactivate|detach|disable|stop|suspend)/i.test(title) ||
  /\bcan be (?:restored|recovered|undone)|\bsoft[- ]delet/i.test(
    `${operation.summary} ${operation.description.slice(0, MAX_READ)}`,
  );

/** Lists removals that can't be undone, with the confirmation that they require. */
function formatIrreversible(components: readonly PlannedComponent[]): string[] {
  return components
    .filter((component) => isRemoval(component) && !isReversible(component))
    .map((component) => {
      const { confirm } = component.override;
      const repeatPhrase =
        confirm && `; ${formatCode("confirm")} repeats ${formatCode(confirm)}`;
      const personPhrase =
        isPersonConfirm(confirm) && "; the user is asked first";
      return `- ${formatName(component)}${personPhrase || repeatPhrase || ""}`;
    });
}

const LIMIT =
  /\b(?:rate[- ]limit|(?:at most|up to|no more than|maximum of|limited to) (?:\d+|one|two|three|five|ten|a hundred|a thousand)\b|(?:requests|calls|times) (?:per|an?|every) (?:second|minute|hour|day))/i;

/** Quotes the sentences of the document that mention limits. */
function formatLimits(
  components: readonly PlannedComponent[],
  descriptions: readonly string[],
): string[] {
  const findLimitSentences = (text: string) =>
    sentencesOf(
      markdownToText(text.slice(0, MAX_READ)).replace(/\s+/g, " "),
    ).filter((sentence) => LIMIT.test(sentence));
  const generalLines = descriptions
    .flatMap(findLimitSentences)
    .map((sentence) => `- ${quote(sentence)}`);
  const componentLines = components.flatMap((component) =>
    findLimitSentences(component.operation.description).map(
      (sentence) => `- ${formatName(component)}: ${quote(sentence)}`,
    ),
  );
  return [...new Set([...generalLines, ...componentLines])];
}

/** Most characters of a description that are searched. */
const MAX_READ = 10_000;
