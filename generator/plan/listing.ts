import { listedSchema } from "../../runtime/arguments/input-schema.js";
import { profileOf, type Clients } from "../config/profiles.js";
import type { Finding } from "../errors.js";
import type { Schema } from "../model.js";
import type { PlannedComponent } from "./component.js";
import type { Plan } from "./plan.js";

/** What all APIs of a server list together: how much of their arguments' schemas tools show. */
export interface PlannedListing {
  /** Bytes of JSON for one tool; null: the runtime's own limit is enough. */
  readonly maxSchemaBytes: number | null;
  readonly findings: readonly Finding[];
}

/** Bytes of one listing at which clients close the connection, and what is aimed at. */
const MAX_READ = 10_000_000;
const MAX_LIST = 8_000_000;

/** Bytes of one tool's schema, the most first. */
const LIMITS = [16_384, 8_192, 4_096, 2_048];
const LEAST = 1_024;

/** Decides what concerns the list of all tools. */
export function planListing(
  plans: readonly Pick<Plan, "components" | "schemas">[],
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
  plans: readonly Pick<Plan, "components" | "schemas">[],
  schemas: "refs" | "inline",
): PlannedListing {
  const sized = plans.flatMap((plan) => {
    const sizeOf = measure(plan.schemas, schemas);
    return plan.components
      .filter(({ kind }) => kind === "tool")
      .map((tool) => ({ tool, sizeOf, size: sizeOf(tool) }));
  });
  const rest = sum(sized.map(({ tool }) => bytesWithoutSchema(tool)));
  const whole = rest + sum(sized.map(({ size }) => size));
  if (whole <= MAX_LIST) return { maxSchemaBytes: null, findings: [] };
  const limit =
    LIMITS.find(
      (each) =>
        rest + sum(sized.map(({ size }) => Math.min(size, each))) <= MAX_LIST,
    ) ?? LEAST;
  const cut = sized.map(({ tool, size, sizeOf }) =>
    size > limit ? sizeOf(tool, limit) : size,
  );
  const reached = rest + sum(cut);
  return {
    maxSchemaBytes: limit,
    findings: [reached > MAX_READ ? tooLong(reached) : shortened(whole, limit)],
  };
}

/** Tells how many bytes a tool's schema takes; tools with the same one are measured once. */
function measure(
  all: ReadonlyMap<string, Schema>,
  schemas: "refs" | "inline",
): (tool: PlannedComponent, maxBytes?: number) => number {
  const shared = Object.fromEntries(all);
  const known = new Map<string, number>();
  return (tool, maxBytes) => {
    const { inputSchema, request } = tool;
    const key = JSON.stringify([
      maxBytes,
      inputSchema,
      request.body,
      request.fixed,
    ]);
    const size =
      known.get(key) ??
      bytesOf(listedSchema(tool, shared, { mode: schemas, maxBytes }));
    known.set(key, size);
    return size;
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

function bytesWithoutSchema({
  name,
  title,
  description,
  annotations,
}: PlannedComponent): number {
  return bytesOf({ name, title, description, annotations });
}

function bytesOf(value: object): number {
  return Buffer.byteLength(JSON.stringify(value));
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
