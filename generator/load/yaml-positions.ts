import {
  type Event,
  EVENT_ID,
  getScalarValue,
  parseEvents,
  SCALAR_STYLE,
} from "js-yaml";
import type { PositionTree } from "./positions.js";
import { MAX_DEPTH } from "./find-refs.js";

/** Members of a node. */
type YamlContent = Pick<PositionTree, "members" | "mergedMembers">;

/** Position tree of one of the documents in valid YAML text. */
export function buildYamlTree(text: string, document: number): PositionTree {
  const events = parseEvents(text, { maxDepth: MAX_DEPTH });
  const anchors = new Map<string, YamlContent>();
  let at = findDocumentStart(events, document);

  /** Reads the value at the current event, and moves behind it. */
  const readNode = (): YamlContent => {
    const event = events[at];
    at += 1;
    if (event === undefined || !("anchorStart" in event)) return EMPTY_CONTENT;
    const anchor = text.slice(event.anchorStart, Math.max(event.anchorEnd, 0));
    if (event.type === EVENT_ID.ALIAS)
      return {
        ...EMPTY_CONTENT,
        mergedMembers: membersByPrecedence(
          anchors.get(anchor) ?? EMPTY_CONTENT,
        ),
      };
    const content =
      event.type === EVENT_ID.SCALAR
        ? EMPTY_CONTENT
        : readMembers(event.type === EVENT_ID.MAPPING);
    anchors.set(anchor, content);
    return content;
  };

  const readMembers = (isMap: boolean): YamlContent => {
    const members: PositionTree[] = [];
    const mergedMembers: PositionTree[] = [];
    for (
      let keyEvent = events[at];
      keyEvent !== undefined && keyEvent.type !== EVENT_ID.POP;
      keyEvent = events[at]
    ) {
      const name = isMap ? readKey(keyEvent, text) : String(members.length);
      if (isMap) readNode();
      const isList = events[at]?.type === EVENT_ID.SEQUENCE;
      const content = readNode();
      if (isMap && isMergeKey(keyEvent, name))
        mergedMembers.push(
          ...(isList ? content.members() : [content]).flatMap(
            membersByPrecedence,
          ),
        );
      else members.push({ name, offset: offsetOf(keyEvent), ...content });
    }
    at += 1;
    return { members: () => members, mergedMembers };
  };

  return { name: "", offset: 0, ...readNode() };
}

const EMPTY_CONTENT: YamlContent = { members: () => [], mergedMembers: [] };

/** Members with the last ones first, merged ones behind: the first of a name counts. */
function membersByPrecedence({
  members,
  mergedMembers,
}: YamlContent): PositionTree[] {
  return [...members().toReversed(), ...mergedMembers];
}

function findDocumentStart(events: readonly Event[], document: number): number {
  const starts = events.flatMap(({ type }, index) =>
    type === EVENT_ID.DOCUMENT ? [index + 1] : [],
  );
  return starts[document] ?? 0;
}

function readKey(event: Event, text: string): string {
  return event.type === EVENT_ID.SCALAR ? getScalarValue(text, event) : "";
}

/** True for `<<`, which merges the members of other objects; in quotes it is an ordinary key. https://yaml.org/type/merge.html */
function isMergeKey(key: Event, name: string): boolean {
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
