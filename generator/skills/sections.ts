import {
  isPaging,
  NEXT,
  plain as bare,
} from "../../runtime/features/brief/paging-names.js";
import { asksPerson } from "../config/config.js";
import type { PlannedServer } from "../emit/planned-files.js";
import { gather } from "../shared/group-by.js";
import type { Api } from "../model.js";
import { tellsRemoval } from "../describe/annotations.js";
import type { PlannedComponent } from "../plan/component.js";
import { lettersOf, nounsOf } from "../describe/identifiers.js";
import { prose } from "../describe/markdown-to-text.js";
import { sentencesOf } from "../describe/sentences.js";
import { objectShape } from "../schema/object-shape.js";
import { byCodeUnit } from "../shared/order.js";
import { fieldOf, type Flow, lists } from "./value-flow.js";
import { code, quote, series } from "./markdown.js";

/** A part of a page. */
export interface Section {
  readonly heading: string;
  readonly lines: readonly string[];
  /** Lines that a page has of it at most; without, as many as the others leave room for. */
  readonly most?: number;
}

/** A component, and the API that it belongs to. */
export interface Placed {
  readonly api: Api;
  readonly one: PlannedComponent;
}

/** All that is told of some operations. `about`: the document's words on them together. */
export function sectionsOf(
  components: readonly Placed[],
  about: readonly string[],
  flows: readonly Flow[],
  workflows: PlannedServer["workflows"],
): Section[] {
  const own = components.map(({ one }) => one);
  return [
    { heading: "Steps", lines: steps(components) },
    { heading: "Several in one call", lines: inOne(workflows, own), most: 6 },
    {
      heading: "Where arguments come from",
      lines: origins(flows, own),
      most: 10,
    },
    { heading: "Pages", lines: pages(components), most: 5 },
    { heading: "What can't be undone", lines: undone(own), most: 6 },
    { heading: "Limits", lines: limits(own, about), most: 5 },
  ];
}

/** Tools that make the calls of several operations, some of these among them. */
function inOne(
  workflows: PlannedServer["workflows"],
  own: readonly PlannedComponent[],
) {
  return workflows.flatMap(({ name, title, uses }) => {
    const calls = [...uses.keys()];
    const names = series(calls.map(nameOf));
    return calls.some((one) => own.includes(one))
      ? [`- ${code(name)}: ${quote(title)}, calls ${names}`]
      : [];
  });
}

/** What is done with things, in the order in which one does it. */
const PHASES = ["Look for", "Read", "Add", "Do", "Change", "Remove"] as const;

/** Operations in the order in which one uses them: a line each, and one before those that do alike. */
function steps(components: readonly Placed[]): string[] {
  const sorted = components.toSorted(
    ({ one: a }, { one: b }) =>
      depthOf(a) - depthOf(b) ||
      byCodeUnit(a.operation.path, b.operation.path) ||
      byCodeUnit(a.name, b.name),
  );
  const byPhase = gather(
    sorted.map((placed) => [phaseOf(placed), lineOf(placed.one)]),
  );
  return PHASES.filter((phase) => byPhase.has(phase)).flatMap((phase, at) => [
    `${at + 1}. ${phase}:`,
    ...(byPhase.get(phase) ?? []),
  ]);
}

/** A call, and its title, or where that is its name, what is said besides. */
function lineOf(component: PlannedComponent): string {
  const { description, name, title } = component;
  const isTelling = lettersOf(title) !== lettersOf(name);
  const said = isTelling ? title : description;
  const line = `   - ${callOf(component)}`;
  return said === null ? line : `${line}: ${quote(said)}`;
}

const depthOf = ({ operation: { path } }: PlannedComponent) =>
  path.split("{").length;

function phaseOf({ api, one: component }: Placed): (typeof PHASES)[number] {
  const { annotations, operation } = component;
  const { method, path } = operation;
  const last = path.replace(/\/$/, "").split("/").at(-1) ?? "";
  if (removes(component)) return "Remove";
  if (annotations === null || annotations.readOnlyHint === true)
    return !last.includes("{") && lists(component, api) ? "Look for" : "Read";
  if (last.includes("{") || /^(PATCH|PUT)$/.test(method)) return "Change";
  const { many, one } = nounsOf(last);
  return method === "POST" && many !== one ? "Add" : "Do";
}

function removes({ annotations, operation, title }: PlannedComponent): boolean {
  if (annotations === null || annotations.readOnlyHint === true) return false;
  const { method } = operation;
  const [, verb = ""] = /^(?:(?:bulk|batch) )?(\w+)/i.exec(title) ?? [];
  const takes = tellsRemoval(verb) && !/^moves?$/i.test(verb);
  return method === "DELETE" || (method === "POST" && takes);
}

