import { mapSides, type Sides } from "./three-way.js";

/** The lines of each member of a module, by its name; under "" what stands above them. */
type Members = ReadonlyMap<string, string>;

/**
 * Merges a module laid out as it was generated, of which no member was changed by both sides, and at
 * most one side has put in or taken out any. So nothing has to be parsed, which takes longer than all
 * else where hundreds of modules are merged. Undefined for any other module.
 */
export function mergeMembers(texts: Sides<string>): string | undefined {
  const { base, yours, next } = mapSides(texts, membersOf);
  if (!base || !yours || !next) return undefined;
  const namesOf = (members: Members) => [...members.keys()].join();
  const areMine = namesOf(base) === namesOf(next);
  if (!areMine && namesOf(base) !== namesOf(yours)) return undefined;
  if (!hasLines(yours.get(""), base.get(""))) return undefined;
  const merged = new Map(areMine ? yours : next);
  for (const name of new Set([...base.keys(), ...merged.keys()])) {
    const [was, mine, is] = [base, yours, next].map((one) => one.get(name));
    if (was !== mine && was !== is) return undefined;
    if (merged.has(name)) merged.set(name, (was === mine ? is : mine) ?? "");
  }
  return [...merged.values(), END].join("");
}

/** Whether imports and heading stand there as they were generated, and so are quotes and semicolons. */
function hasLines(text = "", wanted = ""): boolean {
  const lines = new Set(text.split("\n"));
  return wanted.split("\n").every((line) => lines.has(line));
}

const END = "});\n";

function membersOf(text: string): Members | undefined {
  if (!text.endsWith(END)) return undefined;
  const [above = "", ...parts] = text
    .slice(0, -END.length)
    .split(/^(?= {2}(?:async )?\w+[:(])/m);
  const members = new Map([["", above]]);
  for (const part of parts) {
    const [, name = ""] = /^ {2}(?:async )?(\w+)[:(]/.exec(part) ?? [];
    if (members.has(name) || !MEMBER.test(part)) return undefined;
    members.set(name, part);
  }
  return members;
}

/** A line, or lines of which all but the last one stand further in. */
const MEMBER = /^ {2}\S.*(?:,\n|\n(?: {4}.*\n|\n)*(?: {4}.*| {2}[\]}`]),\n)$/;
