import { target } from "../../runtime/schema.js";
import type { Settings } from "../config/resolve-config.js";
import { filled, without } from "../shared/json.js";
import type { Schema } from "../model.js";
import { mapSchemas } from "../schema/walk.js";
import type { AnswerSchemas } from "../plan/response-fields.js";
import { bytesOf, reachable, weightBehind } from "../schema/reference-graph.js";
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
  const all = { rest, ...toldOf(plans.map(({ outputs }) => outputs)) };
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
  const bare = plans.map(({ outputs }) => outputs && undescribed(outputs));
  const sizes = bare.flatMap(sizesOf);
  const limit = LIMITS.find((each) => within(sizes, each) <= room) ?? 0;
  const short = bare.map((outputs) => outputs && bounded(outputs, limit));
  return {
    plans: plans.map((plan, at) => ({ ...plan, outputs: short[at] ?? null })),
    told: { rest, ...toldOf(short), cut: "shortened" },
  };
}

/** Tools that have types of answers, and bytes of these. */
function toldOf(all: readonly (AnswerSchemas | null)[]) {
  const sizes = all.flatMap(sizesOf);
  return { tools: sizes.length, bytes: within(sizes) };
}

/** Bytes of the type of each tool that has one. */
function sizesOf(outputs: AnswerSchemas | null): number[] {
  return outputs ? Object.values(outputs.operations).map(sizing(outputs)) : [];
}

/** Tells about the bytes of what is listed of an answer. */
function sizing({ $defs }: AnswerSchemas): (answer: Schema) => number {
  const bytesBehind = weightBehind($defs);
  return (answer) => bytesOf({ outputSchema: answer }) + bytesBehind(answer);
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

/** Each answer in so many bytes, written out as deep as they allow; none where they allow nothing. */
function bounded(outputs: AnswerSchemas, limit: number): AnswerSchemas {
  const { $defs } = outputs;
  const sizeOf = sizing(outputs);
  const kept = Object.entries(outputs.operations).flatMap(
    ([request, schema]) => {
      const isSmall = sizeOf(schema) <= limit;
      const shown = isSmall ? schema : deepest(schema, $defs, limit);
      return shown ? [[request, shown] as const] : [];
    },
  );
  const all = kept.map(([, schema]) => schema);
  const shared = reachable(all, new Map(Object.entries($defs)));
  return {
    operations: Object.fromEntries(kept),
    $defs: Object.fromEntries(shared),
  };
}

/** As many levels of a schema as take so many bytes, which may be none. */
function deepest(
  schema: Schema,
  $defs: AnswerSchemas["$defs"],
  limit: number,
): Schema | undefined {
  let found: Schema | undefined;
  for (let levels = 1; levels <= MOST_LEVELS; levels += 1) {
    const one = shallow(schema, $defs, levels);
    if (bytesOf({ outputSchema: one }) > limit) break;
    found = one;
  }
  return found;
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
