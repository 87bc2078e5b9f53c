import {
  type Event,
  EVENT_ID,
  getScalarValue,
  parseEvents,
  SCALAR_STYLE,
} from "js-yaml";
import type { Outline } from "./positions.js";
import { MAX_DEPTH } from "./find-refs.js";

/** What is in a part of a text. */
type Content = Pick<Outline, "members" | "merged">;

/** Outlines one of the documents in YAML text that parses. */
export function outlineYaml(text: string, document: number): Outline {
  const events = parseEvents(text, { maxDepth: MAX_DEPTH });
  const anchors = new Map<string, Content>();
  let at = startOf(events, document);

  /** Reads a value and passes it. */
  const read = (): Content => {
    const event = events[at];
    at += 1;
    if (event === undefined || !("anchorStart" in event)) return EMPTY;
    const anchor = text.slice(event.anchorStart, Math.max(event.anchorEnd, 0));
    if (event.type === EVENT_ID.ALIAS)
      return { ...EMPTY, merged: all(anchors.get(anchor) ?? EMPTY) };
    const content =
      event.type === EVENT_ID.SCALAR
        ? EMPTY
        : readMembers(event.type === EVENT_ID.MAPPING);
    anchors.set(anchor, content);
    return content;
  };

  const readMembers = (isMap: boolean): Content => {
    const members: Outline[] = [];
    const merged: Outline[] = [];
    for (
      let first = events[at];
      first !== undefined && first.type !== EVENT_ID.POP;
      first = events[at]
    ) {
      const name = isMap ? keyText(first, text) : String(members.length);
      if (isMap) read();
      const isList = events[at]?.type === EVENT_ID.SEQUENCE;
      const content = read();
      if (isMap && isMerge(first, name))
        merged.push(...(isList ? content.members() : [content]).flatMap(all));
      else members.push({ name, offset: offsetOf(first), ...content });
    }
    at += 1;
    return { members: () => members, merged };
  };

  return { name: "", offset: 0, ...read() };
}

const EMPTY: Content = { members: () => [], merged: [] };

/** Those that count first. */
function all({ members, merged }: Content): Outline[] {
  return [...members().toReversed(), ...merged];
}

function startOf(events: readonly Event[], document: number): number {
  const starts = events.flatMap(({ type }, index) =>
    type === EVENT_ID.DOCUMENT ? [index + 1] : [],
  );
  return starts[document] ?? 0;
}

function keyText(event: Event, text: string): string {
  return event.type === EVENT_ID.SCALAR ? getScalarValue(text, event) : "";
}

/** The key that takes in the members of other objects; in quotes it is one like any other. https://yaml.org/type/merge.html */
function isMerge(key: Event, name: string): boolean {
  const isScalar = key.type === EVENT_ID.SCALAR;
  return isScalar && key.style === SCALAR_STYLE.PLAIN && name === "<<";
}

function offsetOf(event: Event): number {
  switch (event.type) {
    case EVENT_ID.SCALAR: {
      const { style, valueStart } = event;
      const isQuoted =
        style === SCALAR_STYLE.SINGLE_QUOTED ||
        style === SCALAR_STYLE.DOUBLE_QUOTED;
      return isQuoted ? valueStart - 1 : valueStart;
    }
    case EVENT_ID.ALIAS:
      return event.anchorStart - 1;
    case EVENT_ID.MAPPING:
    case EVENT_ID.SEQUENCE:
      return event.start;
    default:
      return 0;
  }
}