/** Arguments that a call names at most, and those of them that may be left out. */
const MOST_ARGUMENTS = 8;
const MOST_OPTIONAL = 4;

/** `getPet(petId, fields?)`, or the URI of what is read as a resource. */
function callOf(component: PlannedComponent): string {
  const { args, kind, name, override } = component;
  if (kind !== "tool") return nameOf(component);
  const { confirm: what } = override;
  const confirm = what === undefined || asksPerson(what) ? [] : ["confirm"];
  const required = args.filter((one) => one.required).map((one) => one.name);
  const optional = args.filter((one) => !one.required).map((one) => one.name);
  const named = [
    ...[...required, ...confirm].slice(0, MOST_ARGUMENTS),
    ...optional.slice(0, MOST_OPTIONAL).map((one) => `${one}?`),
  ];
  const isMore = named.length < args.length + confirm.length;
  return code(`${name}(${[...named, ...(isMore ? ["…"] : [])].join(", ")})`);
}

/** The name that a call has, or the URI. */
export function nameOf(component: PlannedComponent): string {
  const { kind, name, uri, uriTemplate } = component;
  return code(kind === "tool" ? name : (uriTemplate ?? uri ?? name));
}

/** Which answer's field is which argument. */
function origins(flows: readonly Flow[], own: readonly PlannedComponent[]) {
  return flows.flatMap(({ argument, sources, takers }) => {
    const taking = takers.filter((one) => own.includes(one)).map(nameOf);
    if (taking.length === 0) return [];
    const taken = series(taking, "and", 24);
    const given = sources.map(
      ({ giver, pointer }) => `${code(fieldOf(pointer))} of ${nameOf(giver)}`,
    );
    return `- ${code(argument)} of ${taken}: ${series(given, "or")}`;
  });
}

/** How pages go on. */
function pages(components: readonly Placed[]): string[] {
  const paged = components.flatMap(({ api, one }) => {
    const where = one.args.find(({ name }) => isPaging(name));
    if (where === undefined) return [];
    const shape = one.answer.schema && objectShape(one.answer.schema, api);
    const next = [...(shape?.properties.keys() ?? [])].find((name) =>
      NEXT.test(bare(name)),
    );
    const format = shape?.properties.get(next ?? "")?.schema["format"];
    const gives = format === "uri" ? ", an address, holds" : " gives";
    const how =
      next === undefined
        ? `${code(where.name)} gives the next one`
        : `${code(next)} of the answer${gives} ${code(where.name)} of the next one`;
    return [[how, nameOf(one)] as const];
  });
  return [...gather(paged)].map(
    ([how, names]) => `- ${series(names)}: one page at a time; ${how}`,
  );
}

/** What has a way back, by its verb or its words. */
const hasWayBack = ({ operation, title }: PlannedComponent) =>
  /^(?:archive|deactivate|detach|disable|stop|suspend)/i.test(title) ||
  /\bcan be (?:restored|recovered|undone)|\bsoft[- ]delet/i.test(
    `${operation.summary} ${operation.description.slice(0, MAX_READ)}`,
  );

/** What can't be undone. */
function undone(components: readonly PlannedComponent[]): string[] {
  return components
    .filter((one) => removes(one) && !hasWayBack(one))
    .map((one) => {
      const { confirm } = one.override;
      const repeats =
        confirm && `; ${code("confirm")} repeats ${code(confirm)}`;
      const asked = asksPerson(confirm) && "; a person is asked first";
      return `- ${nameOf(one)}${asked || repeats || ""}`;
    });
}

const LIMIT =
  /\b(?:rate[- ]limit|(?:at most|up to|no more than|maximum of|limited to) (?:\d+|one|two|three|five|ten|a hundred|a thousand)\b|(?:requests|calls|times) (?:per|an?|every) (?:second|minute|hour|day))/i;

/** What the document's own words say of limits. */
function limits(
  components: readonly PlannedComponent[],
  about: readonly string[],
): string[] {
  const said = (text: string) =>
    sentencesOf(prose(text.slice(0, MAX_READ)).replace(/\s+/g, " ")).filter(
      (one) => LIMIT.test(one),
    );
  const general = about.flatMap(said).map((one) => `- ${quote(one)}`);
  const own = components.flatMap((one) =>
    said(one.operation.description).map(
      (sentence) => `- ${nameOf(one)}: ${quote(sentence)}`,
    ),
  );
  return [...new Set([...general, ...own])];
}

/** Characters of a description that are looked at. */
const MAX_READ = 10_000;
