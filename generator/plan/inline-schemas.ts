import { own } from "../../runtime/schema.js";
import type { Schemas } from "../../runtime/types.js";
import { gather } from "../shared/group-by.js";
import { isObject, without } from "../shared/json.js";
import type { Schema } from "../model.js";
import type { PlannedComponent } from "./component.js";
import { PLACE } from "./request-spec.js";
import { isSchema, referenceName } from "../schema/object-shape.js";
import { mapSchemas, mapValues } from "../schema/walk.js";

type Recipe = PlannedComponent["recipe"];

/** Components, and what their modules share. */
interface Shared {
  readonly components: readonly PlannedComponent[];
  readonly shared: Schemas;
}

/** What may stand beside a reference that becomes its schema: it describes it, or is an argument's own. */
const BESIDE = [
  ..."$ref title description default deprecated examples".split(" "),
  ...PLACE,
];

/**
 * Puts schemas that are referred to once, by a module or by what came into one, where they are used: a
 * change of one is a change of that module, which is where a reviewer looks for it.
 */
export function atHome({ components, shared }: Shared): Shared {
  const { $defs, arguments: common } = shared;
  const modules = components.filter(({ hasTool }) => !hasTool);
  const mentions = gather(
    [...modules.map(({ recipe }) => recipe), $defs, common]
      .flatMap(mentionsIn)
      .map((name) => [name, name]),
  );
  const moved = new Set<string>();

  const settle = (schema: Schema): Schema => {
    const rest = mapSchemas(schema, settle);
    const name = referenceName(schema) ?? "";
    const target = own($defs, name);
    const isPlain = Object.keys(rest).every((one) => BESIDE.includes(one));
    if (!target || !isPlain || mentions.get(name)?.length !== 1) return rest;
    moved.add(name);
    const found = settle(target);
    const beside = without(rest, ["$ref"]);
    const words = without(beside, PLACE);
    const place = without(beside, Object.keys(words));
    const clashes =
      Object.keys(place).length > 0 &&
      Object.keys(found).some((keyword) => PLACE.includes(keyword));
    return clashes
      ? { ...beside, schema: found }
      : { ...place, ...found, ...words };
  };
  const settled = (recipe: Recipe): Recipe => ({
    ...recipe,
    ...(recipe.arguments && {
      arguments: mapValues(recipe.arguments, (one) => {
        if (!isSchema(one)) return one;
        const { schema } = one;
        return settle(
          isObject(schema) ? { ...one, schema: settle(schema) } : one,
        );
      }) as NonNullable<Recipe["arguments"]>, // each as it was, but for what stands in it
    }),
    // Nobody is told what a body is called.
    ...(isSchema(recipe.body) && {
      body: without(settle(recipe.body), ["title"]),
    }),
  });
  const all = components.map((one) => ({
    ...one,
    recipe: settled(one.recipe),
  }));
  const left = Object.entries($defs).filter(([name]) => !moved.has(name));
  return {
    components: all,
    shared: { ...shared, $defs: Object.fromEntries(left) },
  };
}

/** Names of shared schemas, as often as a value mentions them, mappings included. */
function mentionsIn(value: unknown): string[] {
  const text = JSON.stringify(value);
  return [...text.matchAll(/"#\/\$defs\/(?:[^"\\]|\\.)*(?:"|$)/g)].map(
    ([one]) => String(JSON.parse(one)).slice("#/$defs/".length),
  );
}
