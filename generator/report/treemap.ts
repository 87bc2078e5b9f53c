import { hierarchy, treemap } from "d3-hierarchy";

/** Leaf of the treemap: a component with its tokens; `id` is its anchor on the page. */
export interface Leaf {
  readonly name: string;
  readonly tokens: number;
  readonly id: string;
}

interface Node extends Partial<Leaf> {
  readonly children?: readonly Node[];
}

/** Width of the map divided by its height. */
export const ASPECT_RATIO = 2.4;

/** Degrees between the hues of successive groups, so that neighbours in the list are far apart on the colour wheel. */
const GOLDEN_ANGLE = 137.5;

/** Rectangles with areas proportional to tokens, those of one group side by side; lengths are percentages of the map's. */
export function layOutTiles(
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
  const layout = treemap<Node>()
    .size([100 * ASPECT_RATIO, 100])
    .paddingInner(0.3)(root);
  return (layout.children ?? []).flatMap((group, index) =>
    group.leaves().map(({ data: { id, name, tokens }, x0, x1, y0, y1 }) => ({
      id,
      name,
      tokens: tokens ?? 0,
      // Degrees on the colour wheel, the same for all leaves of a group.
      hue: Math.round((index * GOLDEN_ANGLE) % 360),
      left: x0 / ASPECT_RATIO,
      top: y0,
      width: (x1 - x0) / ASPECT_RATIO,
      height: y1 - y0,
    })),
  );
}
