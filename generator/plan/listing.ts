import { listedSchema } from "../../runtime/arguments/input-schema.js";
import type { Finding } from "../errors.js";
import type { Schema } from "../model.js";
import type { PlannedComponent } from "./component.js";

/** How much of their arguments' schemas tools show. */
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

/**
 * Keeps the list of all tools below what clients read. Where it would grow beyond that, references
 * go first, then details of the largest schemas; both are told.
 */
export function planListing(
  {
    components,
    schemas: all,
  }: {
    readonly components: readonly PlannedComponent[];
    readonly schemas: ReadonlyMap<string, Schema>;
  },
  schemas: "refs" | "inline",
): PlannedListing {
  const tools = components.filter(({ kind }) => kind === "tool");
  const shared = Object.fromEntries(all);
  const rest = sum(tools.map(bytesWithoutSchema));
  const known = new Map<string, number>();
  const sizeOf = (tool: PlannedComponent, maxBytes?: number) => {
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
  const sizes = tools.map((tool) => ({ tool, size: sizeOf(tool) }));
  const whole = rest + sum(sizes.map(({ size }) => size));
  if (whole <= MAX_LIST) return { maxSchemaBytes: null, findings: [] };
  const limit =
    LIMITS.find(
      (each) =>
        rest + sum(sizes.map(({ size }) => Math.min(size, each))) <= MAX_LIST,
    ) ?? LEAST;
  const cut = sizes.map(({ tool, size }) =>
    size > limit ? sizeOf(tool, limit) : size,
  );
  const reached = rest + sum(cut);
  return {
    maxSchemaBytes: limit,
    findings: [reached > MAX_READ ? tooLong(reached) : shortened(whole, limit)],
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
