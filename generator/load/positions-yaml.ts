import { EVENT_ID, getScalarValue, parseEvents, SCALAR_STYLE } from "js-yaml";
import type { Event } from "js-yaml";
import { below } from "../json.js";
import { createPositions } from "./positions.js";
import type { Entry, Position } from "./positions.js";

/** A key that stands twice in one mapping. */
export interface Duplicate {
  readonly offset: number;
  readonly pointer: string;
}

/** Which of a text's documents is meant, and the nesting that it was parsed with. */
interface Which {
  readonly document: number;
  readonly maxDepth: number;
}

/** Finds places in YAML text that parses. */
export function createYamlPositions(
  text: string,
  { document, maxDepth }: Which,
): (pointer: string) => Position {
  const events = parseEvents(text, { maxDepth });
  const anchors = findAnchors(text, events);
  return createPositions(text, rootOf(events, document), readEntries);

  function readEntries(start: number): Map<string, Entry> {
    const entries = new Map<string, Entry>();
    const index = followAlias(start);
    const event = events[index];
    if (event?.type === EVENT_ID.SEQUENCE) {
      for (const item of children(events, index))
        entries.set(String(entries.size), {
          offset: offsetOf(events[item]),
          value: item,
        });
    } else if (event?.type === EVENT_ID.MAPPING) {
      for (const [key, value] of pairs(events, index)) {
        const name = keyText(text, events[key]);
        if (name === "<<") addMerged(entries, value);
        else entries.set(name, { offset: offsetOf(events[key]), value });
      }
    }
    return entries;
  }

  function addMerged(entries: Map<string, Entry>, value: number): void {
    const index = followAlias(value);
    const isList = events[index]?.type === EVENT_ID.SEQUENCE;
    for (const source of isList ? children(events, index) : [index])
      for (const [name, entry] of readEntries(source))
        if (!entries.has(name)) entries.set(name, entry);
  }

  function followAlias(index: number): number {
    const event = events[index];
    if (event?.type !== EVENT_ID.ALIAS) return index;
    const name = text.slice(event.anchorStart, event.anchorEnd);
    return anchors.get(name)?.findLast((at) => at < index) ?? index;
  }
}

/** Keys that stand twice, which YAML forbids and most parsers accept. */
export function findDuplicates(
  text: string,
  { document, maxDepth }: Which,
): Duplicate[] {
  const events = parseEvents(text, { maxDepth });
  const found: Duplicate[] = [];
  const visit = (index: number, pointer: string): void => {
    const event = events[index];
    if (event?.type === EVENT_ID.SEQUENCE)
      children(events, index).forEach((item, at) => {
        visit(item, below(pointer, at));
      });
    if (event?.type !== EVENT_ID.MAPPING) return;
    const names = new Set<string>();
    for (const [key, value] of pairs(events, index)) {
      const name = keyText(text, events[key]);
      const place = below(pointer, name);
      if (names.has(name) && name !== "<<")
        found.push({ offset: offsetOf(events[key]), pointer: place });
      names.add(name);
      visit(value, place);
    }
  };
  visit(rootOf(events, document), "");
  return found;
}

function rootOf(events: readonly Event[], document: number): number {
  const starts = events.flatMap((event, index) =>
    event.type === EVENT_ID.DOCUMENT ? [index] : [],
  );
  return (starts[document] ?? 0) + 1;
}

/** Indexes of the events that begin the direct children of a collection. */
function children(events: readonly Event[], start: number): number[] {
  const found: number[] = [];
  let depth = 1;
  for (let index = start + 1; depth > 0 && index < events.length; index += 1) {
    const type = events[index]?.type;
    if (depth === 1 && type !== EVENT_ID.POP) found.push(index);
    if (type === EVENT_ID.POP) depth -= 1;
    if (type === EVENT_ID.MAPPING || type === EVENT_ID.SEQUENCE) depth += 1;
  }
  return found;
}

function pairs(events: readonly Event[], start: number): [number, number][] {
  const all = children(events, start);
  const found: [number, number][] = [];
  for (let at = 0; at + 1 < all.length; at += 2)
    found.push([all[at] ?? 0, all[at + 1] ?? 0]);
  return found;
}

function findAnchors(
  text: string,
  events: readonly Event[],
): Map<string, number[]> {
  const anchors = new Map<string, number[]>();
  events.forEach((event, index) => {
    if (event.type === EVENT_ID.ALIAS || !("anchorStart" in event)) return;
    if (event.anchorStart < 0) return;
    const name = text.slice(event.anchorStart, event.anchorEnd);
    anchors.set(name, [...(anchors.get(name) ?? []), index]);
  });
  return anchors;
}

function keyText(text: string, event: Event | undefined): string {
  return event?.type === EVENT_ID.SCALAR ? getScalarValue(text, event) : "";
}

function offsetOf(event: Event | undefined): number {
  switch (event?.type) {
    case EVENT_ID.SCALAR:
      return event.style === SCALAR_STYLE.SINGLE_QUOTED ||
        event.style === SCALAR_STYLE.DOUBLE_QUOTED
        ? event.valueStart - 1
        : event.valueStart;
    case EVENT_ID.ALIAS:
      return event.anchorStart;
    case EVENT_ID.MAPPING:
    case EVENT_ID.SEQUENCE:
      return event.start;
    default:
      return 0;
  }
}
