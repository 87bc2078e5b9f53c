import { target } from "../../runtime/schema.js";
import type { Settings } from "../config/settle.js";
import { filled, without } from "../json.js";
import type { Schema } from "../model.js";
import { mapSchemas } from "../schema/walk.js";
import type { AnswerSchemas } from "../plan/answer-fields.js";
import { bytesOf, reachable, weightBehind } from "../schema/reach.js";
import { MAX_LIST } from "./listing.js";
import type { Plan } from "../plan/plan.js";

/** What is told of answers. */
export interface ToldOutputs {
  /** Tools that have them, and bytes of the list: of their types, and of all else. */
  readonly tools: number;
  readonly bytes: number;
  readonly rest: number;
  /** Why there are fewer details, or none; null: all are told. */
  readonly cut: "shortened" | "large" | "off" | null;
}

/** Bytes of a whole list with types of answers by default. The SDK's clients compile each type when they connect, which takes them a second for so many. */
const SMALL = 200_000;

/** Bytes of types that are told where they are asked for, however short the rest of the list is. */
const USUAL = 2_000_000;

/** Bytes of the types of one tool, the most first: where values of enums alone are too much, all types stay. */
const LIMITS = [
  Infinity,
  ...Array.from({ length: 17 }, (_, at) => Math.round(65_536 * 0.75 ** at)),
];
/** Levels of nesting that are written out where not all fit. */
const MOST_LEVELS = 8;

/**
 * Keeps the types of answers within 2 MB, or twice the bytes of what else is listed, which are `rest`: values of enums go first,
 * then details of the largest. Where a config doesn't ask for them, they are told where the whole list stays small, and
 * where a search tells them on demand.
 */
export function boundOutputs<Part extends Pick<Plan, "outputs">>(
  plans: readonly Part[],
  rest: number,
  { outputSchemas, tools }: Pick<Settings, "outputSchemas" | "tools">,
): { readonly plans: readonly Part[]; readonly told: ToldOutputs } {
  const all = { rest, ...toldOf(plans) };
  const none = (cut: "large" | "off") => ({
    plans: plans.map((plan) => ({ ...plan, outputs: null })),
    told: { ...all, cut },
  });
  const whole = { plans, told: { ...all, cut: null } };
  if (outputSchemas === "off") return none("off");
  if (outputSchemas === null && tools === "search") return whole;
  if (outputSchemas === null && rest + all.bytes > SMALL) return none("large");
  const room = Math.min(Math.max(2 * rest, USUAL), MAX_LIST - rest);
  if (all.bytes <= room) return whole;
  const changed = (
    from: readonly Part[],
    change: (outputs: AnswerSchemas) => AnswerSchemas,
  ) =>
    from.map((plan) => ({
      ...plan,
      outputs: plan.outputs && change(plan.outputs),
    }));
  const bare = changed(plans, undescribed);
  const sizes = sizesIn(bare);
  const limit = LIMITS.find((each) => within(sizes, each) <= room) ?? 0;
  const short = changed(bare, (outputs) => bounded(outputs, limit));
  return { plans: short, told: { rest, ...toldOf(short), cut: "shortened" } };
}

/** Tools that have types of answers, and bytes of these. */
function toldOf(plans: readonly Pick<Plan, "outputs">[]) {
  const sizes = sizesIn(plans);
  return { tools: sizes.length, bytes: within(sizes) };
}

/** Bytes of the types of each tool that has some. */
function sizesIn(plans: readonly Pick<Plan, "outputs">[]): number[] {
  return plans.flatMap(({ outputs }) =>
    outputs === null ? [] : [...sizesOf(outputs).values()],
  );
}

/** Their sum, where each has so many at most. */
function within(sizes: readonly number[], most = Infinity): number {
  return sizes.reduce((sum, one) => sum + Math.min(one, most), 0);
}

/** The same types without descriptions, which tell the values of enums. */
function undescribed({ $defs, operations }: AnswerSchemas): AnswerSchemas {
  const bare = (schema: Schema): Schema =>
    mapSchemas(without(schema, ["description"]), bare);
  const all = (schemas: AnswerSchemas["$defs"]) =>
    Object.fromEntries(
      Object.entries(schemas).map(([name, one]) => [name, bare(one)]),
    );
  return { $defs: all($defs), operations: all(operations) };
}

/** About the bytes of what is listed of each answer, by request. */
function sizesOf({ $defs, operations }: AnswerSchemas): Map<string, number> {
  const bytesBehind = weightBehind($defs);
  const sizes = Object.entries(operations).map(([request, schema]) => {
    const bytes = bytesOf({ outputSchema: schema }) + bytesBehind(schema);
    return [request, bytes] as const;
  });
  return new Map(sizes);
}

/** Each answer in so many bytes, written out as deep as they allow; none where they allow nothing. */
function bounded(
  { $defs, operations }: AnswerSchemas,
  limit: number,
): AnswerSchemas {
  const sizes = sizesOf({ $defs, operations });
  const kept = Object.entries(operations).flatMap(([request, schema]) => {
    if ((sizes.get(request) ?? 0) <= limit) return [[request, schema] as const];
    let deepest: Schema | undefined;
    for (let levels = 1; levels <= MOST_LEVELS; levels += 1) {
      const one = shallow(schema, $defs, levels);
      if (bytesOf({ outputSchema: one }) > limit) break;
      deepest = one;
    }
    return deepest === undefined ? [] : [[request, deepest] as const];
  });
  const all = kept.map(([, schema]) => schema);
  const shared = reachable(all, new Map(Object.entries($defs)));
  return {
    operations: Object.fromEntries(kept),
    $defs: Object.fromEntries(shared),
  };
}

/** What shared schemas say in its place, so many levels deep; below, only what type it is. */
function shallow(
  schema: Schema,
  $defs: AnswerSchemas["$defs"],
  levels: number,
): Schema {
  const whole = {
    ...target(schema, $defs)?.schema,
    ...without(schema, ["$ref"]),
  };
  return levels === 0
    ? filled({ type: whole["type"] })
    : mapSchemas(whole, (part) => shallow(part, $defs, levels - 1));
}
