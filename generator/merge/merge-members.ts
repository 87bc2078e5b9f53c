import { mapVersions, type ThreeWay } from "./three-way.js";

/** Lines of each member of a module, by its name; under "" the lines above them. */
type Members = ReadonlyMap<string, string>;

/**
 * Merges a module with the generated layout, if no member was changed by both sides, and at most one side has inserted
 * or removed any. Nothing has to be parsed, which takes longer than everything else if hundreds of modules are merged.
 * Undefined for any other module.
 */
export function mergeMembers(texts: ThreeWay<string>): string | undefined {
  const { base, current, incoming } = mapVersions(texts, splitMembers);
  if (!base || !current || !incoming) return undefined;
  const namesOf = (members: Members) => [...members.keys()].join();
  const keepsCurrentNames = namesOf(base) === namesOf(incoming);
  if (!keepsCurrentNames && namesOf(base) !== namesOf(current))
    return undefined;
  if (!hasLines(current.get(""), base.get(""))) return undefined;
  const mergedMembers = new Map(keepsCurrentNames ? current : incoming);
  for (const name of new Set([...base.keys(), ...mergedMembers.keys()])) {
    const [baseMember, currentMember, incomingMember] = [
      base,
      current,
      incoming,
    ].map((members) => members.get(name));
    if (baseMember !== currentMember && baseMember !== incomingMember)
      return undefined;
    if (mergedMembers.has(name))
      mergedMembers.set(
        name,
        (baseMember === currentMember ? incomingMember : currentMember) ?? "",
      );
  }
  return [...mergedMembers.values(), END].join("");
}

/** True if imports and heading are there as they were generated, and so do quotes and semicolons. */
function hasLines(text = "", wantedText = ""): boolean {
  const lines = new Set(text.split("\n"));
  return wantedText.split("\n").every((line) => lines.has(line));
}

const END = "});\n";

function splitMembers(text: string): Members | undefined {
  if (!text.endsWith(END)) return undefined;
  const [heading = "", ...parts] = text
    .slice(0, -END.length)
    .split(/^(?= {2}(?:async )?\w+[:(])/m);
  const members = new Map([["", heading]]);
  for (const part of parts) {
    const [, name = ""] = /^ {2}(?:async )?(\w+)[:(]/.exec(part) ?? [];
    if (members.has(name) || !MEMBER.test(part)) return undefined;
    members.set(name, part);
  }
  return members;
}

/** A line, or lines of which all but the last one are further in. */
const MEMBER = /^ {2}\S.*(?:,\n|\n(?: {4}.*\n|\n)*(?: {4}.*| {2}[\]}`]),\n)$/;
