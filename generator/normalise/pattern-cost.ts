import { createAutomaton } from "./automaton.js";
import type { Automaton } from "./automaton.js";
import { parsePattern } from "./pattern-parse.js";

/** Steps after which a pattern counts as explosive without further looking. */
const MAX_STEPS = 500_000;

/**
 * Whether a backtracking engine can need exponential time for a pattern that compiles with the `u`
 * flag: where a loop reads one text in two ways, each round doubles the work. Weber and Seidl, "On
 * the degree of ambiguity of finite automata" (1991): an automaton is exponentially ambiguous if
 * and only if two different paths over one text lead from a place back to it.
 */
export function isExplosive(pattern: string): boolean {
  // Only a group that is repeated can be read in two ways.
  if (!/\)[*+{]/.test(pattern)) return false;
  return parsePattern(pattern).some((expression) => {
    const automaton = createAutomaton(expression);
    // `(a*)*`: a loop in a loop goes from one place to another in two ways.
    if (automaton.next.some((ways) => [...ways.values()].some((n) => n > 1)))
      return true;
    return !isDeterministic(automaton) && hasTwinLoops(automaton);
  });
}

/** Whether each character leaves one way to go, as in most patterns. */
function isDeterministic({ takes, next }: Automaton): boolean {
  return next.every((followers) => {
    let taken = 0n;
    for (const follower of followers.keys()) {
      const set = takes[follower] ?? 0n;
      if ((taken & set) !== 0n) return false;
      taken |= set;
    }
    return true;
  });
}

/** Walks over pairs of places that one text can lead to, from each place with itself. */
function hasTwinLoops(automaton: Automaton): boolean {
  const { takes } = automaton;
  const size = takes.length;
  let steps = 0;
  for (let start = 0; start < size; start += 1) {
    const home = start * size + start;
    const before = new Map<number, number[]>([[home, []]]);
    // A map's iterator comes to what is added on the way.
    for (const pair of before.keys()) {
      for (const after of successors(pair, automaton)) {
        steps += 1;
        if (steps > MAX_STEPS) return true;
        const known = before.get(after);
        if (known) known.push(pair);
        else before.set(after, [pair]);
      }
    }
    const back = new Set([home]);
    for (const pair of back)
      for (const earlier of before.get(pair) ?? []) {
        if (Math.floor(earlier / size) !== earlier % size) return true;
        back.add(earlier);
      }
  }
  return false;
}

function* successors(
  pair: number,
  { takes, next }: Automaton,
): Generator<number> {
  const size = takes.length;
  const [left = 0, right = 0] = [Math.floor(pair / size), pair % size];
  for (const a of next[left]?.keys() ?? [])
    for (const b of next[right]?.keys() ?? [])
      if (((takes[a] ?? 0n) & (takes[b] ?? 0n)) !== 0n)
        yield Math.min(a, b) * size + Math.max(a, b);
}
