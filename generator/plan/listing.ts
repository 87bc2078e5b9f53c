import { profileOf, type Clients } from "../config/profiles.js";
import type { Finding } from "../errors.js";
import { byCodeUnit } from "../text.js";
import type { PlannedComponent } from "./component.js";
import { bytesOf, listed, type Listed } from "./listed.js";
import type { Plan } from "./plan.js";

/** How many levels of its arguments a tool shows, by request, where all would be too long. */
export type Levels = Readonly<Record<string, number>>;

/** What all APIs of a server list together. */
export interface PlannedListing {
  /** Of each API, in their order. */
  readonly levels: readonly Levels[];
  /** Some tool is listed otherwise than its module says. */
  readonly isWritten: boolean;
  /** Bytes that are left for schemas of answers. */
  readonly room: number;
  readonly findings: readonly Finding[];
}

type Listable = Pick<Plan, "components" | "shared">;

/** Bytes of one listing at which clients close the connection, and what is aimed at. */
const MAX_READ = 10_000_000;
const MAX_LIST = 8_000_000;

/** Bytes of what the runtime lists of each tool besides: `fields`, and names of keys. */
const BESIDE = 128;

/** Bytes of one tool's schema, the most first. */
const LIMITS = [16_384, 8_192, 4_096, 2_048];
const LEAST = 1_024;

/** Decides what concerns the list of all tools. */
export function planListing(
  plans: readonly Listable[],
  {
    clients,
    schemas,
  }: { readonly clients: Clients; readonly schemas: "refs" | "inline" },
): PlannedListing {
  const bounded = boundList(plans, schemas);
  const components = plans.flatMap((plan) => plan.components);
  return {
    ...bounded,
    findings: [...bounded.findings, ...tellTools(components, clients)],
  };
}

/**
 * Keeps the list of all tools below what clients read. Where it would grow beyond that, references
 * go first, then details of the largest schemas; both are told.
 */
function boundList(
  plans: readonly Listable[],
  mode: "refs" | "inline",
): PlannedListing {
  const sized = plans.map((plan) => {
    const measure = measuring(plan, mode);
    return plan.components
      .filter(({ kind }) => kind === "tool")
      .map((tool) => ({ tool, measure, whole: measure(tool) }));
  });
  const tools = sized.flat();
  const rest = sum(tools.map(({ tool }) => bytesWithoutSchema(tool)));
  const whole = rest + sum(tools.map((one) => one.whole.bytes));
  if (whole <= MAX_LIST)
    return {
      levels: sized.map((own) =>
        levelsOf(own.map(({ tool, whole: listing }) => ({ tool, listing }))),
      ),
      isWritten: tools.some((one) => !one.whole.isPlain),
      room: MAX_LIST - whole,
      findings: [],
    };
  const limit =
    LIMITS.find(
      (each) =>
        rest + sum(tools.map((one) => Math.min(one.whole.bytes, each))) <=
        MAX_LIST,
    ) ?? LEAST;
  const cut = sized.map((own) =>
    own.map(({ tool, measure, whole: listing }) => ({
      tool,
      listing: listing.bytes > limit ? measure(tool, limit) : listing,
    })),
  );
  const reached = rest + sum(cut.flat().map(({ listing }) => listing.bytes));
  return {
    levels: cut.map(levelsOf),
    isWritten: true,
    room: MAX_LIST - reached,
    findings: [reached > MAX_READ ? tooLong(reached) : shortened(whole, limit)],
  };
}

function levelsOf(
  tools: readonly {
    readonly tool: PlannedComponent;
    readonly listing: Pick<Listed, "levels">;
  }[],
): Levels {
  const fewer = tools.flatMap(({ tool, listing: { levels } }) =>
    levels === null ? [] : [[tool.recipe.request, levels] as const],
  );
  return Object.fromEntries(fewer.sort(([a], [b]) => byCodeUnit(a, b)));
}

/** Tells what a tool's schema takes; tools with the same one are measured once. */
function measuring(
  plan: Listable,
  mode: "refs" | "inline",
): (tool: PlannedComponent, maxBytes?: number) => Omit<Listed, "schema"> {
  const { shared } = plan;
  const known = new Map<string, Omit<Listed, "schema">>();
  return ({ recipe }, maxBytes) => {
    const { arguments: args, body, bodyRequired, fixed, names } = recipe;
    const key = JSON.stringify([
      ...[maxBytes, args, body, bodyRequired, fixed, names],
    ]);
    const { bytes, isPlain, levels } =
      known.get(key) ?? listed(recipe, shared, { mode, maxBytes });
    known.set(key, { bytes, isPlain, levels });
    return { bytes, isPlain, levels };
  };
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

/** Tells where there are more tools than the clients take. */
function tellTools(
  components: readonly PlannedComponent[],
  clients: Clients,
): Finding[] {
  const { maxTools } = profileOf(clients);
  const count = components.filter(({ kind }) => kind === "tool").length;
  if (maxTools === null || count <= maxTools) return [];
  return [
    {
      severity: "warning",
      code: "too-many-tools",
      message: `There are ${count} tools, and ${clients} takes ${maxTools} at most.`,
      hint: "Leave routes out with --route-map, or split the server by paths or tags.",
    },
  ];
}
