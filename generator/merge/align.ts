import { groupBy } from "../shared/group-by.js";
import { diffLists } from "./unified-diff.js";
import type { ThreeWay } from "./three-way.js";
import { tokensOf, type Child, type TreeVersions } from "./syntax-tree.js";

/** Versions of one child; a version that lacks the child is absent. */
export type AlignedChild = Partial<ThreeWay<Child>>;

/**
 * Finds the children of a tree in all its versions. They come in the order of `current` if it was changed there,
 * otherwise in that of `incoming`; a child of one side alone stays behind its predecessor.
 */
export function alignChildren(trees: TreeVersions): AlignedChild[] {
  const { mergeMode } = trees.incoming;
  const baseChildren = trees.base?.children ?? [];
  const [currentChildren, incomingChildren] = [
    trees.current.children,
    trees.incoming.children,
  ];
  const mayBeRenamed = mergeMode !== "set" && mergeMode !== "parts";
  const baseOfCurrent = pairChildren(
    baseChildren,
    currentChildren,
    mayBeRenamed,
  );
  const baseOfIncoming = pairChildren(
    baseChildren,
    incomingChildren,
    mayBeRenamed,
  );
  const currentOfIncoming = pairChildren(
    currentChildren.filter((child) => !baseOfCurrent.has(child)),
    incomingChildren.filter((child) => !baseOfIncoming.has(child)),
    false,
  );
  const alignedByOrigin = new Map<Child, AlignedChild>();
  const recordOrigins = (
    children: readonly Child[],
    versionName: keyof AlignedChild,
  ) =>
    children.map((child) => {
      const origin =
        baseOfCurrent.get(child) ??
        baseOfIncoming.get(child) ??
        currentOfIncoming.get(child) ??
        child;
      alignedByOrigin.set(origin, {
        ...alignedByOrigin.get(origin),
        [versionName]: child,
      });
      return origin;
    });
  const origins = orderChildren({
    base: recordOrigins(baseChildren, "base"),
    current: recordOrigins(currentChildren, "current"),
    incoming: recordOrigins(incomingChildren, "incoming"),
  });
  return origins.flatMap((origin) => alignedByOrigin.get(origin) ?? []);
}

/** Pairs members of `to` with the member of `from` that each came from. */
function pairChildren(
  from: readonly Child[],
  to: readonly Child[],
  mayBeRenamed: boolean,
): Map<Child, Child> {
  const pairs = new Map<Child, Child>();
  const byKey = new Map(from.map((child) => [child.key, child]));
  for (const child of to) {
    const origin = child.key === undefined ? undefined : byKey.get(child.key);
    if (origin) pairs.set(child, origin);
  }
  const hasNoKey = (child: Child) => child.key === undefined;
  // Equal ones in the same order, and between them those of one kind.
  for (const gap of pairEqual(
    from.filter(hasNoKey),
    to.filter(hasNoKey),
    tokensOf,
    pairs,
  ))
    pairEqual(gap.from, gap.to, ({ tree }) => tree.kind, pairs);
  if (mayBeRenamed) pairRenamed(from, to, pairs);
  return pairs;
}

/** Pairs members with equal comparables, and returns the unpaired stretches between them. */
function pairEqual(
  from: readonly Child[],
  to: readonly Child[],
  toComparable: (child: Child) => string,
  pairs: Map<Child, Child>,
): { from: readonly Child[]; to: readonly Child[] }[] {
  const hunks = diffLists(from.map(toComparable), to.map(toComparable));
  const end = { aStart: from.length, aEnd: 0, bEnd: 0 };
  let [fromIndex, toIndex] = [0, 0];
  for (const { aStart, aEnd, bEnd } of [...hunks, end]) {
    for (; fromIndex < aStart; fromIndex += 1, toIndex += 1) {
      const [origin, child] = [from[fromIndex], to[toIndex]];
      if (origin && child) pairs.set(child, origin);
    }
    [fromIndex, toIndex] = [aEnd, bEnd];
  }
  return hunks.map(({ aStart, aEnd, bStart, bEnd }) => ({
    from: from.slice(aStart, aEnd),
    to: to.slice(bStart, bEnd),
  }));
}

/** Pairs a declaration that is gone with the only new one of its kind: it has a new name. */
function pairRenamed(
  from: readonly Child[],
  to: readonly Child[],
  pairs: Map<Child, Child>,
): void {
  // An import or export of another file is another declaration.
  const isNamed = ({ key, tree }: Child) =>
    key !== undefined && !/^(?:Ex|Im)portDeclaration$/.test(tree.kind);
  const groupByKind = (
    children: readonly Child[],
    pairedChildren: { has(child: Child): boolean },
  ) =>
    groupBy(
      children
        .filter((child) => isNamed(child) && !pairedChildren.has(child))
        .map((child) => [child.tree.kind, child]),
    );
  const goneByKind = groupByKind(from, new Set(pairs.values()));
  for (const [kind, [child, ...otherChildren]] of groupByKind(to, pairs)) {
    const [origin, ...otherOrigins] = goneByKind.get(kind) ?? [];
    if (child && origin && otherChildren.length + otherOrigins.length === 0)
      pairs.set(child, origin);
  }
}

function orderChildren({
  base,
  current,
  incoming,
}: ThreeWay<readonly Child[]>): Child[] {
  const [baseIds, currentIds] = [new Set(base), new Set(current)];
  const keptIds = base.filter((id) => currentIds.has(id));
  const keepsBaseOrder = current
    .filter((id) => baseIds.has(id))
    .every((id, index) => id === keptIds[index]);
  const [firstOrder, secondOrder] = keepsBaseOrder
    ? [incoming, current]
    : [current, incoming];
  const firstIds = new Set(firstOrder);
  // Children of the second order alone, by their predecessor there.
  const followers = new Map<Child | undefined, Child>();
  for (const [index, id] of secondOrder.entries())
    if (!firstIds.has(id)) followers.set(secondOrder[index - 1], id);
  const orderedChildren: Child[] = [];
  for (const anchor of [undefined, ...firstOrder])
    for (let id = anchor ?? followers.get(anchor); id; id = followers.get(id))
      orderedChildren.push(id);
  return orderedChildren;
}
