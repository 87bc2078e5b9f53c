import type { Schemas } from "../../runtime/types.js";
import type { Finding } from "../errors.js";
import { byCodeUnit } from "../text.js";
import type { PlannedComponent } from "../plan/component.js";
import { bytesOf } from "../schema/reach.js";
import { listed, type Listed } from "./listed.js";
import type { Recipe } from "../request/recipe.js";
import type { Plan } from "../plan/plan.js";
import {
  type Count,
  counter,
  schemaTokens,
  type ToolTokens,
} from "../schema/tokens.js";

/** Places that tools show without their details, by request, where all of their arguments would be too long. */
export type LeftOut = NonNullable<Schemas["leftOut"]>;

/** What all APIs of a server list together. */
export interface PlannedListing {
  /** Of each API, in their order. */
  readonly leftOut: readonly LeftOut[];
  /** Some tool is listed otherwise than its module says. */
  readonly isWritten: boolean;
  /** What each tool costs a model, in their order. */
  readonly tokens: ReadonlyMap<PlannedComponent, ToolTokens>;
  /** Bytes of the list, without types of answers. */
  readonly bytes: number;
  readonly findings: readonly Finding[];
}

/** What a tool's schema takes in a list. */
interface Measured extends Omit<Listed, "schema"> {
  readonly tokens: number;
}

type Listable = Pick<Plan, "components" | "shared">;

/** Bytes of one listing at which clients close the connection, and what is aimed at. */
const MAX_READ = 10_000_000;
export const MAX_LIST = 8_000_000;

/** Bytes of what the runtime lists of each tool besides: `fields`, and names of keys. */
const BESIDE = 128;

/** Bytes of one tool's schema, the most first. */
const LIMITS = [Infinity, 16_384, 8_192, 4_096, 2_048];
const LEAST = 1_024;

/**
 * Keeps the list of all tools below what clients read. Where it would grow beyond that, references
 * go first, then details of the largest schemas; both are told.
 */
export function planListing(
  plans: readonly Listable[],
  { schemas: mode }: { readonly schemas: "refs" | "inline" },
): PlannedListing {
  const count = counter();
  const sized = plans.map((plan) => {
    const measure = measuring(plan, mode, count);
    return plan.components
      .filter(({ kind }) => kind === "tool")
      .map((tool) => ({ tool, measure, whole: measure(tool) }));
  });
  const tools = sized.flat();
  const rest = sum(tools.map(({ tool }) => bytesWithoutSchema(tool)));
  const whole = rest + sum(tools.map((one) => one.whole.bytes));
  const isWithin = (each: number) =>
    rest + sum(tools.map((one) => Math.min(one.whole.bytes, each))) <= MAX_LIST;
  const limit = LIMITS.find(isWithin) ?? LEAST;
  const cut = sized.map((own) =>
    own.map(({ tool, measure, whole: listing }) => ({
      tool,
      listing: listing.bytes > limit ? measure(tool, limit) : listing,
    })),
  );
  const all = cut.flat();
  const tokens = all.map(
    ({ tool, listing }): [PlannedComponent, ToolTokens] => [
      tool,
      {
        name: count(tool.name),
        description: count(tool.shown.description),
        arguments: listing.tokens,
      },
    ],
  );
  const reached = rest + sum(all.map(({ listing }) => listing.bytes));
  const told = reached > MAX_READ ? tooLong(reached) : shortened(whole, limit);
  return {
    leftOut: cut.map(leftOutOf),
    isWritten: whole > MAX_LIST || all.some(({ listing }) => !listing.isPlain),
    tokens: new Map(tokens),
    bytes: reached,
    findings: whole <= MAX_LIST ? [] : [told],
  };
}

interface Sized {
  readonly tool: PlannedComponent;
  readonly listing: Measured;
}

function leftOutOf(tools: readonly Sized[]): LeftOut {
  const long = tools.flatMap(({ tool, listing: { leftOut } }) =>
    leftOut === null ? [] : [[tool.recipe.request, leftOut] as const],
  );
  return Object.fromEntries(long.sort(([a], [b]) => byCodeUnit(a, b)));
}

/** Tells what a tool's schema takes; tools with the same one are measured once. */
function measuring(
  plan: Listable,
  mode: "refs" | "inline",
  count: Count,
): (tool: PlannedComponent, maxBytes?: number) => Measured {
  const { shared } = plan;
  const known = new Map<string, Measured>();
  return ({ recipe }, maxBytes) => {
    const { arguments: args, body, bodyRequired, fixed, names } = recipe;
    const key = JSON.stringify([
      ...[maxBytes, args, body, bodyRequired, fixed, names],
    ]);
    const measured = known.get(key) ?? measure(recipe, maxBytes);
    known.set(key, measured);
    return measured;
  };

  function measure(recipe: Recipe, maxBytes: number | undefined): Measured {
    const { schema, ...rest } = listed(recipe, shared, { mode, maxBytes });
    return { ...rest, tokens: schemaTokens(schema, count) };
  }
}

function shortened(whole: number, limit: number): Finding {
  return {
    severity: "warning",
    code: "list-shortened",
    message: `The list of tools would take ${megabytes(whole)} MB, and clients read 10 MB at most; schemas of arguments over ${limit / 1024} KB are listed with fewer details. Calls are checked against all of them.`,
    hint: "Leave routes out with --route-map, or split the server by paths or tags, to show them whole.",
  };
}

function tooLong(reached: number): Finding {
  return {
    severity: "warning",
    code: "list-too-long",
    message: `The list of tools takes ${megabytes(reached)} MB even with few details; many clients can't read it.`,
    hint: "Leave routes out with --route-map, or split the server by paths or tags.",
  };
}

function bytesWithoutSchema(tool: PlannedComponent): number {
  const { name, shown, title } = tool;
  return bytesOf({ name, title, ...shown }) + BESIDE;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1);
}
