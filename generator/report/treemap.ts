import { hierarchy, treemap } from "d3-hierarchy";

/** What has a size and, where it has a link, stands on the page as well. */
export interface Leaf {
  readonly name: string;
  readonly tokens: number;
  readonly id: string;
}

interface Node extends Partial<Leaf> {
  readonly children?: readonly Node[];
}

/** The map is as many times as wide as it is high. */
export const PROPORTION = 2.4;

/** Neighbours on the colour wheel are far from each other in the list. */
const GOLDEN_ANGLE = 137.5;

/** Rectangles whose areas are the tokens of each, those of one group side by side; lengths are percentages of the map's. */
export function tilesOf(
  groups: readonly { readonly leaves: readonly Leaf[] }[],
) {
  const tree: Node = {
    children: groups
      .filter(({ leaves }) => leaves.length > 0)
      .map(({ leaves }) => ({ children: leaves })),
  };
  const root = hierarchy(tree, ({ children }) => children)
    .sum(({ tokens = 0 }) => tokens)
    .sort((a, b) => (b.value ?? 0) - (a.value ?? 0));
  const placed = treemap<Node>()
    .size([100 * PROPORTION, 100])
    .paddingInner(0.3)(root);
  return (placed.children ?? []).flatMap((group, at) =>
    group.leaves().map(({ data: { id, name, tokens }, x0, x1, y0, y1 }) => ({
      id,
      name,
      tokens: tokens ?? 0,
      // Degrees on the colour wheel, the same for all of a group.
      hue: Math.round((at * GOLDEN_ANGLE) % 360),
      left: x0 / PROPORTION,
      top: y0,
      width: (x1 - x0) / PROPORTION,
      height: y1 - y0,
    })),
  );
}
