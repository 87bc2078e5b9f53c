import { gather } from "../shared/group-by.js";
import { diff } from "./unified-diff.js";
import type { Sides } from "./three-way.js";
import { senseOfChild, type Child, type Trees } from "./syntax-tree.js";

/** One child in the versions that have it. */
export type Entry = Partial<Sides<Child>>;

/** Finds the children of a tree in all its versions. They come in your order where you changed it, else in the new one; what only one side has stays behind what it stood behind. */
export function align(trees: Trees): Entry[] {
  const { shape } = trees.next;
  const base = trees.base?.children ?? [];
  const [yours, next] = [trees.yours.children, trees.next.children];
  const renames = shape !== "set" && shape !== "parts";
  const mine = pair(base, yours, renames);
  const theirs = pair(base, next, renames);
  const both = pair(
    yours.filter((child) => !mine.has(child)),
    next.filter((child) => !theirs.has(child)),
    false,
  );
  const entries = new Map<Child, Entry>();
  const note = (children: readonly Child[], side: keyof Entry) =>
    children.map((child) => {
      const id =
        mine.get(child) ?? theirs.get(child) ?? both.get(child) ?? child;
      entries.set(id, { ...entries.get(id), [side]: child });
      return id;
    });
  const order = inOrder({
    base: note(base, "base"),
    yours: note(yours, "yours"),
    next: note(next, "next"),
  });
  return order.flatMap((id) => entries.get(id) ?? []);
}

/** For members of the second list, the one of the first that they came from. */
function pair(
  from: readonly Child[],
  to: readonly Child[],
  renames: boolean,
): Map<Child, Child> {
  const pairs = new Map<Child, Child>();
  const byKey = new Map(from.map((child) => [child.key, child]));
  for (const child of to) {
    const origin = child.key === undefined ? undefined : byKey.get(child.key);
    if (origin) pairs.set(child, origin);
  }
  const unkeyed = (child: Child) => child.key === undefined;
  // Equal ones in the same order, and between them those of one kind.
  for (const gap of match(
    from.filter(unkeyed),
    to.filter(unkeyed),
    senseOfChild,
    pairs,
  ))
    match(gap.from, gap.to, ({ tree }) => tree.kind, pairs);
  if (renames) pairRenamed(from, to, pairs);
  return pairs;
}

/** Pairs what is equal by some measure, and returns what remains between. */
function match(
  from: readonly Child[],
  to: readonly Child[],
  measure: (child: Child) => string,
  pairs: Map<Child, Child>,
): { from: readonly Child[]; to: readonly Child[] }[] {
  const hunks = diff(from.map(measure), to.map(measure));
  const end = { aStart: from.length, aEnd: 0, bEnd: 0 };
  let [a, b] = [0, 0];
  for (const { aStart, aEnd, bEnd } of [...hunks, end]) {
    for (; a < aStart; a += 1, b += 1) {
      const [origin, child] = [from[a], to[b]];
      if (origin && child) pairs.set(child, origin);
    }
    [a, b] = [aEnd, bEnd];
  }
  return hunks.map(({ aStart, aEnd, bStart, bEnd }) => ({
    from: from.slice(aStart, aEnd),
    to: to.slice(bStart, bEnd),
  }));
}

/** A declaration that is gone and the only new one of its kind are one declaration with a new name. */
function pairRenamed(
  from: readonly Child[],
  to: readonly Child[],
  pairs: Map<Child, Child>,
): void {
  // What comes from another file is something else.
  const isNamed = ({ key, tree }: Child) =>
    key !== undefined && !/^(?:Ex|Im)portDeclaration$/.test(tree.kind);
  const byKind = (
    children: readonly Child[],
    paired: { has(child: Child): boolean },
  ) =>
    gather(
      children
        .filter((child) => isNamed(child) && !paired.has(child))
        .map((child) => [child.tree.kind, child]),
    );
  const gone = byKind(from, new Set(pairs.values()));
  for (const [kind, [child, ...rest]] of byKind(to, pairs)) {
    const [origin, ...others] = gone.get(kind) ?? [];
    if (child && origin && rest.length + others.length === 0)
      pairs.set(child, origin);
  }
}

function inOrder({ base, yours, next }: Sides<readonly Child[]>): Child[] {
  const [was, is] = [new Set(base), new Set(yours)];
  const kept = base.filter((id) => is.has(id));
  const untouched = yours
    .filter((id) => was.has(id))
    .every((id, index) => id === kept[index]);
  const [first, second] = untouched ? [next, yours] : [yours, next];
  const all = new Set(first);
  // What only the second one has, by what it stands behind there.
  const behind = new Map<Child | undefined, Child>();
  for (const [index, id] of second.entries())
    if (!all.has(id)) behind.set(second[index - 1], id);
  const result: Child[] = [];
  for (const start of [undefined, ...first])
    for (let id = start ?? behind.get(start); id; id = behind.get(id))
      result.push(id);
  return result;
}
